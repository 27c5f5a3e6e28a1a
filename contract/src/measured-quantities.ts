import type { ModelKind } from './enumerations.ts';

/** A rate that is never charged is a mistake of whoever enters it: so a price may name only what some reader of its kind counts. */
interface Measured {
  /** Lines that every price has. */
  readonly base: readonly string[];
  /** Quantities by name; one that ends in `:` or `@` stands for its family. */
  readonly rates: readonly string[];
}

const perCall = ['per_call'];
const tokens = ['input', 'cached_input', 'output', ...perCall];

/** What is counted of models of each kind. A test holds the readers of all protocols against it. */
export const measured: Readonly<Record<ModelKind, Measured>> = {
  chat: {
    base: tokens,
    rates: [
      ...['reasoning', 'cache_write', 'cache_write_1h', 'input_audio', 'input_image', 'input_video'],
      ...['cached_audio', 'cached_image', 'output_audio', 'output_image', 'citation', 'input_audio_ms', 'tool:'],
    ],
  },
  embedding: { base: ['input', ...perCall], rates: [] },
  rerank: { base: ['input', ...perCall], rates: ['search_unit'] },
  image: { base: tokens, rates: ['reasoning', 'input_image', 'output_image', 'image', 'image@'] },
  music: { base: perCall, rates: ['song', 'output_audio_ms'] },
};

function names(of: readonly string[], name: string): boolean {
  return of.some((one) => one === name || (/[:@]$/.test(one) && name.startsWith(one)));
}

/** Whether anything counts this quantity, or this line of a price, for models of a kind. */
export function isMeasured(name: string, kind: ModelKind): boolean {
  return names(measured[kind].base, name) || names(measured[kind].rates, name);
}

/** What a price of a kind can have a rate for, as whoever enters it writes it. */
export function measurable(kind: ModelKind): readonly string[] {
  const written: Readonly<Record<string, string>> = { 'tool:': 'tool:<name>', 'image@': 'image@<size>[@<quality>]' };
  return [...measured[kind].base, ...measured[kind].rates.map((name) => written[name] ?? name)];
}
