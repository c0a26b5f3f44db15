/** Names in two lengths: in full where there is room, else the short form, which sentences take. */

const BRIEF = 12; // a name up to so many letters is short already
const MOST = 18; // and beyond so many it is cut, whatever it is

const TITLE = /^(opa|oma|onkel|tante|herr|frau|dr\.?|prof\.?|grandpa|grandma|granny|uncle|aunt|auntie|mr\.?|mrs\.?|ms\.?)\s+(?=\S)/i;

/** Without a form of address, up to the first space or hyphen. */
export function shortName(name: string): string {
  return name.trim().length <= BRIEF ? name.trim() : cut(first(name));
}

const cut = (name: string): string => ([...name].length > MOST ? `${[...name].slice(0, MOST - 1).join("")}…` : name);

/** What somebody is called across the table: "Karl" for "Opa Karl". */
export const callName = (name: string): string => cut(first(name));

const first = (name: string): string => name.trim().replace(TITLE, "").split(/[\s-]+/).find(Boolean) ?? name.trim();

/** The short form of each; two alike get the next letter of what follows ("Gertrude v."), or stay as long as they are. */
export function shortNames(names: readonly string[]): string[] {
  const short = names.map(shortName);
  const isAlone = (list: readonly string[], seat: number) => list.every((other, n) => n === seat || other.toLowerCase() !== list[seat]!.toLowerCase());
  const more = names.map((name, seat) => (isAlone(short, seat) ? short[seat]! : withInitial(name, short[seat]!)));
  return more.map((name, seat) => (isAlone(more, seat) ? name : cut(names[seat]!.trim())));
}

function withInitial(name: string, short: string): string {
  const rest = name.trim().replace(TITLE, "").slice(first(name).length).replace(/^[\s-]+/, "");
  return rest ? `${short} ${[...rest][0]}.` : short;
}

/** The letter on a seat's badge: of the name, without a form of address. */
export function initial(name: string): string {
  return ([...first(name)][0] ?? "?").toUpperCase();
}
