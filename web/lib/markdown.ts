/** The little Markdown that rule sheets use, as plain data: nothing is ever taken as HTML. */

export type Span = { text: string; kind: "" | "b" | "i" | "code" };
export type Block =
  | { kind: "h"; level: number; spans: Span[] }
  | { kind: "p"; spans: Span[] }
  | { kind: "ul"; items: Span[][] }
  | { kind: "ol"; items: Span[][] }
  | { kind: "table"; rows: Span[][][] }
  | { kind: "pre"; text: string };

export function spans(text: string): Span[] {
  const found: Span[] = [];
  const plain = text.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1");
  for (const [whole, b, i, i2, code] of plain.matchAll(/\*\*(.+?)\*\*|\*(.+?)\*|\b_(.+?)_\b|`(.+?)`|[^*_`]+|[*_`]/g)) {
    if (b !== undefined) found.push({ text: b, kind: "b" });
    else if (i !== undefined || i2 !== undefined) found.push({ text: (i ?? i2)!, kind: "i" });
    else if (code !== undefined) found.push({ text: code, kind: "code" });
    else if (found.at(-1)?.kind === "") found.at(-1)!.text += whole;
    else found.push({ text: whole, kind: "" });
  }
  return found;
}

const item = /^\s*(?:[-*]|(\d+)[.)])\s+(.*)$/;

export function blocks(source: string): Block[] {
  const found: Block[] = [];
  const lines = source.replace(/\r/g, "").split("\n");
  for (let at = 0; at < lines.length; ) {
    const line = lines[at]!;
    const head = /^(#{1,4})\s+(.*)$/.exec(line);
    if (!line.trim()) at++;
    else if (line.startsWith("```")) {
      const end = lines.findIndex((other, i) => i > at && other.startsWith("```"));
      found.push({ kind: "pre", text: lines.slice(at + 1, end < 0 ? undefined : end).join("\n") });
      at = end < 0 ? lines.length : end + 1;
    } else if (head) {
      found.push({ kind: "h", level: head[1]!.length, spans: spans(head[2]!) });
      at++;
    } else if (line.trimStart().startsWith("|")) {
      const rows: Span[][][] = [];
      for (; at < lines.length && lines[at]!.trimStart().startsWith("|"); at++) {
        const cells = lines[at]!.trim().replace(/^\||\|$/g, "").split("|");
        if (!cells.every((cell) => /^\s*:?-+:?\s*$/.test(cell))) rows.push(cells.map((cell) => spans(cell.trim())));
      }
      found.push({ kind: "table", rows });
    } else if (item.test(line)) {
      const items: string[] = [];
      const kind = item.exec(line)![1] ? "ol" : "ul";
      for (; at < lines.length && lines[at]!.trim(); at++) {
        const next = item.exec(lines[at]!);
        if (next) items.push(next[2]!);
        else if (/^#{1,4}\s/.test(lines[at]!)) break;
        else items[items.length - 1] += ` ${lines[at]!.trim()}`;
      }
      found.push({ kind, items: items.map(spans) });
    } else {
      const text: string[] = [];
      for (; at < lines.length && lines[at]!.trim() && !/^#{1,4}\s|^```|^\s*\|/.test(lines[at]!) && !(text.length && item.test(lines[at]!)); at++) text.push(lines[at]!.trim());
      found.push({ kind: "p", spans: spans(text.join(" ")) });
    }
  }
  return found;
}
