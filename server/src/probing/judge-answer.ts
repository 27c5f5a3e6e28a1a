import type { Deviation, DeviationName } from '@tollgate/contract/catalogue/deviations';
import { quirkCatalogue, quirkNames, type QuirkName, type Quirks } from '@tollgate/contract/catalogue/quirks';
import type { AttemptPlan, Relay, ReportedUsage, UsageDoubt } from '../dialects/dialect.ts';
import type { ProbeAnswer } from './probe-exchange.ts';
import type { Probe } from './probes.ts';

/** The judgement of an answer, by the same code that judges the answers of customers' calls. */
export interface Judgement {
  /** Why a customer's call would have failed; `null` if it would have been served. */
  readonly fault: string | null;
  readonly usage: ReportedUsage;
  /** The finish reason, if it is unknown. */
  readonly unknownFinishReason?: string | null;
}

export interface Findings extends Judgement {
  readonly usageFields: readonly string[];
  readonly deviations: readonly Deviation[];
  readonly quirks: readonly QuirkName[];
}

export interface Asked {
  readonly probe: Probe;
  /** The protocol of the request. */
  readonly dialect: string;
  readonly relay: Relay;
  readonly plan: AttemptPlan;
}

/** Quirks that change how an answer is read. */
const ofReading: readonly QuirkName[] = ['ends_without_done', 'omits_finish_reason'];

/** Fields that some upstreams refuse, with the quirk that leaves them out. */
const refusedFields: readonly (readonly [field: string, quirk: QuirkName])[] = [
  ['max_completion_tokens', 'max_tokens_only'],
  ['encoding_format', 'floats_only'],
  ['response_format', 'one_image_form'],
];

function judge(relay: Relay, plan: AttemptPlan, body: Buffer): Judgement {
  if (!plan.stream) {
    const reading = relay.readWhole(body, plan);
    for (;;) {
      const step = reading.next();
      if (step.done !== true) continue;
      const { value } = step;
      if (!value.ok) return { fault: value.fault, usage: { kind: 'none' } };
      return { fault: null, usage: value.usage, unknownFinishReason: value.unknownFinishReason ?? null };
    }
  }
  const stream = relay.createStreamRelay?.(plan);
  if (stream === undefined) return { fault: 'the operation does not stream', usage: { kind: 'none' } };
  stream.push(body);
  stream.end();
  const fault = stream.state === 'complete' ? null : (stream.fault ?? 'the stream is not complete');
  return { fault, usage: stream.usage, unknownFinishReason: stream.unknownFinishReason ?? null };
}

function isGood({ fault, usage }: Judgement): boolean {
  return fault === null && usage.kind !== 'invalid';
}

/** Every subset of the names, smallest first. */
function selections(names: readonly QuirkName[]): readonly (readonly QuirkName[])[] {
  const all = names.reduce<readonly (readonly QuirkName[])[]>(
    (made, name) => [...made, ...made.map((selection) => [...selection, name])],
    [[]],
  );
  return all.toSorted((one, other) => one.length - other.length);
}

function withQuirks(quirks: Quirks, names: readonly QuirkName[]): Quirks {
  return { ...quirks, ...Object.fromEntries(names.map((name) => [quirkCatalogue[name].field, true])) };
}

type Document = Readonly<Record<string, unknown>>;

/** The documents of an answer: a single one, or one per event. Anything else is left out. */
function documentsOf({ body }: ProbeAnswer, stream: boolean): readonly Document[] {
  const text = body.toString('utf8');
  const parts = stream ? text.split(/\r?\n/).flatMap((line) => /^data: ?(\{.*)$/.exec(line)?.[1] ?? []) : [text];
  return parts.flatMap((part): Document[] => {
    try {
      const value: unknown = JSON.parse(part);
      return typeof value === 'object' && value !== null ? [{ ...value }] : [];
    } catch {
      return [];
    }
  });
}

const usageMembers = ['usage', 'x_groq', 'meta', 'tokens'];

/** Names of all numbers below a member, joined by dots. */
function numbersBelow(name: string, value: unknown): readonly string[] {
  if (typeof value === 'number') return [name];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([inner, below]) => numbersBelow(`${name}.${inner}`, below));
}

/** Events of some protocols contain the answer as a member, with its usage inside. */
function withAnswer(document: Document): readonly Document[] {
  const inner = [document.response, document.message].filter((value) => typeof value === 'object' && value !== null);
  return [document, ...inner.map((value): Document => ({ ...value }))];
}

