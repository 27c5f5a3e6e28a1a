import type { Batches, ReportedUsage } from '../dialect.ts';
import { splitList } from '../shared/split-list.ts';
import { countInputs, readPart } from './read-whole.ts';

/** Words in refusals of too many inputs. Refusals of too long inputs mention tokens and characters. */
const subject = /batch|input|texts?\b|array|contents|documents|items|requests|条|文本/i;
const otherSubject = /token|character|length|per minute|字符/i;
/** Text before or after the number. */
const bounds: readonly RegExp[] = [
  /(?:larger than|greater than|more than|at most|up to|exceed(?:s|ing)?|<=|不得超过|不能超过|最多(?:支持)?)[^\d]{0,12}(\d{1,4})\b/i,
  /(?:maximum|max)[^\d]{0,48}?(\d{1,4})\b/i,
  /(\d{1,4})\s*(?:条|个)/,
];

const refusing: ReadonlySet<number> = new Set([400, 413, 422]);

/** The number of inputs that an upstream accepts, from its refusal; `null` if it refuses something else. */
function readMost(status: number, bytes: Buffer, count: number): number | null {
  const words = bytes.toString('utf8');
  if (!refusing.has(status) || !subject.test(words) || otherSubject.test(words)) return null;
  for (const bound of bounds) {
    const most = Number(bound.exec(words)?.[1] ?? 0);
    if (most > 0 && most < count) return most;
  }
  return null;
}

/** The usage of all parts; unknown if one of them has no usage. */
function sumOf(reports: readonly ReportedUsage[]): ReportedUsage {
  let inputTokens = 0;
  let outputTokens = 0;
  for (const report of reports) {
    if (report.kind !== 'valid') return report;
    inputTokens += report.usage.inputTokens;
    outputTokens += report.usage.outputTokens;
  }
  const [first] = reports;
  const tier = first?.kind === 'valid' ? first.tier : null;
  return { kind: 'valid', usage: { inputTokens, cachedTokens: 0, outputTokens, reasoningTokens: 0, more: null }, tier };
}

/** For upstreams that accept fewer inputs per request than clients send. */
export const batches: Batches = {
  count: ({ value }) => countInputs(value.input),
  readMost,
  split: (body, most) => splitList(body, 'input', most),
  readPart,
  join(answers, { model }) {
    const usage = sumOf(answers.map((answer) => answer.usage));
    const tokens = usage.kind === 'valid' ? usage.usage.inputTokens : null;
    const shown = tokens === null ? '' : `,"usage":{"prompt_tokens":${String(tokens)},"total_tokens":${String(tokens)}}`;
    const comma = Buffer.from(',');
    const body = answers.flatMap(({ parts }, at) => [...(at === 0 ? [] : [comma]), ...parts]);
    const head = Buffer.from(`{"object":"list","model":${JSON.stringify(model)},"data":[`);
    return { body: [head, ...body, Buffer.from(`]${shown}}`)], usage };
  },
};
