// Everything that one field shows, and the same as a sentence.

import type { Table } from "../../../../web/lib/table";
import { band, barredBy, isContested, isLocked, leader, placed, stonesOn, type Threat, type View } from "./board";
import { total, type Cards } from "./choice";

export interface Shown {
  view: View;
  seat: number | null;
  ways: Map<number, number[][]>;
  /** the cards that are up now */
  cards: Cards;
  /** cards were tapped: only their field is lit */
  byCards: boolean;
  threats: readonly Threat[];
  /** field → seat whose last stone lies there */
  last: ReadonlyMap<number, number>;
  /** fields of the line that won */
  won: ReadonlySet<number>;
}

export interface Facts {
  field: number;
  band: number;
  stones: number[];
  /** how many seats have stones here */
  kinds: number;
  leader: number | null;
  locked: boolean;
  tie: boolean;
  barred: boolean;
  /** the ways of cards that lead here now; none if a stone cannot go here */
  ways: readonly Cards[];
  chosen: boolean;
  /** the tapped cards add up to this field, but a stone cannot go here */
  aimed: boolean;
  /** reachable, but the tapped cards lead elsewhere */
  aside: boolean;
  /** the stacks to draw; the own one as a ghost where a stone would go */
  stacks: { seat: number; count: number; ghost: boolean }[];
  threats: number[];
  last: number | null;
  won: boolean;
}

export function facts(shown: Shown, field: number): Facts {
  const { view, seat } = shown;
  const stones = stonesOn(view, field);
  const ways = shown.ways.get(field) ?? [];
  const chosen = ways.length > 0 && shown.cards.length > 0 && total(shown.cards) === field;
  const then = chosen && seat !== null ? stonesOn(placed(view, seat, field), field) : stones;
  return {
    field,
    band: band(field),
    stones,
    kinds: then.filter(Boolean).length,
    leader: leader(stones),
    locked: isLocked(view, field),
    tie: isContested(stones),
    barred: seat !== null && view.phase !== "over" && barredBy(view, seat, field) !== null,
    ways,
    chosen,
    aimed: ways.length === 0 && shown.byCards && shown.cards.length > 0 && total(shown.cards) === field,
    aside: ways.length > 0 && shown.byCards && shown.cards.length > 0 && !chosen,
    stacks: then.flatMap((count, who) => (count ? [{ seat: who, count, ghost: chosen && who === seat }] : [])),
    threats: [...new Set(shown.threats.filter((threat) => threat.field === field).map((threat) => threat.seat))],
    last: shown.last.get(field) ?? null,
    won: shown.won.has(field),
  };
}

/** A field as a sentence: number, state, stones, how to reach it, what threatens. */
export function label(table: Pick<Table, "say" | "name" | "seat">, shown: Shown, it: Facts): string {
  const { say, seat } = table;
  const own = (key: string, who: number | null) =>
    who === seat ? say(`page.${key}_you`) : say(`page.${key}`, { who: who === null ? "" : table.name(who) });
  const parts = [say("page.field", { field: it.field })];
  if (it.locked) parts.push(own("field_locked", it.leader));
  else if (it.barred) parts.push(say("page.field_barred", { who: table.name(barredBy(shown.view, seat!, it.field)!) }));
  else if (it.leader !== null) parts.push(own("field_lead", it.leader));
  else parts.push(say(it.tie ? "page.field_tie" : "page.field_empty"));
  if (it.stones.filter(Boolean).length > 1)
    it.stones.forEach((count, who) => count && parts.push(say("page.field_stones", { who: table.name(who), count })));
  if (it.won) parts.push(say("page.field_won"));
  for (const who of it.threats) parts.push(own("field_threat", who));
  if (it.last !== null) parts.push(say("page.field_last", { who: table.name(it.last) }));
  if (it.chosen) parts.push(say("page.field_chosen", { cards: shown.cards }));
  else it.ways.forEach((cards, at) => parts.push(say(at ? "page.field_or" : "page.field_reach", { cards })));
  return `${parts.join(", ")}.`;
}
