// The one question (or state) that stands beside the dice: a heading, a sentence, and whether it is this seat that is asked.
import type { Table } from "../../../../web/lib/table";
import type { Card } from "./cards";
import { preview } from "./leads";
import { effect, why } from "./said";
import { diceOn, read, type View } from "./view";

export interface Ask { title: string; text: string }

/** What is to be said now: the question of this seat, or what the others do. */
export function ask(table: Table, deck: Map<string, Card>, value: number, sure: string | null): Ask {
  const view = table.view as View;
  if (table.over || view.phase === "over") return over(table);
  if (!table.moves.length) return waiting(table, view);
  if (sure) return confirming(table, view, deck, sure);
  if (view.phase === "six") return { title: table.say("page.ask.six"), text: table.say("page.ask.six_text") };
  if (view.phase === "short") return { title: table.say("page.ask.short"), text: table.say(view.supply[view.turn] ? "page.ask.short_one" : "page.ask.short_none") };
  return placing(table, view, value);
}

function over(table: Table): Ask {
  const result = table.result;
  const winner = result ? result.places.indexOf(1) : 0;
  return { title: table.say("page.wait.over"), text: result ? table.say(`why.${result.why}`, { winner }) : "" };
}

function waiting(table: Table, view: View): Ask {
  if (view.turn === table.seat && table.busy) return { title: table.say("page.wait.sending"), text: "" };
  const text = view.phase === "place" ? table.say(view.dice.length < 2 ? "page.wait.second" : "page.wait.place", { dice: view.dice })
    : table.say(`page.wait.${view.phase === "draw" ? "roll" : view.phase}`);
  return { title: table.say("page.wait.turn", { turn: view.turn }), text: [text, lastRound(table, view)].filter(Boolean).join(" ") };
}

function placing(table: Table, view: View, value: number): Ask {
  const { say } = table;
  if (view.dice.length < 2) {
    const drew = table.events.findLast((told) => told.event === "drew");
    const text = drew ? say("page.ask.second_new", { tray: drew.tray }) : say("page.ask.second_hint");
    return { title: say("page.ask.second", { value }), text };
  }
  const swaps = [...new Set(table.moves.map(read).flatMap((move) => (move?.kind === "swap" ? [move.value] : [])))].sort();
  const values = swaps.length > 1 ? say("page.ask.or", { first: swaps[0], second: swaps[1] }) : swaps[0];
  const hint = swaps.length ? say("page.ask.swap_hint", { values }) : say("page.ask.place_hint");
  return { title: say("page.ask.place", { value }), text: [doubled(table, view), hint, lastRound(table, view)].filter(Boolean).join(" ") };
}

/** A double of one's own is explained when it comes. */
function doubled(table: Table, view: View): string {
  const [value, other] = view.dice;
  const rolled = table.events.some((told) => told.event === "rolled" && told.seat === table.seat);
  if (!rolled || value !== other || !value || value > 5) return "";
  const scored = table.events.some((told) => (told.event === "scored" || told.event === "unclaimed") && told.cause === "double");
  return table.say(scored ? "page.ask.doubled" : "page.ask.doubled_empty", { value });
}

const lastRound = (table: Table, view: View): string => (Math.max(...view.cards) >= 4 ? table.say("page.ask.last_round") : "");

function confirming(table: Table, view: View, deck: Map<string, Card>, sure: string): Ask {
  const move = read(sure)!;
  const tray = view.trays[("tray" in move ? move.tray : 1) - 1]!;
  const card = deck.get(tray.card ?? "");
  if (move.kind === "swap") return swapping(table, view, card, move);
  const kind = tray.leader === null ? "nobody" : tray.leader === table.seat ? "you" : "other";
  const text = table.say(`page.ask.score_${kind}`, { card: tray.card, winner: tray.leader, reason: tray.reason ? why(table.say, card, tray.reason) : "" });
  return { title: table.say("page.ask.score", { tray: "tray" in move ? move.tray : "" }), text };
}

function swapping(table: Table, view: View, card: Card | undefined, move: { value: number; tray: number; space: number }): Ask {
  const dice = diceOn(view.trays[move.tray - 1]!);
  const wish = { seat: table.seat ?? 0, value: move.value, space: move.space, seats: view.seats, spaces: view.spaces, newest: view.options.replacement === "newest" };
  const change = card ? effect(table, card, preview(card, dice, wish)) : "";
  const other = view.dice[view.dice[0] === move.value ? 1 : 0];
  return {
    title: table.say("page.ask.swap"),
    text: [change, table.say("page.ask.swap_text", { other })].filter(Boolean).join(" "),
  };
}
