/** What kind of device this is, for the list of a seat's devices. */

export type DeviceKind = "phone" | "tablet" | "computer";

export function deviceKind(): DeviceKind {
  if (typeof matchMedia !== "function" || !matchMedia("(pointer: coarse)").matches) return "computer";
  return Math.min(screen.width, screen.height) < 600 ? "phone" : "tablet";
}

/** "4821 7503": in two halves, easier to read and to type. */
export const spaced = (code: string): string => code.replace(/^(\d{4})(?=\d)/, "$1 ");

/** Minutes and seconds. */
export const countdown = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

/** Is this an address that only this machine understands? Then no friend can follow a link to it. */
export const isOnlyHere = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[?::1\]?|0\.0\.0\.0)$/i.test(host);
