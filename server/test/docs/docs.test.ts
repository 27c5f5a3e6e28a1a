import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { knownVariables } from '../../src/config/config.ts';
import { vendors } from '../../src/providers/registry.ts';
import { generatedDocs } from './generated-docs.ts';

const root = join(import.meta.dirname, '../../..');
const pages = [
  'README.md',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`),
]
  .filter((name) => name.endsWith('.md'))
  .map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }));

test('the pages of errors, settings and providers say what the code says (if not: npm run docs)', async () => {
  for (const { path, present, wanted } of await generatedDocs())
    assert.equal(present, wanted, `${path} is out of date: run npm run docs`);
});

test('every variable the documents name exists', () => {
  const known = new Set([...knownVariables, 'TOLLGATE_URL', ...vendors.flatMap((vendor) => vendor.keyVariables)]);
  for (const { name, text } of pages) {
    for (const [variable] of text.matchAll(/\bTOLLGATE_[A-Z_]*[A-Z]\b|\b[A-Z]+_API_KEY\b/g)) {
      // A proof that failed tells how to run it again; those variables are of the tests and not of the service.
      const isOfTests = name === 'docs/proofs.md' && /^TOLLGATE_(?:SIM|TEST|PROVE)/.test(variable);
      assert.ok(known.has(variable) || variable === 'UPSTREAM_API_KEY' || isOfTests, `${name} names ${variable}`);
    }
  }
});

test('every link between the documents leads somewhere', () => {
  for (const { name, text } of pages) {
    for (const [, target = ''] of text.matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)) {
      assert.ok(existsSync(join(root, dirname(name), target)), `${name} → ${target}`);
    }
  }
});

test('every npm script the documents name exists', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
  for (const { name, text } of pages) {
    for (const [, script = ''] of text.matchAll(/\bnpm run ([a-z][a-z:-]*)/g))
      assert.ok(script in scripts, `${name}: npm run ${script}`);
  }
});
