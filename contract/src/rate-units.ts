import { quantityKind } from './quantities.ts';

/** Unit names of rates that are not per million tokens. */
const pieces: Readonly<Record<string, string>> = {
  per_call: 'call',
  image: 'image',
  song: 'song',
  search_unit: 'search unit',
  page: 'page',
  input_audio_ms: 'second',
  output_audio_ms: 'second',
  tool: '1,000 calls',
  character: '1,000,000 characters',
};

/** The unit that a rate covers: `image`, `second`, `1,000,000 tokens`. */
export function rateUnit(name: string): string {
  return pieces[name.replace(/[@:].*$/, '')] ?? '1,000,000 tokens';
}

/** Whether the rate prices units other than tokens, separately from the token counts. */
export function isByPiece(name: string): boolean {
  return name === 'per_call' || quantityKind(name)?.partOf === null;
}
