// `node server/build-program.ts FOLDER`: the program and its threads as a few files in FOLDER. `programOf` starts it when they are missing.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown, type Plugin } from 'rolldown';

const sources = join(import.meta.dirname, 'src');

/** What is started: the program, the command line, and every thread. */
const entries = [
  'main.ts',
  'cli/tollgate.ts',
  ...readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('-worker.ts')),
];

const thread = /new URL\('(?:\.\/)?([a-z-]+-worker)\.ts', import\.meta\.url\)/g;

/** Where a module looks for what lies beside it: for a thread, in the bundle; for anything else, where the module was. */
const places: Plugin = {
  name: 'places',
  transform(code, id) {
    if (!isAbsolute(id) || !/import\.meta\.url|\b__(dirname|filename)\b/.test(code)) return null;
    const moved = (text: string): string =>
      text
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
        .replaceAll(/\b__dirname\b/g, JSON.stringify(dirname(id)))
        .replaceAll(/\b__filename\b/g, JSON.stringify(id));
    // Every second piece is the name of a thread.
    const pieces = code.split(thread);
    return pieces.map((text, index) => (index % 2 === 0 ? moved(text) : `new URL('./${text}.js', import.meta.url)`)).join('');
  },
};

/** The engine keeps a source in two bytes for each character if a single one of them needs two. */
function inOneByteEach(code: string): string {
  return code.replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The number of programs of earlier sources that stay, so that going back to them is quick. */
const kept = 4;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether a process runs the program: it loads the files of its threads only when they start. See `hold` in program.mjs. */
function isHeld(program: string): boolean {
  const marks = readdirSync(program).flatMap((name) => /^held-by-(\d+)$/.exec(name)?.slice(1) ?? []);
  return marks.some((pid) => isAlive(Number(pid)));
}

function removeOld(places: string): void {
  const age = (name: string): number => statSync(join(places, name)).mtimeMs;
  const programs = readdirSync(places).filter((name) => /^program-[0-9a-f]+$/.test(name));
  const old = programs.toSorted((a, b) => age(b) - age(a)).slice(kept);
  for (const name of old) {
    const program = join(places, name);
    if (!isHeld(program)) rmSync(program, { recursive: true, force: true });
  }
}

/** Loaded only where a payment method is set up. */
const librariesOfPayments = ['stripe'];

async function build(target: string): Promise<void> {
  const made = `${target}.${String(process.pid)}`;
  try {
    const bundle = await rolldown({
      input: Object.fromEntries(entries.map((entry) => [basename(entry, '.ts'), join(sources, entry)])),
      platform: 'node',
      external: [...librariesOfPayments, 'pg-native'],
      plugins: [places],
      logLevel: 'silent',
    });
    // Names stay, and lines: a trace is to be read by people.
    const { output } = await bundle.generate({
      ...{ format: 'esm', comments: false, keepNames: true },
      ...{ entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    });
    mkdirSync(made, { recursive: true });
    // Else every start reads each file twice, to find out what it is.
    writeFileSync(join(made, 'package.json'), '{"type":"module"}\n');
    for (const file of output) {
      if (file.type !== 'chunk') throw new Error(`Error: ${file.fileName} is no module`);
      writeFileSync(join(made, file.fileName), inOneByteEach(file.code));
    }
    if (!existsSync(target)) renameSync(made, target);
    removeOld(dirname(target));
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

const [target] = process.argv.slice(2);
if (target === undefined) throw new Error('Error: say into which folder: node server/build-program.ts FOLDER');
await build(target);
