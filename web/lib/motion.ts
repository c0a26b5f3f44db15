/** Things move, they never teleport: at most 400 ms, and not at all for those who asked for less motion. */

import { home } from "./home.svelte";

export const still = (): boolean => home.motion === "less";

const EASE = "cubic-bezier(.2, .8, .2, 1)";

export interface Flight {
  ms?: number;
  delay?: number;
  /** Ends this much larger or smaller than it began; 1 where the sizes are to be taken as they are. */
  spin?: number;
}

/** Let a node that stands in its new place come from where something was. Answers when it has landed. */
export async function fly(node: Element, from: DOMRect, flight: Flight = {}): Promise<void> {
  if (still() || !node.isConnected || typeof node.animate !== "function") return;
  const to = node.getBoundingClientRect();
  if (!to.width || !from.width) return;
  const dx = from.left + from.width / 2 - (to.left + to.width / 2);
  const dy = from.top + from.height / 2 - (to.top + to.height / 2);
  const scale = from.width / to.width;
  const moving = node.animate(
    [{ transform: `translate(${dx}px, ${dy}px) rotate(${flight.spin ?? 0}deg) scale(${scale})`, zIndex: 9 }, { transform: "none", zIndex: 9 }],
    { duration: Math.min(flight.ms ?? 240, 400), delay: flight.delay ?? 0, easing: EASE, fill: "backwards" },
  );
  await moving.finished.catch(() => undefined);
}

/** An action: the node flies in from the first element that the selector (or function) finds when it appears. */
export function flown(node: Element, from: string | (() => Element | null | undefined) | undefined): void {
  if (!from) return;
  const source = typeof from === "string" ? document.querySelector(from) : from();
  if (source) void fly(node, source.getBoundingClientRect());
}

/** FLIP for a list: remember where things are, change them, let each come from where it was. Key by `data-flip`. */
export function places(root: ParentNode): Map<string, DOMRect> {
  const found = new Map<string, DOMRect>();
  for (const node of root.querySelectorAll<HTMLElement>("[data-flip]")) found.set(node.dataset.flip!, node.getBoundingClientRect());
  return found;
}

export function settle(root: ParentNode, before: Map<string, DOMRect>, flight: Flight = {}): void {
  for (const node of root.querySelectorAll<HTMLElement>("[data-flip]")) {
    const was = before.get(node.dataset.flip!);
    const is = node.getBoundingClientRect();
    if (was && Math.abs(was.left - is.left) + Math.abs(was.top - is.top) > 2) void fly(node, was, flight);
  }
}

/** Wait, unless motion is not wanted. */
export function pause(ms: number): Promise<void> {
  return still() ? Promise.resolve() : new Promise((done) => setTimeout(done, ms));
}
