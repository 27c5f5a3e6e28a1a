import type { Shape } from '../../../json/document-trimmer.ts';
import { addText } from '../../../json/text-count.ts';
import type { AttemptPlan, WholeAnswer } from '../../dialect.ts';
import { errorMembers } from '../../shared/error-shape.ts';
import { fieldsOf, type Fields } from '../../shared/fields-of.ts';
import { judgeWhole, namedAnswer, type Judged } from '../../shared/judge-whole.ts';
import { readInnerRefusal } from '../../shared/read-refusal.ts';
import { readUsage } from '../../shared/usage/read-usage.ts';

const fieldsOnly: Shape = { members: {}, others: () => fieldsOnly };
const seal: Shape = { members: {}, isText: true };
/** The parts of an answer that are parsed. */
const shape: Shape = {
  members: { output: { items: seal }, usage: fieldsOnly, ...errorMembers },
  others: () => fieldsOnly,
};

function judge(answer: Fields, { quirks }: AttemptPlan): Judged {
  const { error, output } = answer;
  if (error !== undefined && error !== null)
    return { ok: false, fault: 'the upstream reported an error inside its answer', refusal: readInnerRefusal(answer) };
  if (!Array.isArray(output) || output.length === 0)
    return { ok: false, fault: 'the answer has no output', refusal: readInnerRefusal(answer) };
  const text = { wide: 0, narrow: 0 };
  // The other items repeat the request.
  for (const item of output) {
    const { encrypted_content: written } = fieldsOf(item);
    if (typeof written === 'string') addText(written, text);
  }
  return { ok: true, answer, usage: readUsage(answer.usage, quirks, answer.service_tier), text, endedNaturally: true };
}

/** Checks a compacted conversation, and edits the model's name. */
export function* readWhole(bytes: Buffer, plan: AttemptPlan): Generator<undefined, WholeAnswer> {
  return yield* namedAnswer(yield* judgeWhole(bytes, { shape, judge: (answer) => judge(answer, plan) }), plan);
}
