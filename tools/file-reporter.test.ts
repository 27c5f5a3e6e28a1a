// Goal: `npm test` prints one line per file and all details of failures, and never ignores a file that stopped early. Method: small test
// files with every outcome, run by the real runner: one at a time, several at once, and several in one shared process.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

/** Its hooks run only around its own tests, even if other files ran before in the same process. */
const hooked = `let log = [];
before(() => log.push('before')); beforeEach(() => log.push('each')); after(() => { if (log.join() !== 'before,each,one,each,two') throw new Error(log.join()); });
test('one', () => { log.push('one'); }); test('two', () => { log.push('two'); });`;

const reporter = join(import.meta.dirname, 'file-reporter.ts');
const begin = "import { after, describe, test } from 'node:test';\n";
const allHooks = "import { after, before, beforeEach, describe, test } from 'node:test';\n";

const files = {
  'good.test.ts': "console.log('chatter'); test('one', () => {}); test('two', { skip: 'no such server here' }, () => {});",
  'failing.test.ts': `console.log('said before');
describe('a suite', () => {
  test('holds', () => {});
  test('breaks', (context) => { context.diagnostic('seed 7'); throw new Error('the cause'); });
});`,
  'broken.test.ts': "throw new Error('never began');",
  'gone.test.ts': "test('ends the process', () => process.exit(3));",
  'unclean.test.ts': "after(() => { throw new Error('left behind'); }); test('fine', () => {});",
  'hanging.test.ts': "test('waits', () => new Promise((resolve) => setTimeout(resolve, 1e6)));",
};

for (const atOnce of [1, 3]) {
  void describe(`of files run ${String(atOnce)} at once`, () => {
    let folder: string;
    let told: string;
    let code: number | null;

    before(() => {
      folder = mkdtempSync(join(tmpdir(), 'tollgate-reporter-'));
      for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), begin + text);
      writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
      const options = ['--test', '--test-timeout=2000', '--test-force-exit', `--test-concurrency=${String(atOnce)}`];
      // Otherwise a nested run would send its events to the outer one.
      const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
      const args = [...options, `--test-reporter=${reporter}`, ...Object.keys(files)];
      ({ stdout: told, status: code } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' }));
    });
    after(() => {
      rmSync(folder, { recursive: true });
    });

    /** The line of a file, and the lines that follow it. */
    function of(name: string): string {
      const from = told.search(new RegExp(`^. +\\d+ passed.* ${name}$`, 'm'));
      assert.notEqual(from, -1, `no line for ${name} in:\n${told}`);
      return told.slice(from).split(/\n(?=[✔✖\n])/)[0] ?? '';
    }

    void test('each has one line with its counts and seconds', () => {
      const lines = [...told.matchAll(/^. +(\d+) passed, (\d+) failed, (\d+) skipped, +[\d.]+ s {2}(\S+)$/gm)];
      const counts = lines.map(([, passed, failed, skipped, name]) => [name, passed, failed, skipped].join(' '));
      assert.deepEqual(counts.toSorted(), [
        ...['broken.test.ts 0 1 0', 'failing.test.ts 1 1 0', 'gone.test.ts 0 1 0', 'good.test.ts 1 0 1'],
        ...['hanging.test.ts 0 1 0', 'unclean.test.ts 1 1 0'],
      ]);
    });

    void test('a good one says nothing more, but for what was not run', () => {
      assert.deepEqual(of('good.test.ts').split('\n').slice(1), ['  - two: no such server here']);
    });

    void test('a failure is reported in full: where, why, its diagnostics, and what the file wrote', () => {
      const text = of('failing.test.ts');
      for (const words of ['✖ a suite › breaks (failing.test.ts:5)', 'Error: the cause\n        at ', 'seed 7', 'said before'])
        assert.ok(text.includes(words), `${words} in:\n${text}`);
      assert.match(of('broken.test.ts'), /never began/);
      assert.match(of('unclean.test.ts'), /left behind/);
      assert.match(of('hanging.test.ts'), /waits .*\n.*timed out/);
    });

    void test('failures are repeated at the end, by file, with place and reason', () => {
      const end = told.slice(told.indexOf('\nWhat failed:\n'), told.indexOf('\nThe slowest files:'));
      assert.match(end, /^failing\.test\.ts\n {2}✖ a suite › breaks \(failing\.test\.ts:5\)\n +Error: the cause\n/m);
      assert.deepEqual([...end.matchAll(/^(\w+)\.test\.ts$/gm)].map(([, name]) => name).toSorted(), [
        ...['broken', 'failing', 'gone', 'hanging', 'unclean'],
      ]);
      assert.doesNotMatch(end, /said before/);
    });

    void test('the sums are those of all, and a failure is one for the caller', () => {
      assert.match(told, /^ℹ files 6\nℹ pass 3\nℹ fail 5\nℹ skipped 1$/m);
      assert.notEqual(code, 0);
      assert.match(told, /The slowest files:\n( +\d+\.\d s {2}\S+\n){6}\n/);
    });
  });
}

