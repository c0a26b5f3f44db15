/** The table server that this page plays with: the one that it came from; where the page is a site of plain files, the one that it names, or none. */

const told = typeof document === "undefined" ? null : (document.querySelector<HTMLMetaElement>('meta[name="spieltisch-site"]')?.content ?? null);

/** Is this page a site of plain files? Then its own addresses stand behind a `#`, which every file server leaves alone. */
export const isSite = told !== null;
export const hasServer = told !== "";

/** A path of the server. */
export const http = (path: string): string => `${told ?? ""}${path}`;

/** The same for a socket. */
export function ws(path: string): string {
  const { protocol, host } = new URL(told || location.href);
  return `${protocol === "https:" ? "wss" : "ws"}://${host}${path}`;
}
