import { readFileSync } from 'node:fs';

/** The comment at the beginning of a file describes its input and output. It is for readers only and is not sent. */
const opening = /^(?:--.*\n)+/;

/** The Lua source of a file in `lua/`. Read while the program loads, never later. */
export function luaSource(name: string): string {
  return readFileSync(new URL(`lua/${name}.lua`, import.meta.url), 'utf8').replace(opening, '');
}
