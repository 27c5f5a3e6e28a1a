/** A part of a text: start index, and end index (exclusive). */
export type Range = readonly [from: number, to: number];

/** A changed file of the repository. */
export interface Change {
  readonly path: string;
  /** Its text before the change; `null` for a new file. */
  readonly before: string | null;
  /** The changed parts of that text. */
  readonly ranges: readonly Range[];
}

/** The difference between two texts, as a range in the first: without their common start and end. */
export function differenceOf(before: string, after: string): Range {
  let from = 0;
  while (from < before.length && from < after.length && before[from] === after[from]) from += 1;
  let left = 0;
  const most = Math.min(before.length, after.length) - from;
  while (left < most && before.at(-1 - left) === after.at(-1 - left)) left += 1;
  return [from, before.length - left];
}

/** Where each line starts, and the end of the text. */
function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** The range of `count` lines, starting with line `first` (from 1). */
function linesOf(text: string, starts: readonly number[], [first, count]: readonly [number, number]): Range {
  // For an insertion, git names the line before it.
  const line = count === 0 ? first : first - 1;
  return [starts[line] ?? text.length, starts[line + count] ?? text.length];
}

const hunk = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** The differences between two texts, as ranges in the first, by the hunks of git. */
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
