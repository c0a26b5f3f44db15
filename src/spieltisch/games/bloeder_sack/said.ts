// The table's short forms and full sentences, made from the room's texts.
import type { Say, Table } from "../../../../web/lib/table";
import { measure, type Card } from "./cards";
import type { Preview } from "./leads";
import type { Die, Reason, Tray, View } from "./view";

/** `2 × 4` · `Summe 11` · `3 verschiedene` · `2 ungerade` · `1 auf Feld 1`. */
export function short(say: Say, card: Card | undefined, reason: Reason): string {
  const kind = measure(card, reason);
  const alone = reason.amount === 1 && (kind === "fitting" || kind === "different");
  return say(`page.short.${alone ? `${kind}_one` : kind}`, { ...reason });
}

/** The short form, and that the later die broke a tie. */
export function why(say: Say, card: Card | undefined, reason: Reason): string {
  const told = short(say, card, reason);
  return reason.tie ? say("page.with", { reason: told, more: say("page.later") }) : told;
}

/** Who leads a card and by what, as a sentence. */
export function lead(table: Table, tray: Tray, card: Card | undefined): string {
  if (tray.leader === null || !tray.reason) return table.say("page.label.nobody");
  const key = tray.leader === table.seat ? "leads_you" : "leads";
  return table.say(`page.label.${key}`, { leader: tray.leader, reason: why(table.say, card, tray.reason) });
}

/** A card in full: its tray, its condition, its sacks, who leads it. */
export function cardSentence(table: Table, tray: Tray, number: number, card: Card | undefined): string {
  return table.say("page.label.card", { tray: number, card: tray.card, sacks: tray.sacks, lead: lead(table, tray, card) });
}

/** What a placed or swapped die would change; nothing if nothing. */
export function effect(table: Table, card: Card, seen: Preview): string {
  if (!seen.mark) return "";
  const reason = seen.reason ? why(table.say, card, seen.reason) : "";
  const key = seen.mark === "gives" && seen.leader === null ? "gives_nobody" : seen.mark;
  return table.say(`page.then.${key}`, { reason, winner: seen.leader });
}

/** A die that lies there, for those who listen. */
export function dieSentence(table: Table, die: Die, space: number): string {
  return table.say(die.seat === table.seat ? "page.label.die_you" : "page.label.die", { space, value: die.value, owner: die.seat });
}

/** Why tapping this space does nothing: the rules' own refusals where they say it. */
export function refusal(table: Table, number: number, space: number): string | null {
  const view = table.view as View;
  const { say, seat } = table;
  const tray = view.trays[number - 1];
  if (seat === null || table.over || !tray) return null;
  if (view.turn !== seat) return say("page.no.waiting", { turn: view.turn });
  if (!table.moves.length) return null;
  if (view.phase === "short") return say("refusals.must_score");
  if (view.phase === "six") return say("page.no.score_first");
  if (tray.card === null) return say("refusals.tray_closed", { tray: number });
  const text = tray.dice[space - 1];
  if (!text) return say("page.no.in_order", { tray: number, space: tray.dice.length + 1 });
  if (Number(text.split(":")[0]) === seat) return say("refusals.own_die", { tray: number, space });
  if (view.dice.length < 2) return say("refusals.already_placed");
  return say("refusals.other_value", { tray: number, space, value: text.split(":")[1]?.split("#")[0] });
}

/** Why this card cannot be scored now. */
export function cardRefusal(table: Table, number: number): string {
  const phase = (table.view as View).phase;
  return table.say(phase === "short" ? "refusals.not_two_own" : "refusals.tray_empty", { tray: number });
}
