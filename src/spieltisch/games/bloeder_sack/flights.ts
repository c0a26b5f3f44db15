// Dice and cards move, never teleport: what the last message brought, played on the table. Nothing moves for those who asked for stillness.
import type { GameEvent } from "../../../../web/lib/table";
import { fly, still } from "../../../../web/lib/motion";

interface Seen { rect: DOMRect; copy: Element }
export interface Snapshot { spots: Map<string, Seen>; hand: Map<string, Seen> }

const seen = (node: Element): Seen => ({ rect: node.getBoundingClientRect(), copy: node.cloneNode(true) as Element });

/** Where every die is, before the table changes. */
export function snapshot(root: ParentNode): Snapshot {
  const found: Snapshot = { spots: new Map(), hand: new Map() };
  if (still()) return found;
  for (const node of root.querySelectorAll<HTMLElement>("[data-spot]")) {
    const die = node.querySelector(".die:not(.ghost)");
    if (die) found.spots.set(node.dataset.spot!, seen(die));
  }
  for (const node of root.querySelectorAll<HTMLElement>("[data-hand]")) {
    const die = node.querySelector(".die");
    if (die) found.hand.set(node.dataset.hand!, seen(die));
  }
  return found;
}

/** Where a seat's things go home to. */
const home = (seat: number): DOMRect | undefined => document.querySelector(`.people .person.s${seat + 1} .badge`)?.getBoundingClientRect();

/** A copy that flies from one place to another and is gone. */
export function sendOff({ rect, copy }: Seen, to: DOMRect | undefined, delay = 0, ms = 360): void {
  if (still() || !to || !rect.width) return;
  const node = copy.cloneNode(true) as HTMLElement;
  node.classList.remove("is-rolling", "is-landing");
  node.removeAttribute("data-won");
  node.setAttribute("aria-hidden", "true");
  Object.assign(node.style, { position: "fixed", left: `${rect.left}px`, top: `${rect.top}px`, width: `${rect.width}px`, height: `${rect.height}px`, translate: "none", margin: "0", zIndex: "20", pointerEvents: "none" });
  document.querySelector(".play")?.append(node);
  const dx = to.left + to.width / 2 - rect.left - rect.width / 2, dy = to.top + to.height / 2 - rect.top - rect.height / 2;
  const flight = node.animate(
    [{ transform: "none", opacity: 1 }, { transform: `translate(${dx}px, ${dy}px) scale(${Math.max(0.25, to.width / rect.width / 1.6)})`, opacity: 0.35 }],
    { duration: ms, delay, easing: "cubic-bezier(.4, 0, .3, 1)", fill: "both" },
  );
  const gone = () => node.remove();
  flight.finished.then(gone, gone);
}

/** Play the events of one message; `before` is how the table looked. */
export function play(root: ParentNode, events: readonly GameEvent[], before: Snapshot): void {
  if (still()) return;
  for (const told of events) {
    const spot = `${told.tray}.${told.space}`;
    if (told.event === "placed" || told.event === "swapped") arrive(root, spot, told, before);
    if (told.event === "swapped") {
      const old = before.spots.get(spot);
      if (old) sendOff(old, home(told.owner as number));
    }
    if (told.event === "scored" || told.event === "unclaimed") goHome(told, before);
    if (told.event === "drew") turnUp(root, told.tray as number);
  }
}

function arrive(root: ParentNode, spot: string, told: GameEvent, before: Snapshot): void {
  const from = before.hand.get(String(told.value));
  const well = root.querySelector(`[data-spot="${spot}"]`);
  const die = well?.querySelector(".die:not(.ghost)");
  if (die && from) void fly(die, from.rect, { delay: told.event === "swapped" ? 120 : 0 });
  else if (well && from) sendOff(from, well.getBoundingClientRect());
}

/** The dice of a scored tray go home, the winner's last. */
function goHome(told: GameEvent, before: Snapshot): void {
  for (const [spot, old] of before.spots) {
    if (!spot.startsWith(`${told.tray}.`)) continue;
    const seat = [0, 1, 2, 3].find((one) => old.copy.classList.contains(`s${one + 1}`)) ?? 0;
    sendOff(old, home(seat), seat === told.winner ? 220 : 0);
  }
}

function turnUp(root: ParentNode, tray: number): void {
  root.querySelector(`[data-card="${tray}"]`)?.animate([{ transform: "perspective(600px) rotateY(90deg)" }, { transform: "none" }], { duration: 240, easing: "cubic-bezier(.2, .8, .2, 1)" });
}

/** The won card flies to its winner. */
export function carryOff(node: Element, winner: number | null): void {
  if (winner !== null) sendOff(seen(node), home(winner));
}
