/** The order in which seats are named at the end. */

import type { Result } from "./table";

/** By place; those who share one by their points, then as they sit. */
export function ranking({ places, points }: Result): number[] {
  return places.map((_, seat) => seat).sort((a, b) => places[a]! - places[b]! || points[b]! - points[a]! || a - b);
}
