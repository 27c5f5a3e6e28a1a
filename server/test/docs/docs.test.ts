import assert from 'node:assert/strict';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { errorCatalogue } from '@tollgate/contract/errors';
import { knownVariables } from '../../src/config/config.ts';
import { vendors } from '../../src/providers/registry.ts';
import { generatedDocs } from './generated-docs.ts';
import { isThere, namedPaths } from './named-paths.ts';

const root = join(import.meta.dirname, '../../..');
const pages = [
  'README.md',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  ...globSync('docs/{,kinds/,zh/,zh/kinds/}*.md', { cwd: root }),
  ...globSync('server/{src,test}/**/README.md', { cwd: root }),
]
  .filter((name) => name.endsWith('.md'))
  .map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }));

const aboutTests = ['docs/proofs.md', 'server/test/README.md'];

function textOf(page: string): string {
  const found = pages.find(({ name }) => name === page);
  assert.ok(found !== undefined, page);
  return found.text;
}

test('the pages that are made from data say what the code says (if not: npm run docs)', async () => {
  for (const { path, present, wanted } of await generatedDocs())
    assert.equal(present, wanted, `${path} is out of date: run npm run docs`);
});

test('every variable the documents name exists', () => {
  const known = new Set([...knownVariables, 'TOLLGATE_URL', ...vendors.flatMap((vendor) => vendor.keyVariables)]);
  for (const { name, text } of pages) {
    for (const [variable] of text.matchAll(/\bTOLLGATE_[A-Z_]*[A-Z]\b|\b[A-Z]+_API_KEY\b/g)) {
      // A failed proof prints how to run it again; those variables belong to the tests, not to the service.
      const isOfTests = aboutTests.includes(name) && /^TOLLGATE_(?:SIM|TEST|PROVE)/.test(variable);
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

test('every test file that the documents name, in a command too, exists', () => {
  for (const { name, text } of pages) {
    for (const [file] of text.matchAll(/\b(?:server|contract|console|tools)\/[\w/.-]+\.test\.ts\b/g))
      assert.ok(existsSync(join(root, file)), `${name} names ${file}`);
  }
});

test('the map of the code, the rules, the recipes and the rooms name only files and folders that exist', () => {
  const pagesOfTheCode = pages.filter(({ name }) => /^(?:ARCHITECTURE|CONTRIBUTING)\.md$|README\.md$/.test(name));
  let named = 0;
  for (const { name, text } of pagesOfTheCode) {
    const paths = namedPaths(text);
    named += paths.length;
    assert.deepEqual(
      paths.filter((path) => !isThere(path, dirname(name))),
      [],
      `${name} names what is not there`,
    );
  }
  assert.ok(named > 100, 'the paths in these pages are no longer seen');
});

test('every room of the server has its line in the map of the code', () => {
  const text = textOf('ARCHITECTURE.md');
  const rooms = globSync(['server/src/*/', 'server/src/domain/*/'], { cwd: root }).map((path) => path.replace('server/src/', ''));
  assert.ok(rooms.length > 40, 'the rooms are no longer seen');
  for (const room of rooms.filter((each) => each !== 'domain'))
    assert.match(text, new RegExp(`^\\| \`${room}/?\``, 'm'), `${room} has no line`);
});

test('every folder of tests has its line in the README of the tests', () => {
  const text = textOf('server/test/README.md');
  for (const folder of readdirSync(join(root, 'server/test'), { withFileTypes: true })) {
    if (folder.isDirectory()) assert.ok(text.includes(`\n| \`${folder.name}/\` `), `${folder.name}/ has no line`);
  }
});

/** Codes that appear only in the log. */
const codesOfTheLog = ['client_left', 'upstream_silent', 'usage_invalid'];

test('the drawn life of a call shows every error that its path can end with, and no other', () => {
  const [, drawn = ''] = /^### The life of a call[^]*?^```\n([^]*?)^```/m.exec(textOf('ARCHITECTURE.md')) ?? [];
  const shown = new Set(drawn.match(/\b[a-z]+(?:_[a-z]+)*\b/g));
  for (const code of shown) {
    if (code.includes('_')) assert.ok(code in errorCatalogue || codesOfTheLog.includes(code), `there is no code ${code}`);
  }
  const files = globSync('server/src/{gateway,json,endpoints/chat-completions}/**/*.ts', {
    cwd: root,
    exclude: ['**/*.test.ts'],
  });
  for (const file of files) {
    for (const [, code = ''] of readFileSync(join(root, file), 'utf8').matchAll(/new ApiError\(\s*'([a-z_]+)'/g))
      assert.ok(shown.has(code) || code === 'internal_error', `${file} ends calls with ${code}, which is not drawn`);
  }
});
