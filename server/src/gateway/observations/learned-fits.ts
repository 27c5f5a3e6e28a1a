import type { Logger } from '../../platform/logger.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Candidate } from '../../upstream/routing/candidate.ts';
import { asItIs, type Fit } from './fit.ts';

/** Providers change, so learned forms expire. */
const learnedMs = 24 * 3_600_000;
/** More than the number of models of all providers; names come from the catalogue only. */
const learnedMax = 10_000;

function nameOf({ provider, upstreamModel }: Candidate): string {
  return `${provider.id} ${upstreamModel}`;
}

/** Request forms that this node learned from refusals, by provider and model. */
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

  /** Records that a request in another form succeeded. */
  learn(candidate: Candidate, { quirks, inputsMax }: Fit): void {
    if (this.#fits.size >= learnedMax) this.#fits.clear();
    this.#fits.set(nameOf(candidate), { quirks, inputsMax, untilMs: this.#clock.monotonicMs() + learnedMs });
    const told = { provider: candidate.provider.name, upstreamModel: candidate.upstreamModel, quirks, inputsMax };
    this.#logger.warn(
      told,
      'a provider refused a request and accepted it in another form, which is used for a day; set a quirk to make it permanent',
    );
  }
}
