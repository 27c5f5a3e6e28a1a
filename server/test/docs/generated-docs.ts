import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as prettier from 'prettier';
import { proofsPage } from '../proofs/proofs-page.ts';
import { errorsPage } from './errors-page.ts';
import { promisesPage } from './promises-page.ts';
import { providersPage } from './providers-page.ts';
import { settingsTable } from './settings-table.ts';

const root = join(import.meta.dirname, '../../..');
const begin = '<!-- settings: made by "npm run docs" -->';
const end = '<!-- end of settings -->';

interface GeneratedDoc {
  readonly path: string;
  readonly present: string;
  readonly wanted: string;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Puts the settings between their marks. */
function withSettings(readme: string): string {
  const from = readme.indexOf(begin);
  const to = readme.indexOf(end);
  if (from < 0 || to < from) throw new Error('README.md has lost the marks around its table of settings');
  return `${readme.slice(0, from + begin.length)}\n\n${settingsTable()}\n${readme.slice(to)}`;
}

/** Every document that is made from data, as it is and as it should be. */
export async function generatedDocs(): Promise<readonly GeneratedDoc[]> {
  const readme = join(root, 'README.md');
  const sources: readonly [string, string][] = [
    [readme, withSettings(read(readme))],
    [join(root, 'docs/errors.md'), errorsPage()],
    [join(root, 'docs/providers.md'), providersPage()],
    [join(root, 'docs/promises.md'), promisesPage()],
    [join(root, 'docs/proofs.md'), proofsPage()],
  ];
  return Promise.all(
    sources.map(async ([path, text]) => {
      const options = (await prettier.resolveConfig(path)) ?? {};
      return { path, present: read(path), wanted: await prettier.format(text, { ...options, filepath: path }) };
    }),
  );
}

/** Writes the documents that are out of date, or only the one named. */
export async function writeGeneratedDocs(only = ''): Promise<void> {
  for (const { path, present, wanted } of await generatedDocs()) {
    if (present === wanted || !path.endsWith(only)) continue;
    writeFileSync(path, wanted);
    process.stdout.write(`wrote ${path}\n`);
  }
}
