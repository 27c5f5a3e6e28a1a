import { findMembers } from '../../json/members.ts';
import { memberEdits, spliceText } from '../../json/splice.ts';
import type { TextCounts } from '../../json/text-count.ts';
import type { AttemptPlan, WholeAnswer } from '../dialect.ts';
import { addAnswerText } from './answer-text.ts';
import { isNaturalEnd } from './finish-reason.ts';
import { nestedUsageMember, readUsage } from './read-usage.ts';
import { findReportedError } from './reported-error.ts';

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refused(fault: string): WholeAnswer {
  return { ok: false, fault };
}

/** Every choice has a message and, unless the upstream is known to leave it out, a `finish_reason`. */
function findFaultyChoice(choices: readonly unknown[], plan: AttemptPlan): string | null {
  if (choices.length === 0) return 'the answer has no choices';
  for (const choice of choices) {
    if (!isFields(choice) || !isFields(choice.message)) return 'a choice of the answer has no message';
    const reason = choice.finish_reason;
    const finished = typeof reason === 'string' && reason !== '';
    if (!finished && plan.quirks.omitsFinishReason !== true) return 'a choice of the answer has no finish_reason';
  }
  return null;
}

function describeNonJson(text: string): string {
  if (/^\s*(data|event|id|retry)?:/.test(text)) return 'an event stream came in place of a JSON document';
  if (/^\s*</.test(text)) return 'an HTML page came in place of a JSON document';
  return text.trim() === '' ? 'the answer is empty' : 'the answer is not one complete JSON document';
}

function edit(text: string, answer: Fields, plan: AttemptPlan): string {
  const sameModel = answer.model === undefined || answer.model === plan.model;
  if (sameModel && answer.error === undefined) return text;
  const modelJson = JSON.stringify(plan.model);
  const members = findMembers(text, answer.error === undefined ? 'model' : undefined);
  const edits = memberEdits(members, ({ name }) => {
    if (name === 'model') return modelJson;
    return name === 'error' ? null : undefined;
  });
  return spliceText(text, edits);
}

/**
 * Checks and edits an answer that was not streamed: one JSON object with at least one choice, each with its message and
 * `finish_reason`, and no error reported inside.
 */
export function readWhole(bytes: Buffer, plan: AttemptPlan): WholeAnswer {
  const decoded = bytes.toString('utf8');
  const text = decoded.startsWith('\ufeff') ? decoded.slice(1) : decoded;
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return refused(describeNonJson(text));
  }
  if (!isFields(answer)) return refused('the answer is not a JSON object');
  const error = findReportedError(answer);
  if (error !== null) return refused(error);
  const { choices } = answer;
  if (!Array.isArray(choices)) return refused('the answer has no choices');
  const fault = findFaultyChoice(choices, plan);
  if (fault !== null) return refused(fault);
  const counts: TextCounts = { wide: 0, narrow: 0 };
  for (const choice of choices) addAnswerText((choice as Fields).message, counts);
  const edited = edit(text, answer, plan);
  const nested = answer.usage === undefined || answer.usage === null ? nestedUsageMember(answer) : null;
  const usage = readUsage(nested === null ? answer.usage : (answer[nested] as Fields).usage, plan.quirks);
  const endedNaturally = choices.every((choice) => isNaturalEnd((choice as Fields).finish_reason));
  return { ok: true, body: edited === decoded ? bytes : Buffer.from(edited), usage, text: counts, endedNaturally };
}
