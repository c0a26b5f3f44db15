// What the page reads from a view of this game, and what the legal moves mean on its trays. Trays and spaces count from 1.

import type { View as Made } from "./view.made";

export interface View extends Made {
  options: { deck?: unknown; open_sacks?: boolean; replacement?: string; unclaimed?: string };
}
export type Tray = View["trays"][number];
export type Reason = NonNullable<Tray["reason"]>;
export interface Scored {
  event: "scored" | "unclaimed"; tray: number; card: string; cause: "short" | "double" | "six" | "full" | "end";
  winner: number | null; sacks: number; reason: Reason | null; returned: number[];
}

export interface Die { seat: number; value: number; order: number }

/** A die on a tray: `seat:value`, or `seat:value#n` where the order of placing counts. */
export function die(text: string, space: number): Die {
  const [who = "0", rest = "0"] = text.split(":");
  const [value = "0", order] = rest.split("#");
  return { seat: Number(who), value: Number(value), order: order === undefined ? space : Number(order) };
}

export const diceOn = (tray: Tray): Die[] => tray.dice.map((text, i) => die(text, i + 1));

export type Move =
  | { kind: "place"; value: number; tray: number; text: string }
  | { kind: "swap"; value: number; tray: number; space: number; text: string }
  | { kind: "score"; tray: number; text: string }
  | { kind: "decline"; text: string };

/** A move's text, read. */
export function read(text: string): Move | null {
  const [value = 0, tray = 0, space = 0] = (text.match(/[0-9]/g) ?? []).map(Number);
  if (text === "decline") return { kind: "decline", text };
  if (/^place [1-6] on [1-5]$/.test(text)) return { kind: "place", value, tray, text };
  if (/^swap [1-6] at [1-5]\.[1-9]$/.test(text)) return { kind: "swap", value, tray, space, text };
  if (/^score [1-5]$/.test(text)) return { kind: "score", tray: value, text };
  return null;
}

export interface Targets {
  places: Map<number, string>; // tray → move, for the chosen die
  swaps: Map<string, { text: string; value: number }>; // "tray.space" → move, for both dice
  scores: Map<number, string>; // tray → move
  decline: boolean;
}

/** Where something can be done: places for the chosen die, swaps for both, cards that may be scored. */
export function targets(moves: string[], chosen: number | null): Targets {
  const found: Targets = { places: new Map(), swaps: new Map(), scores: new Map(), decline: false };
  for (const move of moves.map(read)) {
    if (move?.kind === "place" && move.value === chosen) found.places.set(move.tray, move.text);
    if (move?.kind === "swap") found.swaps.set(`${move.tray}.${move.space}`, { text: move.text, value: move.value });
    if (move?.kind === "score") found.scores.set(move.tray, move.text);
    if (move?.kind === "decline") found.decline = true;
  }
  return found;
}

/** The sacks are for all to see only at an open table, and at the end. */
export const sacksShown = (view: View): boolean => view.phase === "over" || view.options.open_sacks === true;