function usageFieldsOf(documents: readonly Document[]): readonly string[] {
  const answers = documents.flatMap(withAnswer);
  return [...new Set(answers.flatMap((answer) => usageMembers.flatMap((name) => numbersBelow(name, answer[name]))))];
}

const doubts: Readonly<Record<UsageDoubt, DeviationName>> = {
  input: 'no_input_tokens',
  output: 'no_output_tokens',
  reasoning: 'reasoning_too_large',
  total: 'total_differs',
};

function strangeness(asked: Asked, answer: ProbeAnswer, judged: Judgement): Deviation[] {
  const { stream } = asked.plan;
  const found: Deviation[] = [];
  const note = (isSo: boolean, name: DeviationName, params: Readonly<Record<string, string>> = {}): void => {
    if (isSo) found.push({ name, params });
  };
  const expected = stream ? 'text/event-stream' : 'application/json';
  note(answer.mediaType !== expected, 'content_type', { is: answer.mediaType, expected });
  note(judged.fault === null && judged.usage.kind === 'none', 'no_usage');
  if (judged.usage.kind === 'valid' && judged.usage.doubt !== undefined) note(true, doubts[judged.usage.doubt]);
  const { unknownFinishReason: reason = null } = judged;
  if (reason !== null) note(judged.fault === null, 'unknown_finish', { reason });
  note(judged.usage.kind === 'invalid', 'usage_invalid');
  const times = documentsOf(answer, stream).filter(({ usage }) => typeof usage === 'object' && usage !== null).length;
  note(times > 1, 'usage_repeated', { times: String(times) });
  return found;
}

function wroteTooMuch({ probe, plan }: Asked, { usage }: Judgement): boolean {
  if (probe.outputTokensMax === null || usage.kind !== 'valid' || plan.quirks.maxTokensOnly === true) return false;
  return usage.usage.outputTokens - usage.usage.reasoningTokens > probe.outputTokensMax;
}

function numberAt(value: unknown, ...names: readonly string[]): number {
  const found = names.reduce<unknown>((outer, name) => (outer as Document | null | undefined)?.[name], value);
  return typeof found === 'number' ? found : 0;
}

/** The total shows whether reasoning is part of the output. */
function thinksBeside({ plan }: Asked, documents: readonly Document[]): boolean {
  const usage = documents.findLast((document) => typeof document.usage === 'object' && document.usage !== null)?.usage;
  const thought = numberAt(usage, 'completion_tokens_details', 'reasoning_tokens');
  const written = numberAt(usage, 'completion_tokens');
  const total = numberAt(usage, 'prompt_tokens') + written + thought;
  const isBeside = thought > 0 && (thought > written || numberAt(usage, 'total_tokens') === total);
  return isBeside && plan.quirks.reasoningOutsideCompletion !== true;
}

/** The findings in an answer with status 200. */
export function judgeAnswer(asked: Asked, answer: ProbeAnswer): Findings {
  const { relay, plan } = asked;
  const judged = judge(relay, plan, answer.body);
  const documents = documentsOf(answer, plan.stream);
  const readWith = (names: readonly QuirkName[]): Judgement =>
    judge(relay, { ...plan, quirks: withQuirks(plan.quirks, names) }, answer.body);
  const quirks = isGood(judged) ? [] : [...(selections(ofReading).find((names) => isGood(readWith(names))) ?? [])];
  const deviations = strangeness(asked, answer, judged);
  const found = (isSo: boolean, name: DeviationName, quirk: QuirkName): void => {
    if (!isSo) return;
    deviations.push({ name, params: {} });
    quirks.push(quirk);
  };
  found(wroteTooMuch(asked, judged), 'output_over_limit', 'max_tokens_only');
  found(thinksBeside(asked, documents), 'reasoning_beside', 'reasoning_outside_completion');
  return { ...judged, usageFields: usageFieldsOf(documents), deviations, quirks };
}

/** The quirk that leaves out the field that a refusal names, if the request had it. */
export function quirkOfRefusal({ plan }: Asked, body: Buffer): QuirkName | null {
  const words = body.toString('utf8');
  const found = refusedFields.find(([field]) => plan.body.members.has(field) && words.includes(field))?.[1];
  return found === undefined || plan.quirks[quirkCatalogue[found].field] === true ? null : found;
}

/** In the order of the catalogue, each once. */
export function inOrder(quirks: readonly QuirkName[]): QuirkName[] {
  return quirkNames.filter((name) => quirks.includes(name));
}
