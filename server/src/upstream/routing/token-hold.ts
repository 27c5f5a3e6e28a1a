import type { TokenWindow } from '../../domain/limits/token-window.ts';
import type { Clock } from '../../platform/clock.ts';

/** The tokens of one attempt, counted with what is expected until its usage is known. */
export class TokenHold {
  readonly #clock: Clock;
  readonly #window: TokenWindow;
  readonly #atMs: number;
  #tokens: number;

  constructor(clock: Clock, window: TokenWindow, expected: number) {
    this.#clock = clock;
    this.#window = window;
    this.#atMs = clock.monotonicMs();
    this.#tokens = expected;
    window.add(expected, this.#atMs);
  }

  /** The tokens that it really used. */
  correct(tokens: number): void {
    this.#window.correct(tokens - this.#tokens, this.#atMs, this.#clock.monotonicMs());
    this.#tokens = tokens;
  }
}
