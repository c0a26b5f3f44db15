/** Addresses of the page. */

export type Route =
  | { page: "lobby" }
  | { page: "table"; id: string }
  | { page: "replay"; id: string; at: number | null }
  | { page: "rules"; game: string }
  | { page: "about" }
  | { page: "device" }
  | { page: "nowhere" };

export function routeOf(path: string, query = ""): Route {
  const parts = path.split("/").filter(Boolean).map(decoded);
  const [first, second = "", third, ...more] = parts;
  if (first === undefined) return { page: "lobby" };
  if (more.length) return { page: "nowhere" };
  if (first === "t" && /^[\w-]{1,64}$/.test(second)) {
    if (third === undefined) return { page: "table", id: second };
    const at = Number(new URLSearchParams(query).get("at") ?? NaN);
    if (third === "replay") return { page: "replay", id: second, at: Number.isInteger(at) && at > 0 ? at : null };
  }
  if (first === "rules" && /^[\w-]{1,64}$/.test(second) && third === undefined) return { page: "rules", game: second };
  if (first === "d" && !second) return { page: "device" };
  if (first === "about" && !second) return { page: "about" };
  return { page: "nowhere" };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}
