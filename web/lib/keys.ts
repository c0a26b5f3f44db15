/** Is this page used by keyboard? Then the focus is led to where something can be done. */

let last = false;
if (typeof addEventListener === "function") {
  addEventListener("keydown", () => { last = true; }, true);
  addEventListener("pointerdown", () => { last = false; }, true);
}
export const byKeys = (): boolean => last;
