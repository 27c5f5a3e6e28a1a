/** A part of a text, from one letter to before another. */
export type Range = readonly [from: number, to: number];

/** A file of the repository that is another than before. */
export interface Change {
  readonly path: string;
  /** Its text before; `null` for a new one. */
  readonly before: string | null;
  /** What of that text has changed. */
  readonly ranges: readonly Range[];
}

/** What differs between two texts, in the first: without what both begin and end with. */
export function differenceOf(before: string, after: string): Range {
  let from = 0;
  while (from < before.length && from < after.length && before[from] === after[from]) from += 1;
  let left = 0;
  const most = Math.min(before.length, after.length) - from;
  while (left < most && before.at(-1 - left) === after.at(-1 - left)) left += 1;
  return [from, before.length - left];
}

/** Where each line begins, and the end of the text. */
function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** The lines from the `first`th (from 1), so many of them. */
function linesOf(text: string, starts: readonly number[], [first, count]: readonly [number, number]): Range {
  // Of an insertion git names the line before it.
  const line = count === 0 ? first : first - 1;
  return [starts[line] ?? text.length, starts[line + count] ?? text.length];
}

const hunk = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** What differs between two texts, in the first, by the hunks that git names. */
export function rangesOf(before: string, after: string, diff: readonly string[]): readonly Range[] {
  const [was, is] = [lineStarts(before), lineStarts(after)];
  return diff.flatMap((line) => {
    const found = hunk.exec(line);
    if (found === null) return [];
    const [, oldFirst, oldCount = '1', newFirst, newCount = '1'] = found;
    const [from, to] = linesOf(before, was, [Number(oldFirst), Number(oldCount)]);
    const [newFrom, newTo] = linesOf(after, is, [Number(newFirst), Number(newCount)]);
    const [inner, end] = differenceOf(before.slice(from, to), after.slice(newFrom, newTo));
    return [[from + inner, from + end] as const];
  });
}
