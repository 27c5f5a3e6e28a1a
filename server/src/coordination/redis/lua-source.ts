import { readFileSync } from 'node:fs';

/** The comment at the beginning of a file describes its input and output; it is for readers and not sent. */
const opening = /^(?:--.*\n)+/;

/** The Lua of a file below `lua/`. Read while the program loads, never while it serves. */
export function luaSource(name: string): string {
  return readFileSync(new URL(`lua/${name}.lua`, import.meta.url), 'utf8').replace(opening, '');
}
