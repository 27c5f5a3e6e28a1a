import { DocumentTrimmer, type Shape } from '../../json/document-trimmer.ts';
import { findMembers, type Member } from '../../json/members.ts';
import { memberEdits, spliceInSteps } from '../../json/splice.ts';
import { addText, type TextCounts } from '../../json/text-count.ts';
import type { AttemptPlan, WholeAnswer } from '../dialect.ts';
import { describeNonJson } from '../shared/describe-non-json.ts';
import { errorMembers } from '../shared/error-shape.ts';
import { fieldsOf, type Fields } from '../shared/fields-of.ts';
import { readInnerRefusal } from '../shared/read-refusal.ts';
import { withoutByteOrderMark } from '../shared/without-byte-order-mark.ts';
import { isNaturalStop, unknownStop } from './stop-reason.ts';
import { UsageSoFar } from './usage-so-far.ts';

const fieldsOnly: Shape = { members: {}, others: () => fieldsOnly };
/** Arguments of calls are counted by their texts. */
const input: Shape = { members: {}, others: () => input, items: () => input, isText: true };
const block: Shape = { members: { input }, isText: true };
/** The parts of an answer that are parsed. */
const answerShape: Shape = {
  members: { content: { items: block }, usage: fieldsOnly, ...errorMembers },
  others: () => fieldsOnly,
};

/** Smaller answers take the parser a millisecond or two. */
const atOnceBytesMax = 256 * 1024;
const bytesPerStep = 256 * 1024;

export type Judged =
  | Extract<WholeAnswer, { ok: false }>
  | (Omit<Extract<WholeAnswer, { ok: true }>, 'body'> & { readonly answer: Fields });

function count(content: readonly unknown[], counts: TextCounts): void {
  for (const item of content) {
    const { text, thinking, input } = fieldsOf(item);
    if (typeof text === 'string') addText(text, counts);
    if (typeof thinking === 'string') addText(thinking, counts);
    if (input !== undefined) addText(JSON.stringify(input), counts);
  }
}

function faultOf(answer: unknown): Extract<WholeAnswer, { ok: false }> | null {
  const { type, error } = fieldsOf(answer);
  if (fieldsOf(answer) !== answer) return { ok: false, fault: 'the answer is not a JSON object' };
  if (type === 'error' || (error !== undefined && error !== null))
    return { ok: false, fault: 'the upstream reported an error inside its answer', refusal: readInnerRefusal(answer) };
  return null;
}

function judge(answer: unknown, { quirks }: AttemptPlan): Judged {
  const fault = faultOf(answer);
  if (fault !== null) return fault;
  const fields = answer as Fields;
  const { content, stop_reason: reason } = fields;
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
  reported.take(fields.usage);
  const endedNaturally = isEnded && isNaturalStop(reason);
  return { ok: true, answer: fields, usage: reported.usage, text, endedNaturally, unknownFinishReason: unknown };
}

/** Checks an answer that was not streamed: one message with its content and stop reason. Every step takes a millisecond or two. */
export function* judgeWhole(
  bytes: Buffer,
  plan: AttemptPlan,
): Generator<undefined, { readonly judged: Judged; readonly document: Buffer; readonly members: readonly Member[] | null }> {
  const document = withoutByteOrderMark(bytes);
  const refused = (): Judged => ({ ok: false, fault: describeNonJson(document.toString('utf8', 0, bytesPerStep)) });
  if (document.length <= atOnceBytesMax) {
    let parsed: unknown;
    try {
      parsed = JSON.parse(document.toString('utf8'));
    } catch {
      return { judged: refused(), document, members: null };
    }
    return { judged: judge(parsed, plan), document, members: null };
  }
  const trimmer = new DocumentTrimmer(document, answerShape);
  while (!trimmer.step(bytesPerStep)) yield;
  if (trimmer.isFaulty) return { judged: refused(), document, members: null };
  const parsed: unknown = JSON.parse(trimmer.parts.join(''));
  yield;
  return { judged: judge(parsed, plan), document, members: trimmer.members };
}

/** Positions of the members of a small document, in bytes. */
function membersIn(document: Buffer): readonly Member[] {
  // One character per byte, so that positions are equal. Names that matter consist of ASCII.
  return findMembers(document.toString('latin1'));
}

/** Checks an answer, and edits the model's name. */
export function* readWhole(bytes: Buffer, plan: AttemptPlan): Generator<undefined, WholeAnswer> {
  const { judged, document, members } = yield* judgeWhole(bytes, plan);
  if (!judged.ok) return judged;
  const { answer, usage, text, endedNaturally, unknownFinishReason = null } = judged;
  const name = JSON.stringify(plan.model);
  const found = members ?? membersIn(document);
  const edits = answer.model === plan.model ? [] : memberEdits(found, (member) => (member.name === 'model' ? name : undefined));
  const isNamed = found.some((member) => member.name === 'model');
  const start = found[0]?.nameStart ?? 0;
  const added = isNamed ? [] : [{ start, end: start, with: `"model":${name},` }];
  const body = yield* spliceInSteps(document, [...added, ...edits]);
  return { ok: true, body, usage, text, endedNaturally, unknownFinishReason };
}
