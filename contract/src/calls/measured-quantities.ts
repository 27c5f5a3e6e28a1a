import type { ModelKind } from '../enumerations.ts';

/**
 * The quantities of models of each kind, besides the four lines that every price has; a name that ends in `:` or `@` represents its family. A
 * rate for anything else would never be charged, so no price may have one. A test compares it with the readers of all protocols.
 */
export const measured: Readonly<Record<ModelKind, readonly string[]>> = {
  chat: [
    ...['reasoning', 'cache_write', 'cache_write_1h', 'input_audio', 'input_image', 'input_video'],
    ...['cached_audio', 'cached_image', 'output_audio', 'output_image', 'citation', 'input_audio_ms', 'tool:'],
  ],
  embedding: [],
  rerank: ['search_unit'],
  image: ['reasoning', 'input_image', 'output_image', 'image', 'image@'],
  music: ['song', 'output_audio_ms'],
};

/** Whether any protocol measures this quantity for models of a kind. */
export function isMeasured(name: string, kind: ModelKind): boolean {
  return measured[kind].some((one) => one === name || (/[:@]$/.test(one) && name.startsWith(one)));
}

/** The possible rates for a kind of model, as people write them. */
export function measurable(kind: ModelKind): readonly string[] {
  const written: Readonly<Record<string, string>> = { 'tool:': 'tool:<name>', 'image@': 'image@<size>[@<quality>]' };
  return measured[kind].map((name) => written[name] ?? name);
}
