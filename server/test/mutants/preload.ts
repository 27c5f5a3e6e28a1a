/**
 * Loaded before everything else (`--import`). Inserts the mutant from the variable MUTANT (a name or a definition) into modules and scripts
 * when they are loaded: in this thread, in its worker threads and in every process it starts.
 */
import childProcess, { type SpawnOptions } from 'node:child_process';
import fs from 'node:fs';
import { registerHooks, syncBuiltinESMExports } from 'node:module';
import { isMainThread } from 'node:worker_threads';
import { allMutants } from './all-mutants.ts';
import { testSeed } from '../proofs/seed.ts';
import { edited, type Edit, type Mutant } from './mutant.ts';

const root = new URL('../../../', import.meta.url);
const { MUTANT: name, NODE_OPTIONS: options } = process.env;
/** A generated mutant is passed as a definition. */
const mutant = name?.startsWith('{') === true ? (JSON.parse(name) as Mutant) : allMutants.find((known) => known.name === name);
if (mutant === undefined) throw new Error(`there is no mutant "${String(name)}"`);

const editsOf = new Map<string, Edit[]>();
for (const edit of mutant.edits) {
  const { href } = new URL(edit.file, root);
  editsOf.set(href, [...(editsOf.get(href) ?? []), edit]);
}

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const edits = editsOf.get(url);
    if (edits === undefined) return loaded;
    const text = Buffer.from(loaded.source as Uint8Array).toString();
    return { ...loaded, source: edited(text, mutant.name, edits) };
  },
});

const { readFileSync } = fs;
/** A Lua script is not a module: it is read as a file, by its URL. */
const readWithMutant = (...given: Parameters<typeof readFileSync>): string | Buffer => {
  const [file] = given;
  const read = readFileSync(...given);
  const edits = file instanceof URL && file.pathname.endsWith('.lua') ? editsOf.get(file.href) : undefined;
  return edits === undefined ? read : edited(read.toString(), mutant.name, edits);
};
Object.assign(fs, { readFileSync: readWithMutant });
syncBuiltinESMExports();

/** Tests start processes with a nearly empty environment, so the mutant must be added. */
function passOn(): void {
  const { spawn } = childProcess;
  const withMutant = (command: string, args: readonly string[], spawnOptions: SpawnOptions = {}) => {
    const given = spawnOptions.env ?? process.env;
    const own = given === process.env ? undefined : given.NODE_OPTIONS;
    const env = { ...given, MUTANT: name, NODE_OPTIONS: [options, own].filter(Boolean).join(' ') };
    const child = spawn(command, [...args], { ...spawnOptions, env });
    // A failing test leaves its processes behind.
    process.on('exit', () => child.kill('SIGKILL'));
    return child;
  };
  Object.assign(childProcess, { spawn: withMutant });
  syncBuiltinESMExports();
}

if (isMainThread) {
  passOn();
  if (process.argv[1]?.endsWith('.test.ts') === true) {
    // The first counterexample is sufficient, and always the same.
    const { default: fc } = await import('fast-check');
    fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true, seed: testSeed });
  }
}
