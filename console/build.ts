// Builds the console into dist/: `node console/build.ts`, with `--if-stale` only when its sources are others than those of the last build.
import { createHash, type Hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync, constants as zlib, gzipSync } from 'node:zlib';
import { docsFiles } from './docs-tree.ts';
import { putInPlace } from './put-in-place.ts';

const folder = import.meta.dirname;
const root = join(folder, '..');
const target = join(folder, 'dist');
const lock = join(root, '.cache', 'console-build.lock');

function addFile(hash: Hash, path: string): void {
  hash
    .update(path)
    .update('\0')
    .update(readFileSync(join(root, path)))
    .update('\0');
}

function addFolder(hash: Hash, path: string): void {
  for (const entry of readdirSync(join(root, path), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const inside = `${path}/${entry.name}`;
    if (entry.isDirectory()) addFolder(hash, inside);
    else if (!entry.name.includes('.test.')) addFile(hash, inside);
  }
}

/** Of everything that the result comes from. */
function sourcesHash(): string {
  const hash = createHash('sha256');
  for (const file of [
    'console/index.html',
    'console/package.json',
    'console/vite.config.ts',
    'console/build.ts',
    'console/put-in-place.ts',
    'console/docs-plugin.ts',
    'console/docs-tree.ts',
    'package-lock.json',
    ...docsFiles(),
  ])
    addFile(hash, file);
  addFolder(hash, 'console/src');
  addFolder(hash, 'contract/src');
  return hash.digest('hex');
}

function builtHash(): string | null {
  const list = join(target, 'built.json');
  return existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as { hash: string }).hash : null;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** One build at a time; the mark of a process that is gone does not count. */
function takeLock(): boolean {
  mkdirSync(join(root, '.cache'), { recursive: true });
  for (const attempt of [1, 2]) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      return true;
    } catch {
      const holder = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0;
      if (attempt === 2 || (holder > 0 && isAlive(holder))) return false;
      rmSync(lock, { force: true });
    }
  }
  return false;
}

const isText = /\.(js|css|svg|txt)$/;
/** Below that a compressed file saves nothing. */
const leastBytes = 512;

/** Writes the compressed forms beside each file of text, so that no request waits for a compressor. */
function compress(assets: string): Record<string, string[]> {
  const files = readdirSync(assets);
  return Object.fromEntries(
    files.map((name) => {
      const content = readFileSync(join(assets, name));
      if (!isText.test(name) || content.length < leastBytes) return [name, []];
      writeFileSync(
        join(assets, `${name}.br`),
        brotliCompressSync(content, { params: { [zlib.BROTLI_PARAM_SIZE_HINT]: content.length } }),
      );
      writeFileSync(join(assets, `${name}.gz`), gzipSync(content, { level: 9 }));
      return [name, ['br', 'gzip']];
    }),
  );
}

async function build(hash: string): Promise<void> {
  const { build: bundle } = await import('vite');
  const made = join(folder, `dist.${String(process.pid)}`);
  try {
    await bundle({ root: folder, configFile: join(folder, 'vite.config.ts'), logLevel: 'warn', build: { outDir: made } });
    const files = compress(join(made, 'assets'));
    putInPlace(made, target, { hash, files });
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

const onlyIfStale = process.argv.includes('--if-stale');
if (onlyIfStale) {
  setPriority(constants.priority.PRIORITY_LOW);
  // Whoever started it holds the other end: when it is gone, nobody wants the result.
  process.stdin.resume().on('end', () => process.exit(0));
  // By hand it may be a file, which holds nothing up.
  if (process.stdin instanceof Socket) process.stdin.unref();
}
const hash = sourcesHash();
if (!onlyIfStale || (hash !== builtHash() && takeLock())) {
  if (onlyIfStale) process.stdout.write('the console is being built\n');
  try {
    await build(hash);
    process.stdout.write('the console is ready\n');
  } finally {
    if (onlyIfStale) rmSync(lock, { force: true });
  }
}
process.exit(0);
