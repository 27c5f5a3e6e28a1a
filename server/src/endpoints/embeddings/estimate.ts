import type { ScannedBody } from '../../json/scanned-body.ts';
import { addText, type TextCounts } from '../../json/text-count.ts';
import type { Estimate } from '../endpoint.ts';
import { estimatedUsage, typicalPerCharacter, upperPerCharacter } from '../shared/estimated-usage.ts';

interface InputCounts {
  readonly text: TextCounts;
  readonly tokens: number;
}

/** Counts a checked input. For a long text, `value` contains only the beginning, so the count from reading the body is used. */
function countInput({ value: { input }, members, longStrings }: ScannedBody): InputCounts {
  const text: TextCounts = { wide: 0, narrow: 0 };
  const place = members.get('input')?.nameStart;
  const counted = new Set<number>();
  for (const { path, wide, narrow } of longStrings) {
    if (path[0] !== place) continue;
    counted.add(~(path[1] ?? ~0));
    text.wide += wide;
    text.narrow += narrow;
  }
  const items: readonly unknown[] = Array.isArray(input) ? input : [input];
  let tokens = 0;
  for (const [position, item] of items.entries()) {
    if (typeof item === 'number') tokens += 1;
    else if (Array.isArray(item)) tokens += item.length;
    else if (typeof item === 'string' && !counted.has(position)) addText(item, text);
  }
  return { text, tokens };
}

/** The expected cost of embeddings. Token IDs count as tokens; `worst` counts every byte sent as a token. */
export function estimateEmbeddings(body: ScannedBody): Estimate {
  const { text, tokens } = countInput(body);
  const by = (rate: TextCounts): number => tokens + text.wide * rate.wide + text.narrow * rate.narrow;
  return {
    expected: estimatedUsage(by(upperPerCharacter), 0),
    worst: estimatedUsage(body.bytes.length, 0),
    input: estimatedUsage(by(typicalPerCharacter), 0),
  };
}
