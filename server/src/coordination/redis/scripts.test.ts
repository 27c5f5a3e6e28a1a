import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { luaSource } from './lua-source.ts';
import { beginEpoch, closeTouched, codes, scriptNames, scriptText } from './scripts.ts';

const texts = [...scriptNames.map((name) => scriptText(name, 'E')), beginEpoch, closeTouched];
const folder = join(import.meta.dirname, 'lua');
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.lua'))
  .map((file) => ({ file, lua: luaSource(file.replaceAll('\\', '/').slice(0, -'.lua'.length)) }));

test('every file of Lua is part of a script, without the comment that it begins with', () => {
  assert.ok(sources.length > scriptNames.length);
  for (const { file, lua } of sources) {
    assert.match(lua, /^\n[^-\n]/, file);
    const numbered = lua.replaceAll(/CODE\.([a-z]+)/g, (_all, code: keyof typeof codes) => String(codes[code])).trim();
    const given = numbered.replaceAll('LEVELS', '80, 90, 100');
    assert.ok(
      texts.some((text) => text.includes(given)),
      file,
    );
  }
});

test('every code that the Lua names has a number, and no name is left in what is sent', () => {
  const named = sources.flatMap(({ lua }) => [...lua.matchAll(/CODE\.([A-Za-z]+)/g)].map(([, code = '']) => code));
  assert.deepEqual([...new Set(named)].sort(), Object.keys(codes).sort());
  for (const text of texts) assert.doesNotMatch(text, /CODE|LEVELS|undefined/);
});
