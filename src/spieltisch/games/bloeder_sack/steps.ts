// Arrow keys on a table that is no plain grid: to the nearest target in that direction.

export interface Box { left: number; top: number; width: number; height: number }

const WAYS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The index of the nearest box in the direction of a key, or -1; what lies straight ahead is nearer. */
export function nearest(from: Box, boxes: readonly Box[], key: string): number {
  const way = WAYS[key];
  if (!way) return -1;
  let best = -1, least = Infinity;
  boxes.forEach((box, i) => {
    const dx = box.left + box.width / 2 - (from.left + from.width / 2);
    const dy = box.top + box.height / 2 - (from.top + from.height / 2);
    const ahead = dx * way[0] + dy * way[1];
    const aside = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
    if (ahead < 4) return;
    const far = ahead + 3 * aside;
    if (far < least) [best, least] = [i, far];
  });
  return best;
}

/** Move the focus among the buttons of a board. */
export function step(board: HTMLElement, event: KeyboardEvent): void {
  const here = document.activeElement;
  if (!(event.key in WAYS) || !here || !board.contains(here)) return;
  event.preventDefault();
  const others = [...board.querySelectorAll<HTMLElement>("button:not([disabled])")].filter((one) => one !== here);
  const found = nearest(here.getBoundingClientRect(), others.map((one) => one.getBoundingClientRect()), event.key);
  others[found]?.focus();
}
