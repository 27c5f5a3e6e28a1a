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
  readonly deviations: readonly string[];
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

function usageFieldsOf(documents: readonly Document[]): readonly string[] {
  return [...new Set(documents.flatMap((document) => usageMembers.flatMap((name) => numbersBelow(name, document[name]))))];
}

const doubts: Readonly<Record<UsageDoubt, string>> = {
  input: 'its usage has no input tokens: they would be estimated',
  output: 'its usage has no output tokens: they would be estimated',
  reasoning: 'its usage has more reasoning tokens than completion tokens: the excess would not be charged',
  total: 'its `total_tokens` is not the sum of its parts: the cheapest interpretation would be charged',
};

function strangeness(asked: Asked, answer: ProbeAnswer, judged: Judgement): string[] {
  const { stream } = asked.plan;
  const expected = stream ? 'text/event-stream' : 'application/json';
  const found: string[] = [];
  if (answer.mediaType !== expected) found.push(`content-type is "${answer.mediaType}" and not "${expected}"`);
  if (judged.fault === null && judged.usage.kind === 'none') found.push('no usage: calls would be charged by an estimate');
  if (judged.usage.kind === 'valid' && judged.usage.doubt !== undefined) found.push(doubts[judged.usage.doubt]);
  const { unknownFinishReason = null } = judged;
  if (judged.fault === null && unknownFinishReason !== null)
    found.push(`it ended with the unknown reason "${unknownFinishReason}"; if that means a fault, set unknown_finish_breaks`);
  if (judged.usage.kind === 'invalid') found.push('its usage cannot be believed: calls would be free');
  const times = documentsOf(answer, stream).filter(({ usage }) => typeof usage === 'object' && usage !== null).length;
  if (times > 1) found.push(`usage comes ${String(times)} times; the last one counts`);
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
  const found = (isSo: boolean, what: string, quirk: QuirkName): void => {
    if (!isSo) return;
    deviations.push(what);
    quirks.push(quirk);
  };
  found(wroteTooMuch(asked, judged), 'it wrote more than `max_completion_tokens` allows', 'max_tokens_only');
  found(thinksBeside(asked, documents), 'it counts reasoning beside the completion', 'reasoning_outside_completion');
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
