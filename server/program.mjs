import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const builder = join(root, 'server', 'build-program.ts');

/** Inputs of the bundle; the second one changes with the installed packages. */
const sources = ['server/build-program.ts', 'node_modules/.package-lock.json', 'contract/src', 'server/src'];

/** Path, length and modification time of every source: reading all of them takes longer than the bundle saves. */
function sourcesKey() {
  const hash = createHash('sha256').update(root);
  const add = (path) => {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats?.isDirectory())
      for (const name of readdirSync(path)) {
        if (!name.endsWith('.test.ts')) add(join(path, name));
      }
    else if (stats !== undefined) hash.update(`${path}\0${stats.size}\0${stats.mtimeMs}\0`);
  };
  for (const source of sources) add(join(root, source));
  return hash.digest('hex').slice(0, 16);
}

/** Instruments that are loaded before the program, and coverage, look for its modules, which a bundle does not have. */
const isPreloaded =
  /(^|\s)(--import|--require|-r)[\s=]/.test(process.env.NODE_OPTIONS ?? '') || process.env.NODE_V8_COVERAGE !== undefined;

/** The bundles that this process has marked as its own. */
const held = new Set();

/** Marks a bundle as in use, so that builds of other sources keep it: threads load their files when they start. */
function hold(target) {
  if (held.has(target)) return;
  held.add(target);
  try {
    writeFileSync(join(target, `held-by-${process.pid}`), '');
  } catch {
    // The folder may belong to another user, who does not build here.
  }
}

/**
 * The address to load a module of `server/src` from, one of the entries of build-program.ts: a bundle with all it needs, which
 * starts in two thirds of the time and holds 20 MB less than two thousand modules do. It is built when the sources are others
 * than those of the last builds. Where that cannot be done, the sources themselves are the program.
 */
export function programOf(module) {
  const fromSources = new URL(`src/${module}`, import.meta.url).href;
  if (isPreloaded) return fromSources;
  const target = join(root, 'node_modules', '.cache', 'tollgate', `program-${sourcesKey()}`);
  const entry = join(target, module.split('/').at(-1).replace(/\.ts$/, '.js'));
  const found = () => {
    if (!existsSync(entry)) return undefined;
    hold(target);
    return pathToFileURL(entry).href;
  };
  const built = found();
  if (built !== undefined) return built;
  // Options of the service's runtime are not meant for the builder.
  const env = { ...process.env, NODE_OPTIONS: '' };
  const { error, stderr } = spawnSync(process.execPath, [builder, target], { encoding: 'utf8', env });
  const now = found();
  if (now !== undefined) return now;
  const reason = error?.message ?? stderr.split('\n').find((line) => line.includes('Error')) ?? 'the builder did not end well';
  process.stderr.write(`tollgate: the program runs from its sources, because it could not be bundled: ${reason.trim()}\n`);
  return fromSources;
}
