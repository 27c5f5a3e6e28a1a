import { DocumentTrimmer, type Shape } from '../../json/document-trimmer.ts';
import { findMembers, type Member } from '../../json/members.ts';
import { memberEdits, spliceInSteps, spliceText, type Edit } from '../../json/splice.ts';
import type { TextCounts } from '../../json/text-count.ts';
import type { AttemptPlan, WholeAnswer } from '../dialect.ts';
import { errorMembers, errorShape } from '../shared/error-shape.ts';
import { describeNonJson } from '../shared/describe-non-json.ts';
import { withoutByteOrderMark } from '../shared/without-byte-order-mark.ts';
import { rightChoices, wrongNames } from './answer-shape.ts';
import { addAnswerText } from './answer-text.ts';
import { findEndFault, isNaturalEnd, meaningOfEnd, shownWord } from './finish-reason.ts';
import { usageOfAnswer } from '../shared/usage/find-usage.ts';
import { readUsage } from '../shared/usage/read-usage.ts';
import { findReportedError } from '../shared/reported-error.ts';

type Fields = Readonly<Record<string, unknown>>;
type Put = readonly (readonly [name: string, json: string])[];
/** Finds the fields of the outermost object; with a name, only the fields up to that one. */
type Found = (until: string | undefined) => readonly Member[];

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

type Fault = Pick<Extract<WholeAnswer, { ok: false }>, 'fault' | 'refusal'>;

function refused(fault: string, refusal?: Fault['refusal']): WholeAnswer {
  return { ok: false, fault, refusal };
}

/** Finds a choice without a message or without the `finish_reason` of a finished choice, unless the upstream is known to omit it. */
function findFaultyChoice(choices: readonly unknown[], { quirks }: AttemptPlan): Fault | null {
  if (choices.length === 0) return { fault: 'the answer has no choices' };
  for (const choice of choices) {
    const fault = isFields(choice) ? findEndFault(choice, quirks) : null;
    if (fault !== null) return fault;
    if (!isFields(choice) || !isFields(choice.message)) return { fault: 'a choice of the answer has no message' };
    const reason = choice.finish_reason;
    const finished = typeof reason === 'string' && reason !== '';
    if (!finished && quirks.omitsFinishReason !== true) return { fault: 'a choice of the answer has no finish_reason' };
  }
  return null;
}

/** The finish reason of a choice, if it is unknown. */
function oddEndOf(choices: readonly unknown[]): string | null {
  for (const choice of choices) {
    const { finish_reason: reason } = choice as Fields;
    if (typeof reason === 'string' && reason !== '' && meaningOfEnd(reason) === 'unknown') return shownWord(reason);
  }
  return null;
}

/** @param put fields to replace, as JSON text, besides the model name and an empty `error`. */
function editsOf(answer: Fields, plan: AttemptPlan, { put, members }: { readonly put: Put; readonly members: Found }): Edit[] {
  const sameModel = answer.model === undefined || answer.model === plan.model;
  if (sameModel && answer.error === undefined && put.length === 0) return [];
  const modelJson = JSON.stringify(plan.model);
  const found = members(answer.error === undefined && put.length === 0 ? 'model' : undefined);
  const edits = memberEdits(found, ({ name }) => {
    if (name === 'model') return modelJson;
    return name === 'error' ? null : put.find(([wrong]) => wrong === name)?.[1];
  });
  const start = found[0]?.nameStart ?? 0;
  const missing = put.filter(([name]) => !found.some((member) => member.name === name));
  return [...missing.map(([name, json]) => ({ start, end: start, with: `"${name}":${json},` })), ...edits];
}

/** The parts of an answer that are parsed. The rest may be megabytes of numbers (`logprobs`, token IDs). */
const fieldsOnly: Shape = { members: {}, others: () => fieldsOnly };
const texts: Shape = { members: {}, isText: true };
const message: Shape = {
  members: { content: { items: texts }, tool_calls: { items: { members: { function: texts } } }, function_call: texts },
  isText: true,
};
const choice: Shape = { members: { message, error: errorShape } };
const answerShape: Shape = { members: { choices: { items: choice }, ...errorMembers }, others: () => fieldsOnly };

/** Smaller answers take the parser a millisecond or two. */
const atOnceBytesMax = 256 * 1024;
const bytesPerStep = 256 * 1024;

