import type { Shape } from '../../json/document-trimmer.ts';
import type { AttemptPlan, WholeAnswer } from '../dialect.ts';
import { errorMembers } from '../shared/error-shape.ts';
import type { Fields } from '../shared/fields-of.ts';
import { judgeWhole, namedAnswer, type Judged, type JudgedDocument } from '../shared/judge-whole.ts';
import { readInnerRefusal } from '../shared/read-refusal.ts';
import { ItemsSoFar } from './items-so-far.ts';
import { reportedUsage } from './reported-usage.ts';
import { endOf } from './response-end.ts';

const fieldsOnly: Shape = { members: {}, others: () => fieldsOnly };
const text: Shape = { members: {}, others: () => text, items: () => text, isText: true };
/** The parts of an answer that are parsed. */
const shape: Shape = {
  members: { output: { items: text }, usage: fieldsOnly, ...errorMembers },
  others: () => fieldsOnly,
};

function judge(answer: Fields, { quirks }: AttemptPlan): Judged {
  const { error, output } = answer;
  if (error !== undefined && error !== null)
    return { ok: false, fault: 'the upstream reported an error inside its answer', refusal: readInnerRefusal(answer) };
  if (!Array.isArray(output)) return { ok: false, fault: 'the answer has no output', refusal: readInnerRefusal(answer) };
  const { finish, isNatural, unknownReason } = endOf(answer, quirks.omitsFinishReason === true ? 'completed' : null);
  if (finish === null) return { ok: false, fault: 'the answer has no `status` that says it is complete' };
  if (unknownReason !== null && quirks.unknownFinishBreaks === true)
    return { ok: false, fault: `the upstream ended its response with an unknown reason: ${unknownReason}` };
  const items = new ItemsSoFar();
  items.addLast(answer);
  const usage = reportedUsage(answer, items.searches, quirks);
  return { ok: true, answer, usage, text: items.text, endedNaturally: isNatural, unknownFinishReason: unknownReason };
}

/** Checks an answer that was not streamed: a response with its items and status. */
export function judgeResponse(bytes: Buffer, plan: AttemptPlan): Generator<undefined, JudgedDocument> {
  return judgeWhole(bytes, { shape, judge: (answer) => judge(answer, plan) });
}

/** Checks an answer, and edits the model's name. */
export function* readWhole(bytes: Buffer, plan: AttemptPlan): Generator<undefined, WholeAnswer> {
  return yield* namedAnswer(yield* judgeResponse(bytes, plan), plan);
}
