/** A move on its way: said again after a lost connection as long as its question is still open, and never twice. */

import type { Message, Refusal } from "./wire";

export interface Wish {
  seat: number;
  ask: number;
  frame: { do?: string; undo?: 1; ask: number; seat?: number };
}

export function moveWish(seat: number, message: Message, move: string, several: boolean): Wish | null {
  if (!message.ask) return null;
  return { seat, ask: message.ask.n, frame: { do: move, ask: message.ask.n, ...(several ? { seat } : {}) } };
}

export function undoWish(seat: number, message: Message, several: boolean): Wish | null {
  if (!message.table.undo) return null;
  return { seat, ask: message.at, frame: { undo: 1, ask: message.at, ...(several ? { seat } : {}) } };
}

/** Has this message of the same seat settled the wish? */
export function isSettled(wish: Wish, message: Message): boolean {
  if (wish.frame.undo) return message.at > wish.ask || !message.table.undo;
  return message.ask?.n !== wish.ask;
}

/** Is this refusal about the wish? */
export function isAbout(wish: Wish, refusal: Refusal): boolean {
  return refusal.ask === wish.ask && (refusal.seat === undefined || refusal.seat === wish.seat);
}
