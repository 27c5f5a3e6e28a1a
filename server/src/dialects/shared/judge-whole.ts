import { DocumentTrimmer, type LeftOutString, type Shape } from '../../json/document-trimmer.ts';
import { findMembers, type Member } from '../../json/members.ts';
import { memberEdits, spliceInSteps } from '../../json/splice.ts';
import type { AttemptPlan, WholeAnswer } from '../dialect.ts';
import { describeNonJson } from './describe-non-json.ts';
import { fieldsOf, type Fields } from './fields-of.ts';
import { withoutByteOrderMark } from './without-byte-order-mark.ts';

/** Smaller answers take the parser a millisecond or two. */
const atOnceBytesMax = 256 * 1024;
const bytesPerStep = 256 * 1024;

type Refused = Extract<WholeAnswer, { ok: false }>;

/** An answer in JSON that was not streamed, as its protocol judges it. */
export type Judged = Refused | (Omit<Extract<WholeAnswer, { ok: true }>, 'body'> & { readonly answer: Fields });

export interface JudgedDocument {
  readonly judged: Judged;
  readonly document: Buffer;
  /** `null`: not determined yet. */
  readonly members: readonly Member[] | null;
}

/** How a protocol judges an answer. */
export interface Judging {
  /** The parts of the document that the judge needs. */
  readonly shape: Shape;
  /**
   * @param answer an object of that shape.
   * @param leftOut strings that are not in it; always empty for a small answer.
   */
  readonly judge: (answer: Fields, leftOut: readonly LeftOutString[]) => Judged;
}

/** Positions of the members of a small document, in bytes. */
function membersIn(document: Buffer): readonly Member[] {
  // One character per byte, so that positions are equal. Names that matter consist of ASCII.
  return findMembers(document.toString('latin1'));
}

function judged(answer: unknown, { judge }: Judging, leftOut: readonly LeftOutString[] = []): Judged {
  return fieldsOf(answer) === answer ? judge(answer as Fields, leftOut) : { ok: false, fault: 'the answer is not a JSON object' };
}

/** Reads and judges a document. Every step takes a millisecond or two. */
export function* judgeWhole(bytes: Buffer, judging: Judging): Generator<undefined, JudgedDocument> {
  const document = withoutByteOrderMark(bytes);
  const refused = (): JudgedDocument => {
    const fault = describeNonJson(document.toString('utf8', 0, bytesPerStep));
    return { judged: { ok: false, fault }, document, members: null };
  };
  if (document.length <= atOnceBytesMax) {
    let parsed: unknown;
    try {
      parsed = JSON.parse(document.toString('utf8'));
    } catch {
      return refused();
    }
    return { judged: judged(parsed, judging), document, members: null };
  }
  const trimmer = new DocumentTrimmer(document, judging.shape);
  while (!trimmer.step(bytesPerStep)) yield;
  if (trimmer.isFaulty) return refused();
  const parsed: unknown = JSON.parse(trimmer.parts.join(''));
  yield;
  return { judged: judged(parsed, judging, trimmer.leftOut), document, members: trimmer.members };
}

/** The answer of an upstream that speaks the client's protocol, under the model's name that the client used. */
export function* namedAnswer(
  { judged: read, document, members: known }: JudgedDocument,
  plan: AttemptPlan,
): Generator<undefined, WholeAnswer> {
  if (!read.ok) return read;
  const { answer, usage, text, endedNaturally, unknownFinishReason = null } = read;
  const name = JSON.stringify(plan.model);
  const members = known ?? membersIn(document);
  const edits = answer.model === plan.model ? [] : memberEdits(members, (member) => (member.name === 'model' ? name : undefined));
  const isNamed = members.some((member) => member.name === 'model');
  const start = members[0]?.nameStart ?? 0;
  const added = isNamed ? [] : [{ start, end: start, with: `"model":${name},` }];
  const body = yield* spliceInSteps(document, [...added, ...edits]);
  return { ok: true, body, usage, text, endedNaturally, unknownFinishReason };
}
