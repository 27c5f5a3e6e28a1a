import { quantityKind } from './quantities.ts';

/** What one piece is called, for rates that are not quoted for a million tokens. */
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

/** What the rate with this name is quoted for: `image`, `second`, `1,000,000 tokens`. */
export function rateUnit(name: string): string {
  return pieces[name.replace(/[@:].*$/, '')] ?? '1,000,000 tokens';
}

/** Whether it is a price by the piece: of what is priced by itself, outside the tokens. */
export function isByPiece(name: string): boolean {
  return name === 'per_call' || quantityKind(name)?.partOf === null;
}
