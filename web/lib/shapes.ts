/** The shapes of the seats. A seat is 0–3 as in every view; null is nobody's (ivory). Colour never speaks alone. */

export type SeatLike = number | null | undefined;

/** The class that sets a seat's five colours: `s1` … `s4`, `s0` for nobody. */
export const seatClass = (seat: SeatLike): string => `s${seat == null ? 0 : seat + 1}`;

const index = (seat: SeatLike): number => (seat == null ? 0 : seat + 1);

/** Flat shape in a box of 20. */
export const flat = (seat: SeatLike): string =>
  [
    "M10 4.5a5.5 5.5 0 1 1 0 11a5.5 5.5 0 1 1 0-11Z",
    "M10 1.5a8.5 8.5 0 1 1 0 17a8.5 8.5 0 1 1 0-17Z",
    "M10 .8 18.7 10 10 19.2 1.3 10Z",
    "M2.4 2.4H17.6V17.6H2.4Z",
    "M10 1.6 18.9 17.6H1.1Z",
  ][index(seat)]!;

/** Wooden token in a box of 40. */
export const token = (seat: SeatLike): string =>
  [
    "M20 2.5a17.5 17.5 0 1 1 0 35a17.5 17.5 0 1 1 0-35Z",
    "M20 2.5a17.5 17.5 0 1 1 0 35a17.5 17.5 0 1 1 0-35Z",
    "M18.2 2.6Q20 .8 21.8 2.6L37.4 18.2Q39.2 20 37.4 21.8L21.8 37.4Q20 39.2 18.2 37.4L2.6 21.8Q.8 20 2.6 18.2Z",
    "M6.5 4H33.5Q36 4 36 6.5V33.5Q36 36 33.5 36H6.5Q4 36 4 33.5V6.5Q4 4 6.5 4Z",
    "M17.6 3.8Q20 .2 22.4 3.8L38 31.4Q39.6 35.4 35.4 35.8H4.6Q.4 35.4 2 31.4Z",
  ][index(seat)]!;

/** Outline of a die in a box of 52. */
export const dieBody = (seat: SeatLike): string =>
  [
    "M12 2H40Q50 2 50 12V40Q50 50 40 50H12Q2 50 2 40V12Q2 2 12 2Z",
    "M19 2H33Q50 2 50 19V33Q50 50 33 50H19Q2 50 2 33V19Q2 2 19 2Z",
    "M15.5 2.6Q16.4 2 17.6 2H34.4Q35.6 2 36.5 2.6L49.4 15.5Q50 16.4 50 17.6V34.4Q50 35.6 49.4 36.5L36.5 49.4Q35.6 50 34.4 50H17.6Q16.4 50 15.5 49.4L2.6 36.5Q2 35.6 2 34.4V17.6Q2 16.4 2.6 15.5Z",
    "M4.5 2H47.5Q50 2 50 4.5V47.5Q50 50 47.5 50H4.5Q2 50 2 47.5V4.5Q2 2 4.5 2Z",
    "M14.5 2H37.5Q41.4 2 42.3 5.8L50 44.5Q50.6 50 45.4 50H6.6Q1.4 50 2 44.5L9.7 5.8Q10.6 2 14.5 2Z",
  ][index(seat)]!;

function pip(n: number, x: number, y: number): string {
  if (n === 2) return `M${x} ${y - 6.2}L${x + 6} ${y}L${x} ${y + 6.2}L${x - 6} ${y}Z`;
  if (n === 3) return `M${x - 4.5} ${y - 4.5}h9v9h-9Z`;
  if (n === 4) return `M${x} ${y - 5.6}L${x + 5.9} ${y + 4.6}H${x - 5.9}Z`;
  const r = n === 1 ? 4.9 : 4.6;
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
}

/** The pips of a value as one path; they speak the seat's shape too. */
export function pips(seat: SeatLike, value: number): string {
  const n = index(seat);
  const w = n === 4 ? 10.6 : n === 2 || n === 1 ? 11.6 : 12.6;
  const h = n === 2 ? 11.6 : n === 1 ? 12 : 12.6;
  const [L, R, T, B] = [26 - w, 26 + w, 26 - h, 26 + h];
  const slant = n === 4 ? 1 : 0; // the triangle's die is narrower at the top
  const tl = [L + 2 * slant, T], tr = [R - 2 * slant, T], bl = [L - 1.5 * slant, B], br = [R + 1.5 * slant, B];
  const c = [26, 26];
  const at: Record<number, number[][]> = { 1: [c], 2: [tl, br], 3: [tl, c, br], 4: [tl, tr, bl, br], 5: [tl, tr, c, bl, br], 6: [tl, tr, [L, 26], [R, 26], bl, br] };
  return (at[value] ?? []).map(([x, y]) => pip(n, x!, y!)).join("");
}
