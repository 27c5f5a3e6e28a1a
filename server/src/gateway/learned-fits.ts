import type { Logger } from '../platform/logger.ts';
import type { Clock } from '../platform/clock.ts';
import type { Candidate } from '../upstream/candidate.ts';
import { asItIs, type Fit } from './fit.ts';

/** Providers change, so what was learned is found out again now and then. */
const learnedMs = 24 * 3_600_000;
/** More models than all providers offer; names come from the catalogue alone. */
const learnedMax = 10_000;

function nameOf({ provider, upstreamModel }: Candidate): string {
  return `${provider.id} ${upstreamModel}`;
}

/** What refusals of models at providers have taught this node. */
export class LearnedFits {
  readonly #clock: Clock;
  readonly #logger: Pick<Logger, 'warn'>;
  readonly #fits = new Map<string, Fit & { readonly untilMs: number }>();

  constructor(clock: Clock, logger: Pick<Logger, 'warn'>) {
    this.#clock = clock;
    this.#logger = logger;
  }

  of(candidate: Candidate): Fit {
    if (this.#fits.size === 0) return asItIs;
    const found = this.#fits.get(nameOf(candidate));
    return found === undefined || found.untilMs < this.#clock.monotonicMs() ? asItIs : found;
  }

  /** A request that was made to fit was answered. */
  learn(candidate: Candidate, { quirks, inputsMax }: Fit): void {
    if (this.#fits.size >= learnedMax) this.#fits.clear();
    this.#fits.set(nameOf(candidate), { quirks, inputsMax, untilMs: this.#clock.monotonicMs() + learnedMs });
    const told = { provider: candidate.provider.name, upstreamModel: candidate.upstreamModel, quirks, inputsMax };
    this.#logger.warn(
      told,
      'a provider refused a request and took it in another form, in which it is asked for a day; quirks can be set for good',
    );
  }
}
