/** A part of a line. */
export type Inline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'stress' | 'struck'; readonly parts: readonly Inline[] }
  | { readonly kind: 'link'; readonly to: string; readonly parts: readonly Inline[] };

export type Block =
  | { readonly kind: 'paragraph' | 'heading'; readonly parts: readonly Inline[] }
  | { readonly kind: 'code'; readonly name: string; readonly text: string }
  | { readonly kind: 'list'; readonly start: number | null; readonly items: readonly (readonly Block[])[] }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | {
      readonly kind: 'table';
      readonly head: readonly (readonly Inline[])[];
      readonly rows: readonly (readonly (readonly Inline[])[])[];
    }
  | { readonly kind: 'rule' };

const marks =
  /`+([^`]+?)`+|\*\*(?=\S)(.+?)\*\*|__(?=\S)(.+?)__|~~(?=\S)(.+?)~~|\*(?=[^\s*])([^*]+?)\*|!?\[([^\]]*)\]\(([^()\s]+)(?:\s+"[^"]*")?\)|(https?:\/\/[^\s<>()"'，。；：、）】」]+)/;

/** Allows only links to pages, never scripts. */
function isSafe(address: string): boolean {
  return /^(?:https?:\/\/|mailto:)/i.test(address);
}

function marked(match: RegExpExecArray): Inline {
  const [whole, code, bold, underlined, struck, stressed, label, to, address] = match;
  const strong = bold ?? underlined;
  if (code !== undefined) return { kind: 'code', text: code };
  if (strong !== undefined) return { kind: 'strong', parts: inlines(strong) };
  if (struck !== undefined) return { kind: 'struck', parts: inlines(struck) };
  if (stressed !== undefined) return { kind: 'stress', parts: inlines(stressed) };
  if (to !== undefined && isSafe(to))
    return { kind: 'link', to, parts: label === undefined || label === '' ? inlines(to) : [{ kind: 'text', text: label }] };
  if (address !== undefined) return { kind: 'link', to: address, parts: [{ kind: 'text', text: address }] };
  return { kind: 'text', text: whole };
}

function inlines(text: string): readonly Inline[] {
  const parts: Inline[] = [];
  let rest = text;
  for (let match = marks.exec(rest); match !== null; match = marks.exec(rest)) {
    if (match.index > 0) parts.push({ kind: 'text', text: rest.slice(0, match.index) });
    parts.push(marked(match));
    rest = rest.slice(match.index + match[0].length);
  }
  return rest === '' ? parts : [...parts, { kind: 'text', text: rest }];
}

const fence = /^ {0,3}(`{3,}|~{3,})\s*([^\s`]*)[^`]*$/;
const heading = /^ {0,3}#{1,6}\s+(.*?)\s*#*$/;
const rule = /^ {0,3}(?:(?:\*\s*){3,}|(?:-\s*){3,}|(?:_\s*){3,})$/;
const item = /^( {0,3})([-*+]|(\d{1,9})[.)])(\s+|$)/;
const quote = /^ {0,3}> ?/;
const tableRule = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;

/** Lines of a text, consumed from the front. */
class Lines {
  readonly #lines: readonly string[];
  #at = 0;
  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }
  get first(): string | undefined {
    return this.#lines[this.#at];
  }
  get second(): string | undefined {
    return this.#lines[this.#at + 1];
  }
  take(): string {
    this.#at += 1;
    return this.#lines[this.#at - 1] ?? '';
  }
  /** Takes lines while they match. */
  takeWhile(isSuch: (line: string, next: string | undefined) => boolean): readonly string[] {
    const taken: string[] = [];
    while (this.first !== undefined && isSuch(this.first, this.second)) taken.push(this.take());
    return taken;
  }
}

function takeCode(lines: Lines): Block {
  const [, sign = '```', name = ''] = fence.exec(lines.take()) ?? [];
  const text = lines.takeWhile((line) => !(line.trim().startsWith(sign) && line.trim().replaceAll(sign[0] ?? '`', '') === ''));
  lines.take();
  return { kind: 'code', name, text: text.join('\n') };
}

const indentOf = (line: string): number => line.length - line.trimStart().length;
const isBlank = (line: string): boolean => line.trim() === '';

/** The content of a list item: its first line, and the indented lines below. */
function takeItem(lines: Lines, mark: RegExpExecArray): readonly Block[] {
  const indent = (mark[1] ?? '').length + 2;
  const first = lines.take().slice(mark[0].length);
  const isInside = (line: string): boolean => indentOf(line) >= indent;
  const more = lines.takeWhile((line, next) => (isBlank(line) ? next !== undefined && isInside(next) : isInside(line)));
  const cut = more.filter((line) => !isBlank(line)).reduce((least, line) => Math.min(least, indentOf(line)), Infinity);
  return blocks([first, ...more.map((line) => line.slice(Math.min(cut, line.length)))]);
}

function takeList(lines: Lines): Block {
  const number = item.exec(lines.first ?? '')?.[3];
  const items: (readonly Block[])[] = [];
  for (;;) {
    const line = lines.first ?? '';
    const mark = item.exec(line);
    const isSame = mark !== null && (mark[3] === undefined) === (number === undefined) && !rule.test(line);
    if (!isSame) return { kind: 'list', start: number === undefined ? null : Number(number), items };
    items.push(takeItem(lines, mark));
    lines.takeWhile((one, next) => isBlank(one) && next !== undefined && item.test(next));
  }
}

function cells(line: string): readonly (readonly Inline[])[] {
  return line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => inlines(cell.trim().replaceAll('\\|', '|')));
}

function takeTable(lines: Lines): Block {
  const head = cells(lines.take());
  lines.take();
  return { kind: 'table', head, rows: lines.takeWhile((line) => line.includes('|')).map(cells) };
}

function beginsAnother(line: string): boolean {
  return line.trim() === '' || [fence, heading, rule, item, quote].some((pattern) => pattern.test(line));
}

function takeHeading(lines: Lines): Block {
  return { kind: 'heading', parts: inlines(heading.exec(lines.take())?.[1] ?? '') };
}

function takeRule(lines: Lines): Block {
  lines.take();
  return { kind: 'rule' };
}

function takeQuote(lines: Lines): Block {
  const quoted = lines.takeWhile((line) => quote.test(line));
  return { kind: 'quote', blocks: blocks(quoted.map((line) => line.replace(quote, ''))) };
}

function takeParagraph(lines: Lines): Block {
  const text = [lines.take(), ...lines.takeWhile((line) => !beginsAnother(line))];
  return { kind: 'paragraph', parts: inlines(text.join('\n')) };
}

const takers = [
  [fence, takeCode],
  [heading, takeHeading],
  [rule, takeRule],
  [item, takeList],
  [quote, takeQuote],
] as const;

function takeBlock(lines: Lines): Block {
  const [line, next] = [lines.first ?? '', lines.second ?? ''];
  const taker = takers.find(([pattern]) => pattern.test(line))?.[1];
  if (taker !== undefined) return taker(lines);
  const isTable = line.includes('|') && next.includes('-') && tableRule.test(next);
  return isTable ? takeTable(lines) : takeParagraph(lines);
}

function blocks(given: readonly string[]): readonly Block[] {
  const lines = new Lines(given);
  const found: Block[] = [];
  for (;;) {
    lines.takeWhile((line) => line.trim() === '');
    if (lines.first === undefined) return found;
    found.push(takeBlock(lines));
  }
}

/** Parses common Markdown from a model; everything else stays plain text. Also accepts incomplete text. */
export function parseMarkdown(text: string): readonly Block[] {
  return blocks(text.split(/\r?\n/));
}
