import type { Quirks } from '@tollgate/contract/catalogue/quirks';
import type { TextCounts } from '../../json/text-count.ts';
import type { ReportedError } from '../shared/reported-error.ts';
import { addAnswerText } from './answer-text.ts';
import { findEndFault, meaningOfEnd, shownWord } from './finish-reason.ts';

const choicesMax = 1024;

/** The effect of one frame on the choices of a stream. */
export interface FrameEffect {
  /** A choice received its `finish_reason`. */
  readonly finishes: boolean;
  /** The frame contains text of a choice that continues. */
  readonly continues: boolean;
  /** The model's text in the frame, by the character rule. */
  readonly characters: number;
}

/** The index of a choice, by default its position. */
export function choiceOf(element: unknown, position: number): number {
  const { index } = element as Readonly<Record<string, unknown>>;
  return typeof index === 'number' ? index : position;
}

/** Tracks which choices of a stream have started and which have finished, and counts their text. */
export class ChoiceTracker {
  readonly text: TextCounts = { wide: 0, narrow: 0 };
  readonly #unfinished = new Set<number>();
  readonly #finished = new Set<number>();
  readonly #quirks: Quirks;
  #cut = false;
  #odd: string | null = null;
  #fault: (Pick<ReportedError, 'fault'> & Partial<ReportedError>) | null = null;

  constructor(quirks: Quirks) {
    this.#quirks = quirks;
  }

  /** Whether at least one choice was seen. */
  get begun(): boolean {
    return this.#finished.size + this.#unfinished.size > 0;
  }

  /** Whether the choice was seen and has not finished. */
  isUnfinished(choice: number): boolean {
    return this.#unfinished.has(choice);
  }

  /** Whether every choice that was seen has finished. */
  get complete(): boolean {
    return this.#unfinished.size === 0 && this.#finished.size > 0;
  }

  /** Whether every choice that was seen ended by itself. */
  get endedNaturally(): boolean {
    return this.complete && !this.#cut;
  }

  /** The finish reason of a choice, if it is unknown. */
  get unknownFinishReason(): string | null {
    return this.#odd;
  }

  /** Why the answer can never become complete: the upstream broke off a choice, or sent more choices than anyone may request. */
  get fault(): (Partial<ReportedError> & Pick<ReportedError, 'fault'>) | null {
    if (this.#finished.size + this.#unfinished.size > choicesMax) return { fault: 'the stream has too many choices' };
    return this.#fault;
  }

  read(choices: readonly unknown[]): FrameEffect {
    let finishes = false;
    let continues = false;
    const before = this.text.wide + this.text.narrow;
    for (let position = 0; position < choices.length; position += 1) {
      const choice = choices[position];
      if (typeof choice !== 'object' || choice === null) continue;
      const fields = choice as Readonly<Record<string, unknown>>;
      const { delta, finish_reason: reason } = fields;
      addAnswerText(delta, this.text);
      const at = choiceOf(choice, position);
      if (fields.error) this.#fault ??= findEndFault(fields, this.#quirks);
      if (typeof reason === 'string' && reason !== '') {
        this.#unfinished.delete(at);
        this.#finished.add(at);
        this.#end(fields, reason);
        finishes = true;
      } else if (!this.#finished.has(at)) {
        this.#unfinished.add(at);
        continues = true;
      }
    }
    return { finishes, continues, characters: this.text.wide + this.text.narrow - before };
  }

  #end(choice: Readonly<Record<string, unknown>>, reason: string): void {
    const meaning = meaningOfEnd(reason);
    this.#cut ||= meaning !== 'end';
    if (meaning === 'unknown') this.#odd ??= shownWord(reason);
    this.#fault ??= findEndFault(choice, this.#quirks);
  }
}