/** The result of checking the answer. */
type Judged = Fault | (Omit<Extract<WholeAnswer, { ok: true }>, 'ok' | 'body'> & { readonly answer: Fields });

function judge(answer: unknown, plan: AttemptPlan): Judged {
  if (!isFields(answer)) return { fault: 'the answer is not a JSON object' };
  const error = findReportedError(answer, 'choices');
  if (error !== null) return error;
  const { choices } = answer;
  if (!Array.isArray(choices)) return { fault: 'the answer has no choices' };
  const fault = findFaultyChoice(choices, plan);
  if (fault !== null) return fault;
  const text: TextCounts = { wide: 0, narrow: 0 };
  for (const choice of choices) addAnswerText((choice as Fields).message, text);
  const usage = readUsage(usageOfAnswer(answer, choices), plan.quirks, answer.service_tier);
  const endedNaturally = choices.every((choice) => isNaturalEnd((choice as Fields).finish_reason));
  return { answer, usage, text, endedNaturally, unknownFinishReason: endedNaturally ? null : oddEndOf(choices) };
}

/** Field by field: rest and spread are among the most expensive operations on an object. */
function whole({ usage, text, endedNaturally, unknownFinishReason = null }: Exclude<Judged, Fault>, body: Buffer): WholeAnswer {
  return { ok: true, body, usage, text, endedNaturally, unknownFinishReason };
}

/**
 * In a larger answer, only the identifying fields are corrected: its choices are not all in memory, and correcting them would block the
 * event loop for too long.
 */
const rightBytesMax = 8 * 1024 * 1024;

/**
 * @param document the whole answer, if it was trimmed.
 * @returns `null` if the answer cannot be serialized again: the parser accepts deeper nesting.
 */
function wrongIn(answer: Fields, plan: AttemptPlan, document: Buffer | null = null): Put | null {
  const names = wrongNames(answer, plan);
  const choices = answer.choices as readonly Fields[];
  if (rightChoices(choices, plan) === choices || (document?.length ?? 0) > rightBytesMax) return names;
  const whole = document === null ? choices : (JSON.parse(document.toString('utf8')) as Fields).choices;
  try {
    return [...names, ['choices', JSON.stringify(rightChoices(whole as readonly Fields[], plan))]];
  } catch {
    return null;
  }
}

function readAtOnce(bytes: Buffer, plan: AttemptPlan): WholeAnswer {
  const decoded = bytes.toString('utf8');
  const text = decoded.startsWith('\ufeff') ? decoded.slice(1) : decoded;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return refused(describeNonJson(text));
  }
  const judged = judge(parsed, plan);
  if ('fault' in judged) return refused(judged.fault, judged.refusal);
  const { answer } = judged;
  const put = wrongIn(answer, plan);
  if (put === null) return refused('the answer is nested too deep');
  const edits = editsOf(answer, plan, { put, members: (until) => findMembers(text, until) });
  const edited = edits.length === 0 ? text : spliceText(text, edits);
  return whole(judged, edited === decoded ? bytes : Buffer.from(edited));
}

/**
 * Checks and edits an answer that was not streamed: one JSON object with at least one choice, each with its message and `finish_reason`,
 * and no error reported inside. Every step takes a millisecond or two; a small answer takes one step.
 */
export function* readWhole(bytes: Buffer, plan: AttemptPlan): Generator<undefined, WholeAnswer> {
  if (bytes.length <= atOnceBytesMax) return readAtOnce(bytes, plan);
  const document = withoutByteOrderMark(bytes);
  const trimmer = new DocumentTrimmer(document, answerShape);
  while (!trimmer.step(bytesPerStep)) yield;
  if (trimmer.isFaulty) return refused(describeNonJson(document.toString('utf8', 0, bytesPerStep)));
  const parsed: unknown = JSON.parse(trimmer.parts.join(''));
  yield;
  const judged = judge(parsed, plan);
  if ('fault' in judged) return refused(judged.fault, judged.refusal);
  yield;
  const put = wrongIn(judged.answer, plan, document);
  if (put === null) return refused('the answer is nested too deep');
  const edits = editsOf(judged.answer, plan, { put, members: () => trimmer.members });
  return whole(judged, yield* spliceInSteps(document, edits));
}