void describe('of files that share a process', () => {
  let folder: string;
  let told: string;
  let code: number | null;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'tollgate-reporter-'));
    const { 'hanging.test.ts': _hanging, 'gone.test.ts': _gone, ...most } = files;
    const shared = {
      ...most,
      'hooked.test.ts': hooked,
      'hooked-again.test.ts': hooked,
      // The last output of a process is lost when it exits.
      'x-gone.test.ts': "test('ends the process', () => new Promise(() => setTimeout(() => process.exit(3), 500)));",
      'y-late.test.ts': "test('is not come to', () => {});",
    };
    for (const [name, text] of Object.entries(shared)) writeFileSync(join(folder, name), allHooks + text);
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    const runner = new URL('../server/run-tests.mjs', import.meta.url).href;
    const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
    ({ stdout: told, status: code } = spawnSync(process.execPath, [fileURLToPath(runner), ...Object.keys(shared)], {
      cwd: folder,
      env,
      encoding: 'utf8',
    }));
  });
  after(() => {
    rmSync(folder, { recursive: true });
  });

  void test('each has its line, and those that its process did not come to say so', () => {
    const lines = [...told.matchAll(/^. +(\d+) passed, (\d+) failed, (\d+) skipped, +[\d.]+ s {2}(\S+)$/gm)];
    const counts = lines.map(([, passed, failed, skipped, name]) => [name, passed, failed, skipped].join(' '));
    assert.deepEqual(counts.toSorted(), [
      ...['broken.test.ts 0 1 0', 'failing.test.ts 1 1 0', 'good.test.ts 1 0 1', 'hooked-again.test.ts 2 0 0'],
      ...['hooked.test.ts 2 0 0', 'unclean.test.ts 1 1 0', 'x-gone.test.ts 0 1 0', 'y-late.test.ts 0 1 0'],
    ]);
    assert.match(told, /^ℹ files 8\nℹ pass 7\nℹ fail 5\nℹ skipped 1$/m);
    assert.notEqual(code, 0);
  });

  void test('a failure is reported with its own file', () => {
    const end = told.slice(told.indexOf('\nWhat failed:\n'), told.indexOf('\nThe slowest files:'));
    assert.match(end, /^failing\.test\.ts\n {2}✖ a suite › breaks \(failing\.test\.ts:5\)\n +Error: the cause\n/m);
    assert.match(end, /^broken\.test\.ts\n.*\n.*never began/m);
    assert.match(end, /^unclean\.test\.ts\n.*\n.*left behind/m);
    assert.match(end, /^y-late\.test\.ts\n.*its process ended before it did/m);
  });
});

void test('a fault after the end of its test is reported with its words', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-reporter-'));
  const text = `test('ends', () => { setTimeout(() => { throw new Error('too late'); }, 50); });
test('goes on', () => new Promise((resolve) => setTimeout(resolve, 200)));`;
  writeFileSync(join(folder, 'late.test.ts'), allHooks + text);
  writeFileSync(join(folder, 'other.test.ts'), `${allHooks}test('one', () => {});`);
  const runner = fileURLToPath(new URL('../server/run-tests.mjs', import.meta.url));
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
  const args = [runner, 'late.test.ts', 'other.test.ts'];
  const { stdout, status } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  assert.notEqual(status, 0);
  const end = stdout.slice(stdout.indexOf('\nWhat failed:\n'), stdout.indexOf('\nThe slowest files:'));
  assert.match(end, /Test "ends" at late\.test\.ts:2:1 .*too late/);
});

void test('files that a process ends before as if all were well are failures for the caller', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-reporter-'));
  writeFileSync(join(folder, 'ends.test.ts'), `${allHooks}test('ends', () => process.exit(0));`);
  writeFileSync(join(folder, 'other.test.ts'), `${allHooks}test('one', () => {});`);
  const runner = fileURLToPath(new URL('../server/run-tests.mjs', import.meta.url));
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
  const args = [runner, 'ends.test.ts', 'other.test.ts'];
  const { stdout, status } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  assert.match(stdout, /^✖ +0 passed, 1 failed, .* other\.test\.ts$/m);
  assert.notEqual(status, 0);
});

void test('shards of a run together run each file once', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-reporter-'));
  const names = ['a/one.test.ts', 'a/two.test.ts', 'b/three.test.ts', 'c/four.test.ts'];
  for (const name of names) {
    mkdirSync(join(folder, dirname(name)), { recursive: true });
    writeFileSync(join(folder, name), `${allHooks}test('one', () => {});`);
  }
  const runner = fileURLToPath(new URL('../server/run-tests.mjs', import.meta.url));
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
  const shards = ['1/2', '2/2'].map((shard) => {
    const args = [runner, `--test-shard=${shard}`, ...names];
    const { stdout, status } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' });
    assert.equal(status, 0, stdout);
    return [...stdout.matchAll(/ passed,.* (\S+\.test\.ts)$/gm)].map(([, name]) => name);
  });
  rmSync(folder, { recursive: true });
  assert.ok(shards.every((files) => files.length > 0));
  assert.deepEqual(shards.flat().toSorted(), names.toSorted());
});
