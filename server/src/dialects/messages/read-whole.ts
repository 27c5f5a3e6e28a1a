import type { Shape } from '../../json/document-trimmer.ts';
import { addText, type TextCounts } from '../../json/text-count.ts';
import type { AttemptPlan, WholeAnswer } from '../dialect.ts';
import { errorMembers } from '../shared/error-shape.ts';
import { fieldsOf, type Fields } from '../shared/fields-of.ts';
import { judgeWhole, namedAnswer, type Judged, type JudgedDocument } from '../shared/judge-whole.ts';
import { readInnerRefusal } from '../shared/read-refusal.ts';
import { isNaturalStop, unknownStop } from './stop-reason.ts';
import { UsageSoFar } from './usage-so-far.ts';

const fieldsOnly: Shape = { members: {}, others: () => fieldsOnly };
/** Arguments of calls are counted by their texts. */
const input: Shape = { members: {}, others: () => input, items: () => input, isText: true };
const block: Shape = { members: { input }, isText: true };
/** The parts of an answer that are parsed. */
const shape: Shape = {
  members: { content: { items: block }, usage: fieldsOnly, ...errorMembers },
  others: () => fieldsOnly,
};

function count(content: readonly unknown[], counts: TextCounts): void {
  for (const item of content) {
    const { text, thinking, input } = fieldsOf(item);
    if (typeof text === 'string') addText(text, counts);
    if (typeof thinking === 'string') addText(thinking, counts);
    if (input !== undefined) addText(JSON.stringify(input), counts);
  }
}

function isError({ type, error }: Fields): boolean {
  return type === 'error' || (error !== undefined && error !== null);
}

function judge(answer: Fields, { quirks }: AttemptPlan): Judged {
  const { content, stop_reason: reason } = answer;
  if (isError(answer))
    return { ok: false, fault: 'the upstream reported an error inside its answer', refusal: readInnerRefusal(answer) };
  if (!Array.isArray(content)) return { ok: false, fault: 'the answer has no content', refusal: readInnerRefusal(answer) };
  const isEnded = typeof reason === 'string' && reason !== '';
  if (!isEnded && quirks.omitsFinishReason !== true) return { ok: false, fault: 'the answer has no `stop_reason`' };
  const unknown = isEnded ? unknownStop(reason) : null;
  if (unknown !== null && quirks.unknownFinishBreaks === true)
    return { ok: false, fault: `the upstream ended its response with an unknown reason: ${unknown}` };
  const text: TextCounts = { wide: 0, narrow: 0 };
  try {
    count(content, text);
  } catch {
    return { ok: false, fault: 'the answer is nested too deep' };
  }
  const reported = new UsageSoFar();
  reported.take(answer.usage);
  const endedNaturally = isEnded && isNaturalStop(reason);
  return { ok: true, answer, usage: reported.usage, text, endedNaturally, unknownFinishReason: unknown };
}

/** Checks an answer that was not streamed: one message with its content and stop reason. */
export function judgeMessage(bytes: Buffer, plan: AttemptPlan): Generator<undefined, JudgedDocument> {
  return judgeWhole(bytes, { shape, judge: (answer) => judge(answer, plan) });
}

/** Checks an answer, and edits the model's name. */
export function* readWhole(bytes: Buffer, plan: AttemptPlan): Generator<undefined, WholeAnswer> {
  return yield* namedAnswer(yield* judgeMessage(bytes, plan), plan);
}
