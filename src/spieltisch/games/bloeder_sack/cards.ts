// The cards of a table: the game's own from its content file, or a deck of one's own from the house rules.
import content from "./content.toml";
import type { View } from "./view";

export interface Card {
  id: string; kind: "most" | "same" | "different" | "last" | "sum";
  values?: number[]; parity?: "odd" | "even"; below?: number; sacks: number; de: string; en: string;
}

const PRINTED = (content as unknown as { cards: Card[] }).cards;

/** The cards of a table, by id. */
export function deckOf(view: Pick<View, "options"> | null): Map<string, Card> {
  const own = view?.options?.deck;
  return new Map((Array.isArray(own) ? (own as Card[]) : PRINTED).map((card) => [card.id, card]));
}

const isOwnDeck = (view: Pick<View, "options">): boolean => Array.isArray(view.options?.deck);

/** The printed cards' sacks are a reconstruction; those of one's own deck are what they are. */
export const areReconstructed = (view: Pick<View, "options">): boolean => !isOwnDeck(view);

/** Long German words may break where a reader would break them. */
export const soft = (text: string): string => text.replace("unterschiedlichen", "unter\u00adschied\u00adlichen");

/** The text tables `{card:cards}` looks up. */
export function words(view: Pick<View, "options"> | null, lang: "de" | "en"): { cards: Record<string, string> } {
  return { cards: Object.fromEntries([...deckOf(view).values()].map((card) => [card.id, card[lang] ?? card.de])) };
}

export interface Sign { op: "most" | "last" | "sum"; faces: number[]; not: boolean; equal: boolean; text: string }

/** The pictogram of a card: a sign for what is asked, then faces of dice; 0 is a blank face. */
export function sign(card: Card): Sign {
  const drawn = { faces: [] as number[], not: false, equal: false, text: "" };
  if (card.kind === "sum") {
    if (card.parity) drawn.faces = card.parity === "odd" ? [1, 3, 5] : [2, 4, 6];
    if (card.below) drawn.text = `< ${card.below}`;
    return { op: "sum", ...drawn };
  }
  const op = card.kind === "last" ? "last" : "most";
  if (card.kind === "same") return { op, ...drawn, faces: [5, 5], equal: true };
  if (card.kind === "different") return { op, ...drawn, faces: [1, 3, 6] };
  const values = card.values ?? [1, 2, 3, 4, 5, 6];
  if (values.length === 6) return { op, ...drawn, faces: [0, 0, 0] };
  if (values.length === 5) return { op, ...drawn, faces: [1, 2, 3, 4, 5, 6].filter((v) => !values.includes(v)), not: true };
  return { op, ...drawn, faces: values };
}

/** What a counted die is called in the short form of a reason: `page.short.odd` and the like. */
export function measure(card: Card | undefined, reason: { measure: string }): string {
  if (reason.measure !== "count") return reason.measure;
  const values = (card?.values ?? []).join("");
  return { "135": "odd", "246": "even", "123456": "dice" }[values] ?? (values.length === 1 ? "value" : "fitting");
}
