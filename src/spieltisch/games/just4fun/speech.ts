// The one sentence of the moment: a heading, a line below it, and what the button does.

import type { Table } from "../../../../web/lib/table";
import { leader, nearest, stonesOn, threats, wonLines, type View } from "./board";
import { chosenCards, moveText, total, waysByField, whyNot, type Cards } from "./choice";
import { effect } from "./effect";

export interface Speech {
  head: string;
  text: string;
  /** what the button says and does; without a move it waits */
  button?: { label: string; move: string | null };
}

type Asked = Pick<Table, "say" | "name" | "seat" | "moves" | "busy" | "over" | "result" | "people">;

export function speech(table: Asked, view: View, choice: Cards): Speech {
  const { say, seat } = table;
  if (table.over || view.phase === "over") return ending(table, view);
  if (seat === null) return { head: turn(table, view), text: say("page.onlooking") };
  if (table.moves.length === 0) {
    if (view.supply[seat] === 0) return { head: say("page.finished"), text: say("page.finished_how") };
    return { head: turn(table, view), text: view.turn === seat ? "" : say("page.waiting_how"), button: { label: say("page.place_none"), move: null } };
  }
  if (table.moves.includes("pass")) {
    return { head: say("page.pass_ask"), text: say("page.pass_how", { count: view.hand.length }), button: { label: say("page.pass"), move: "pass" } };
  }
  const cards = chosenCards(view.hand, choice);
  if (cards.length === 0) return { head: say("page.ask"), text: say("page.ask_how"), button: { label: say("page.place_none"), move: null } };
  return chosen(table, view, seat, cards);
}

/** Cards are up: what they do, or why they do not. */
function chosen({ say, moves }: Asked, view: View, seat: number, cards: Cards): Speech {
  const field = total(cards);
  if (!moves.includes(moveText(cards))) {
    const why = whyNot(view, seat, field, moves);
    return { head: say("page.sum_not", { cards, total: field }), text: why ? say(why.say, why.details) : "", button: { label: say("page.place_none"), move: null } };
  }
  const ways = waysByField(moves).get(field) ?? [];
  const next = ways[(ways.findIndex((way) => way.join() === cards.join()) + 1) % ways.length];
  const does = effect(view, seat, field).map((phrase) => say(phrase.say, phrase.details));
  if (next && ways.length > 1) does.push(say("page.other_way", { cards: next }));
  return {
    head: cards.length > 1 ? say("page.sum", { field, cards }) : say("page.sum_one", { field }),
    text: does.join(" "),
    button: { label: say("page.place", { field }), move: moveText(cards) },
  };
}

/** Whose turn it is, or that cards are on their way. */
function turn({ say, seat, busy }: Asked, view: View): string {
  if (view.phase === "deal") return say("page.dealing");
  if (view.turn === seat) return say(busy ? "page.busy" : "page.waiting_you");
  return say(view.phase === "draw" ? "page.drawing" : "page.waiting", { seat: view.turn });
}

function ending({ say, seat, name, result }: Asked, view: View): Speech {
  const [line] = wonLines(view);
  if (line) {
    const fields = line.places.map((place) => view.board[place]);
    return { head: line.seat === seat ? say("page.over_line_you") : say("page.over_line_who", { who: name(line.seat) }), text: say("page.over_line", { fields }) };
  }
  const winner = result ? result.places.indexOf(1) : -1;
  return { head: say("page.over_points"), text: result && winner >= 0 ? say(`why.${result.why}`, { winner }) : "" };
}

/** The one threat that is put into words: who, what, and in whose colour. */
export function alarm(table: Asked, view: View): { seat: number; who: string; what: string } | null {
  const { say, seat } = table;
  const reachable = new Set(waysByField(table.moves).keys());
  const near = nearest(threats(view), view, seat, reachable);
  if (!near) return null;
  const { field } = near;
  if (near.seat !== seat) return { seat: near.seat, who: say("page.threat_who", { seat: near.seat }), what: say("page.threat", { field }) };
  return { seat: near.seat, who: say("page.threat_you"), what: say(reachable.has(field) ? "page.threat_now" : "page.threat_mine", { field }) };
}

/** Why a stone cannot go on a field that was tapped. */
export function refusal(table: Asked, view: View, field: number): string {
  const { say, seat } = table;
  if (table.over || seat === null || table.moves.length === 0) {
    if (seat === null || table.over) return state(table, view, field);
    return say("page.not_now", { field });
  }
  const why = whyNot(view, seat, field, table.moves);
  return why ? say(why.say, why.details) : "";
}

/** How a field stands, for those who only look. */
function state({ say, name }: Asked, view: View, field: number): string {
  const who = leader(stonesOn(view, field));
  const stands = who === null ? say(stonesOn(view, field).some(Boolean) ? "page.field_tie" : "page.field_empty") : say(view.locked.includes(field) ? "page.field_locked" : "page.field_lead", { who: name(who) });
  return `${say("page.field", { field })}: ${stands}.`;
}
