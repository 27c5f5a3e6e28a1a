import type { LeftOutString, Shape } from '../../../json/document-trimmer.ts';
import { addText, type TextCounts } from '../../../json/text-count.ts';
import type { AttemptPlan, WholeAnswer } from '../../dialect.ts';
import { errorMembers } from '../../shared/error-shape.ts';
import { fieldsOf, type Fields } from '../../shared/fields-of.ts';
import { judgeWhole, namedAnswer, type Judged } from '../../shared/judge-whole.ts';
import { readInnerRefusal } from '../../shared/read-refusal.ts';
import { readUsage } from '../../shared/usage/read-usage.ts';

const fieldsOnly: Shape = { members: {}, others: () => fieldsOnly };
const brief: Shape = { members: {}, isBrief: true };
/** The parts of an answer that are parsed. */
const shape: Shape = {
  members: { output: { items: brief }, usage: fieldsOnly, ...errorMembers },
  others: () => fieldsOnly,
};

const sealName = 'encrypted_content';

/** The text of the new items; the others repeat the request. Of large answers it is left out, and seals have one byte for each character. */
function writtenIn(output: readonly unknown[], leftOut: readonly LeftOutString[]): TextCounts {
  const text = { wide: 0, narrow: 0 };
  for (const item of output) {
    const { [sealName]: written } = fieldsOf(item);
    if (typeof written === 'string' && leftOut.length === 0) addText(written, text);
  }
  for (const { name, start, end } of leftOut) if (name === sealName) text.narrow += end - start;
  return text;
}

function judge(answer: Fields, { quirks }: AttemptPlan, leftOut: readonly LeftOutString[]): Judged {
  const { error, output } = answer;
  if (error !== undefined && error !== null)
    return { ok: false, fault: 'the upstream reported an error inside its answer', refusal: readInnerRefusal(answer) };
  if (!Array.isArray(output) || output.length === 0)
    return { ok: false, fault: 'the answer has no output', refusal: readInnerRefusal(answer) };
  const usage = readUsage(answer.usage, quirks, answer.service_tier);
  return { ok: true, answer, usage, text: writtenIn(output, leftOut), endedNaturally: true };
}

/** Checks a compacted conversation, and edits the model's name. */
export function* readWhole(bytes: Buffer, plan: AttemptPlan): Generator<undefined, WholeAnswer> {
  return yield* namedAnswer(yield* judgeWhole(bytes, { shape, judge: (answer, leftOut) => judge(answer, plan, leftOut) }), plan);
}
