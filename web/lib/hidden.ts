/** Would somebody who looks with other eyes see something that is not theirs? Then the device is covered in between. */
export function hidesFrom(one: any, other: any): boolean {
  if (!one || !other) return false;
  const { seat: _, ...a } = one;
  const { seat: __, ...b } = other;
  return JSON.stringify(a) !== JSON.stringify(b);
}
