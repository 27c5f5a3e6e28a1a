/**
 * Goal: the program starts from a bundle that always matches the current sources, and starts even if no bundle can be created. Method: a
 * small program with a thread, a file next to it and a lazy part, started like the real one by `npm start`.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { programOf } from '../bundled-threads.ts';

const server = fileURLToPath(new URL('../../', import.meta.url));

const program = {
  'main.ts': `
    import { readFileSync } from 'node:fs';
    import { Worker } from 'node:worker_threads';
    import { greeting } from './greeting.ts';
    const beside: string = readFileSync(new URL('./beside.txt', import.meta.url), 'utf8');
    const { price } = await import('./lazy/price.ts');
    const worker = new Worker(new URL('./echo-worker.ts', import.meta.url), { workerData: greeting });
    worker.on('message', (said: string) => console.log(JSON.stringify([greeting, beside, price, said, import.meta.url.split('/').at(-1)])));`,
  'greeting.ts': `export const greeting: string = '你好 – "ж" 🎵';`,
  'lazy/price.ts': `export const price = '¥1';`,
  'echo-worker.ts': `import { parentPort, workerData } from 'node:worker_threads'; parentPort?.postMessage(workerData as string);`,
  'beside.txt': 'a file beside the module',
  'cli/tollgate.ts': `export {};`,
};
const said = ['你好 – "ж" 🎵', 'a file beside the module', '¥1', '你好 – "ж" 🎵', 'main.ts'];

interface Run {
  readonly said: unknown;
  readonly err: string;
}

class Tree {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'tollgate-bundle-')));

  constructor() {
    for (const file of ['start.mjs', 'program.mjs', 'build-program.ts', 'node-version.mjs', 'compile-cache.mjs'])
      cpSync(join(server, file), join(this.folder, 'server', file));
    for (const [file, text] of Object.entries(program)) this.write(file, text);
    writeFileSync(join(this.folder, 'package.json'), '{ "type": "module" }');
    mkdirSync(join(this.folder, 'node_modules'));
    this.install();
  }

  write(file: string, text: string): void {
    mkdirSync(join(this.folder, 'server', 'src', file, '..'), { recursive: true });
    writeFileSync(join(this.folder, 'server', 'src', file), text);
  }

  install(): void {
    const bundler = join(server, '..', 'node_modules', 'rolldown');
    symlinkSync(realpathSync(bundler), join(this.folder, 'node_modules', 'rolldown'));
  }

  uninstall(): void {
    rmSync(join(this.folder, 'node_modules', 'rolldown'));
  }

  start(env: Readonly<Record<string, string>> = {}): Promise<Run> {
    return new Promise((resolve, reject) => {
      const options = { env: { PATH: process.env.PATH, ...env }, timeout: 60_000 };
      execFile(process.execPath, [join(this.folder, 'server', 'start.mjs')], options, (error, out, err) => {
        if (error !== null) reject(new Error(`${error.message}: ${err}`));
        else resolve({ said: JSON.parse(out), err });
      });
    });
  }

  bundles(): readonly string[] {
    const places = join(this.folder, 'node_modules', '.cache', 'tollgate');
    return readdirSync(places).filter((name) => name.startsWith('program-'));
  }
}

const trees: Tree[] = [];
function newTree(): Tree {
  const tree = new Tree();
  trees.push(tree);
  return tree;
}
after(() => {
  for (const { folder } of trees) rmSync(folder, { recursive: true, force: true });
});

describe('the program as one bundle', () => {
  test('does what its sources do: threads, files beside modules, lazy parts, every character', async () => {
    const tree = newTree();
    assert.deepEqual(await tree.start(), { said, err: '' });
    assert.equal(tree.bundles().length, 1);
    // The bundle runs, not the sources.
    const [bundle = ''] = tree.bundles();
    const folder = join(tree.folder, 'node_modules', '.cache', 'tollgate', bundle);
    for (const name of readdirSync(folder)) {
      const text = readFileSync(join(folder, name), 'utf8');
      writeFileSync(join(folder, name), text.replace(String.raw`\u00a51`, 'paid'));
    }
    assert.deepEqual(await tree.start(), { said: said.with(2, 'paid'), err: '' });
  });

  test('is rebuilt when a source changes, and a few of the last ones are kept', async () => {
    const tree = newTree();
    await tree.start();
    for (let price = 2; price < 8; price += 1) {
      tree.write('lazy/price.ts', `export const price = '¥${String(price)}${'0'.repeat(price)}';`);
      const run = await tree.start();
      assert.deepEqual(run, { said: said.with(2, `¥${String(price)}${'0'.repeat(price)}`), err: '' });
    }
    assert.equal(tree.bundles().length, 4);
  });

  test('stays while a process runs it, however many are built after it, because threads load their files when they start', async () => {
    const tree = newTree();
    await tree.start();
    const [first = ''] = tree.bundles();
    const folder = join(tree.folder, 'node_modules', '.cache', 'tollgate', first);
    writeFileSync(join(folder, `held-by-${String(process.pid)}`), '');
    const buildOthers = async (first: number): Promise<void> => {
      for (let price = first; price < first + 5; price += 1) {
        tree.write('lazy/price.ts', `export const price = '¥${'0'.repeat(price)}';`);
        await tree.start();
      }
    };
    await buildOthers(2);
    assert.ok(tree.bundles().includes(first));
    const mark = `held-by-${String(process.pid)}`;
    assert.ok(
      readdirSync(folder).some((name) => name.startsWith('held-by-') && name !== mark),
      'a start marks it',
    );
    rmSync(join(folder, mark));
    await buildOthers(7);
    assert.ok(!tree.bundles().includes(first));
  });

  test('is made by the first to start, or by several at once', async () => {
    const tree = newTree();
    const runs = await Promise.all([1, 2, 3].map(() => tree.start()));
    assert.deepEqual(runs, Array(3).fill({ said, err: '' }));
    assert.deepEqual(
      tree.bundles().map((name) => name.includes('.')),
      [false],
    );
  });

  test('is not needed: what cannot be bundled runs from its sources, and says why', async () => {
    const tree = newTree();
    tree.uninstall();
    const run = await tree.start();
    assert.deepEqual(run.said, said);
    assert.match(run.err, /^tollgate: the program runs from its sources, because it could not be bundled: .*rolldown.*\n$/);
    tree.install();
    assert.deepEqual(await tree.start(), { said, err: '' });
  });

  test('is left aside for instruments that are loaded before the program and look for its modules', async () => {
    const tree = newTree();
    const instrument = `
      import { registerHooks } from 'node:module';
      registerHooks({ load(url, context, next) {
        const loaded = next(url, context);
        return url.endsWith('/price.ts') ? { ...loaded, source: "export const price = 'seen';" } : loaded;
      } });`;
    const run = await tree.start({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(instrument)}` });
    assert.deepEqual(run.said, said.with(2, 'seen'));
  });

  test('is what Tollgate itself is started from, with every thread in it', () => {
    const main = programOf('main.ts');
    assert.match(main, /\/program-[0-9a-f]{16}\/main\.js$/);
    const folder = new URL('./', main);
    const names = readdirSync(folder);
    const threads = readdirSync(join(server, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('-worker.ts'),
    );
    assert.ok(threads.length > 4);
    for (const thread of threads) assert.ok(names.includes(thread.split('/').at(-1)?.replace('.ts', '.js') ?? ''), thread);
    for (const name of names) assert.doesNotMatch(readFileSync(new URL(name, folder), 'utf8'), /-worker\.ts["'`]/, name);
  });
});
