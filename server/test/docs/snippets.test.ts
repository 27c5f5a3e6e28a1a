/**
 * Goal: every example in the README and in the user documentation works as printed, and produces the printed output.
 *
 * Chinese pages have the same code: `served-docs.test.ts`.
 *
 * Method: the real program as `npm start` starts it. Runs the blocks of a page in order, in one folder. A block `text` or `json` is the
 * expected output of the blocks before it; `…` in it matches anything.
 */
import assert from 'node:assert/strict';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { exampleLanguages, makeReadersFolder, type ExampleLanguage } from '../clients/example-languages.ts';
import { ServerProcess } from '../scenarios/server-process.ts';
import { withServer } from '../servers/needed-server.ts';

const root = join(import.meta.dirname, '../../..');
const pages = ['README.md', 'docs/quick-start.md', 'docs/sandbox.md', ...globSync('docs/kinds/*.md', { cwd: root }).toSorted()];

let folder: string;
let server: ServerProcess;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tollgate-examples-'));
  makeReadersFolder(folder);
  server = await ServerProcess.start(join(folder, 'data'));
});
after(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

function environment(): NodeJS.ProcessEnv {
  const [key] = /sk-\w+/.exec(server.out) ?? [];
  return { ...process.env, KEY: key, TOLLGATE_URL: server.url, TOLLGATE_ADMIN_TOKEN: server.adminToken };
}

const languages: Readonly<Record<string, ExampleLanguage>> = exampleLanguages(() => ({ cwd: folder, env: environment() }));

interface Example {
  readonly language: string;
  readonly code: string;
  /** The expected output, if the page shows it. */
  prints: string | null;
}

/** The whole program of a block. It continues where the previous block of its language ended, unless it creates a client. */
function programOf(language: string, code: string, before: string | undefined): string {
  const goesOn = (language === 'python' || language === 'js') && !/api_?key/i.test(code);
  return goesOn ? `${before ?? ''}${code}` : code;
}

/** The examples of a page, in order. */
function examplesOf(page: string): readonly Example[] {
  const examples: Example[] = [];
  const programs = new Map<string, string>();
  let untold: Example[] = [];
  for (const [, language = '', text = ''] of readFileSync(join(root, page), 'utf8').matchAll(/^```(\w+)\n([^]*?)^```/gm)) {
    if (language === 'text' || language === 'json') {
      for (const example of untold) example.prints = text;
      untold = [];
    } else if (language in languages) {
      const code = programOf(language, text, programs.get(language));
      programs.set(language, code);
      const example = { language, code, prints: null };
      examples.push(example);
      untold.push(example);
    }
  }
  return examples;
}

/** Whether the output contains everything the page shows, in order; whitespace can differ. */
function isPrinted(prints: string, printed: string): boolean {
  const text = printed.replaceAll(/\s+/g, '');
  let at = 0;
  return prints
    .replaceAll(/\s+/g, '')
    .split('…')
    .every((piece) => {
      const found = text.indexOf(piece, at);
      at = found + piece.length;
      return found !== -1;
    });
}

for (const { needs } of Object.values(languages))
  if (needs !== null) withServer(needs, `examples for ${needs.name}`, () => undefined);

/** The price of each model, as text. */
async function readPrices(): Promise<Readonly<Record<string, string>>> {
  const { data } = await server.admin<{ data: readonly { name: string; price: unknown }[] }>('GET', '/models?limit=100');
  return Object.fromEntries(data.map(({ name, price }) => [name, JSON.stringify(price)]));
}

for (const page of pages)
  test(`the examples of ${page} work as they stand there, and leave prices as they were`, async () => {
    const examples = examplesOf(page);
    const prices = await readPrices();
    assert.ok(examples.length > 0);
    for (const { language, code, prints } of examples) {
      const { needs, run: runIt } = languages[language] as ExampleLanguage;
      if (needs?.isInstalled() === false) continue;
      const printed = await runIt(code.replaceAll('http://127.0.0.1:8080', server.url));
      assert.doesNotMatch(printed, /"error":(?!\s*null)/, code);
      if (prints !== null) assert.ok(isPrinted(prints, printed), `${code}\nprinted\n${printed.slice(0, 2_000)}`);
    }
    assert.deepEqual(await readPrices(), prices);
  });

test('each page of a kind has examples for curl, Python, Node and Go', () => {
  for (const page of pages.filter((name) => name.startsWith('docs/kinds/'))) {
    const shown = new Set(examplesOf(page).map(({ language }) => language));
    assert.deepEqual(
      Object.keys(languages).filter((language) => !shown.has(language)),
      [],
      page,
    );
  }
});
