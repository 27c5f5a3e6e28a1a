import type { ModelKind } from '../enumerations.ts';

/**
 * Quantities that calls of each model kind can report, besides the four standard price lines. A name ending in `:` or `@` stands for its
 * family. A rate for any other quantity would never be charged, so prices must not contain it. A test compares this table with the usage
 * readers of all protocols.
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

/** Whether any protocol reports this quantity for models of this kind. */
export function isMeasured(name: string, kind: ModelKind): boolean {
  return measured[kind].some((one) => one === name || (/[:@]$/.test(one) && name.startsWith(one)));
}

/** Names of the rates that a price of this model kind can have, as entered in requests. */
export function measurable(kind: ModelKind): readonly string[] {
  const written: Readonly<Record<string, string>> = { 'tool:': 'tool:<name>', 'image@': 'image@<size>[@<quality>]' };
  return measured[kind].map((name) => written[name] ?? name);
}
