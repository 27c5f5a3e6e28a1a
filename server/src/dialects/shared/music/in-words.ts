import type { MusicRequest } from '../../music-upstream.ts';

/** The request as one text, for upstreams that have no field for tags or duration. */
export function inWords(
  { prompt, tags, durationSeconds, instrumental }: MusicRequest,
  unsaid: { readonly length?: boolean; readonly instrumental?: boolean } = {},
): string {
  const parts = [prompt];
  if (tags.length > 0) parts.push(`Style: ${tags.join(', ')}.`);
  if (unsaid.length === true && durationSeconds !== null) parts.push(`About ${String(durationSeconds)} seconds long.`);
  if (unsaid.instrumental === true && instrumental) parts.push('Instrumental, without any voice.');
  return parts.join('\n');
}

/** A JSON body without the fields that are `null`. */
export function jsonBody(members: Readonly<Record<string, unknown>>): Buffer {
  return Buffer.from(JSON.stringify(Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null))));
}
