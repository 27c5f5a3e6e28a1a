/** A tool call that the question demands. */
export interface DirectedCall {
  readonly name: string;
  /** The JSON of the arguments; `null` if the question has none. */
  readonly arguments: string | null;
}

/** Instructions within a question, for clients that cannot send `metadata`. */
export interface Directives {
  readonly calls: readonly DirectedCall[];
  readonly thinks: boolean;
  /** As in `metadata`. */
  readonly knobs: Readonly<Record<string, string>>;
}

const callsMax = 8;
/** Each may search the whole text. */
const triesMax = 32;
const callStart = /\[call ([A-Za-z0-9_.:-]{1,256})(?: +(?=\{)|\])/g;
const knob = /\[(sandbox_[a-z_]{1,32}): ?([A-Za-z0-9]{1,16})\]/g;

/** The end of the JSON object that starts at `start`; -1 if it does not end, or is followed by anything but `]`. */
function objectEnd(text: string, start: number): number {
  let depth = 0;
  let isInString = false;
  for (let at = start; at < text.length; at += 1) {
    const mark = text[at];
    if (isInString) {
      if (mark === '\\') at += 1;
      else if (mark === '"') isInString = false;
    } else if (mark === '"') isInString = true;
    else if (mark === '{') depth += 1;
    else if (mark === '}') {
      depth -= 1;
      if (depth === 0) return text[at + 1] === ']' ? at + 1 : -1;
    }
  }
  return -1;
}

function argumentsAt(text: string, start: number): string | null {
  const end = objectEnd(text, start);
  if (end === -1) return null;
  const json = text.slice(start, end);
  try {
    JSON.parse(json);
    return json;
  } catch {
    return null;
  }
}

function readCalls(text: string): DirectedCall[] {
  const calls: DirectedCall[] = [];
  let tries = 0;
  for (const found of text.matchAll(callStart)) {
    tries += 1;
    if (calls.length === callsMax || tries > triesMax) break;
    const [start, name = ''] = found;
    const json = start.endsWith(']') ? null : argumentsAt(text, found.index + start.length);
    if (start.endsWith(']') || json !== null) calls.push({ name, arguments: json });
  }
  return calls;
}

/**
 * Reads `[call Bash {"command": "ls"}]`, `[think]` and `[sandbox_status: 503]`.
 * @param text of limited length: each of its calls may search all of it.
 */
export function readDirectives(text: string): Directives {
  return {
    calls: readCalls(text),
    thinks: text.includes('[think]'),
    knobs: Object.fromEntries([...text.matchAll(knob)].map(([, name = '', value = '']) => [name, value])),
  };
}
