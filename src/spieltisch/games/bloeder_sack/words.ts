// Texts that come from the content: what stands on the cards.
import type { OwnWords } from "../../../../web/lib/table";
import { words } from "./cards";

export const own: OwnWords = (options, lang) => words({ options }, lang);
