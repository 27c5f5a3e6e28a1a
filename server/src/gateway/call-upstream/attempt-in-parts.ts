import type { ApiError } from '@tollgate/contract/errors';
import type { Batches, Relay, WholeAnswer } from '../../dialects/dialect.ts';
import type { ScannedBody } from '../../json/scanned-body.ts';
import type { Candidate } from '../../upstream/routing/candidate.ts';
import type { ReadyAnswer, PromptWork, RoutedCall } from '../call.ts';
import { CallFailure, ClientLeft } from '../refusals/call-failure.ts';
import { openAttempt, workOf, type AttemptParts, type Way } from './open-attempt.ts';
import type { AttemptResult, UpstreamAttempt } from './upstream-attempt.ts';

/** Requests of one call that run at the same time. */
const atOnceMax = 4;

type Whole = Extract<ReadyAnswer, { kind: 'whole' }>;

interface Options {
  readonly way: Way;
  readonly batches: Batches & { readonly most: number };
  /** Starts an exchange; returns the callback for its end. */
  readonly begin: () => (() => void) | null;
}

/** Serves one call with several requests to the same candidate. The first request that fails decides the result of all. */
class PartsOfCall {
  readonly #open = new Set<UpstreamAttempt>();
  readonly #answers: Whole[] = [];
  /** By part, its share of the total. */
  readonly #weights: number[] = [];
  readonly #context: AttemptParts;
  readonly #call: RoutedCall;
  readonly #candidate: Candidate;
  readonly #options: Options;
  readonly #bodies: Iterator<ScannedBody>;
  #begun = 0;
  #firstByteMs = 0;
  #dimensions: number | null = null;
  /** The result of the parts that failed; `null` while none has. */
  #end: AttemptResult | null = null;

  constructor(context: AttemptParts, call: RoutedCall, candidate: Candidate, options: Options) {
    this.#context = context;
    this.#call = call;
    this.#candidate = candidate;
    this.#options = options;
    this.#bodies = options.batches.split(options.way.plan.body, options.batches.most)[Symbol.iterator]();
  }

  async run(): Promise<AttemptResult> {
    this.#call.client.onLeft(() => {
      this.#stop((attempt) => new ClientLeft(workOf(attempt)));
    });
    const interrupt = (error: ApiError): void => {
      this.#stop(() => new CallFailure(error, 'interrupted'));
    };
    this.#call.interrupt = interrupt;
    await Promise.all(Array.from({ length: atOnceMax }, () => this.#serve()));
    return this.#end ?? { kind: 'answer', answer: this.#joined(), firstByteMs: this.#firstByteMs };
  }

  #stop(reasonOf: (attempt: UpstreamAttempt) => Error): void {
    for (const attempt of this.#open) attempt.stop(reasonOf(attempt));
  }

  /** Sends one request after another. */
  async #serve(): Promise<void> {
    while (this.#end === null) {
      const next = this.#bodies.next();
      if (next.done === true) return;
      const place = this.#begun;
      this.#begun += 1;
      const { wide, narrow } = next.value.text;
      this.#weights[place] = 3 * wide + narrow + 1;
      this.#take(await this.#ask(next.value, place), place);
    }
  }

  #take(result: AttemptResult, place: number): void {
    if (result.kind === 'answer' && result.answer.kind === 'whole') {
      this.#answers[place] = result.answer;
      this.#firstByteMs ||= result.firstByteMs;
    } else if (this.#end === null) {
      this.#end = result;
      this.#stop(() => new Error('another part of the request was not answered'));
    }
  }

  async #ask(body: ScannedBody, place: number): Promise<AttemptResult> {
    const { way, batches, begin } = this.#options;
    const firstIndex = place * batches.most;
    const relay: Relay = {
      ...way.relay,
      readWhole: (bytes, plan) => this.#read(batches.readPart(bytes, plan, firstIndex)),
    };
    const attempt = openAttempt(this.#context, this.#call, this.#candidate, {
      way: { ...way, relay, plan: { ...way.plan, body } },
      onReleased: begin(),
    });
    this.#open.add(attempt);
    const result = await attempt.result;
    this.#open.delete(attempt);
    return result;
  }

  /** All vectors of one answer have the same length. */
  *#read(reading: ReturnType<Batches['readPart']>): Generator<undefined, WholeAnswer> {
    const part = yield* reading;
    if (!part.ok) return part;
    this.#dimensions ??= part.dimensions ?? null;
    if ((part.dimensions ?? null) === this.#dimensions) return part;
    return { ok: false, fault: 'the parts of the answer do not have the length they should' };
  }

  #joined(): Whole {
    const { way, batches } = this.#options;
    const answers = this.#answers.map((answer) => ({ ...answer, parts: answer.parts.splice(0) }));
    const { body, usage } = batches.join(answers, way.plan);
    const [first] = answers;
    if (first === undefined) throw new Error('a request in parts has none');
    const endedNaturally = answers.every((answer) => answer.endedNaturally);
    return {
      ...first,
      parts: body,
      usage,
      endedNaturally,
      prompts: batches.arePricedApart === true ? this.#prompts() : undefined,
    };
  }

  /** The usage of each prompt: its share of the total. */
  #prompts(): readonly PromptWork[] {
    const all = this.#weights.reduce((sum, weight) => sum + weight, 0);
    const { inputTokens } = this.#call.estimate.input;
    return this.#answers.map(({ usage, text }, place) => {
      const share = (inputTokens * (this.#weights[place] ?? 0)) / all;
      return { usage, text, inputTokens: Math.ceil(share) };
    });
  }
}

/** Sends a request with more inputs than its upstream accepts in parts, with one answer, one charge and one fault for all of them. */
export function attemptInParts(
  context: AttemptParts,
  call: RoutedCall,
  candidate: Candidate,
  options: Options,
): Promise<AttemptResult> {
  return new PartsOfCall(context, call, candidate, options).run();
}
