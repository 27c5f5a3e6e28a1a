import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { inTempFolder } from '../storage/temp-folder.ts';
import { textHash, type CoverageRecord } from './coverage-record.ts';
import { root } from './imports-of.ts';

const files = ['server/src/domain/catalog/price.test.ts', 'server/test/storage/books-outages.test.ts'];

/** The functions of a module that ran, as source text. */
function ranIn(record: CoverageRecord | undefined, path: string): readonly string[] {
  const { hash, ran } = record?.modules[path] ?? { hash: '', ran: [] };
  const text = readFileSync(join(root, path), 'utf8');
  assert.equal(hash, textHash(text));
  return Array.from({ length: ran.length / 2 }, (_, at) => text.slice(ran[2 * at], ran[2 * at + 1]));
}

void test(
  'a record holds the functions that each of several files in a process ran, in its threads too',
  { timeout: 300_000 },
  async () => {
    await inTempFolder(async (folder) => {
      const env = { ...process.env, NODE_TEST_CONTEXT: undefined, TOLLGATE_TEST_COVERAGE: folder };
      const args = [join(root, 'server/run-tests.mjs'), '--record', ...files];
      const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] });
      assert.deepEqual(await once(child, 'close'), [0, null]);
      const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
      const records = names.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as CoverageRecord);
      const [price, books] = files.map((file) => records.find((record) => record.file === file));
      const priced = ranIn(price, 'server/src/domain/catalog/price.ts');
      assert.ok(
        priced.length > 0 && priced.every((text) => /^(function|async|\(|[\w#]+\s*\(|[\w]+ =>)/.test(text)),
        priced.join('\n---\n'),
      );
      assert.equal(price?.modules['server/src/storage/sqlite/group-writer.ts'], undefined);
      // The writer thread.
      assert.ok(ranIn(books, 'server/src/storage/sqlite/group-writer.ts').length > 0);
      assert.ok((books?.cpuSeconds ?? 0) > 0);
    });
  },
);
