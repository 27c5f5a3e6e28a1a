/** What `npm run clients` installs, and how it is run. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerProgram } from '../servers/needed-server.ts';

/** What they need beside what package managers keep by themselves. */
export const clientsFolder = join(import.meta.dirname, '../../../.cache/clients');

/** Stock clients of a language, pinned by the hashes of a lock file. */
export interface Clients extends ServerProgram {
  /** What runs programs of the language. */
  readonly program: string;
  /** Where our programs in the language are. */
  readonly source: string;
  readonly lockFile: string;
  /** The lock file of what is installed. */
  readonly stamp: string;
}

function clientsOf(name: string, language: string, lockFile: string, program: string): Clients {
  const source = join(import.meta.dirname, language);
  const lock = join(source, lockFile);
  const stamp = join(clientsFolder, lockFile);
  const isInstalled = (): boolean => {
    try {
      return readFileSync(stamp, 'utf8') === readFileSync(lock, 'utf8');
    } catch {
      return false;
    }
  };
  return { name, installedBy: 'npm run clients', program, source, lockFile: lock, stamp, isInstalled };
}

export const nodeClients = clientsOf('stock clients of frameworks for Node', 'node', 'package-lock.json', process.execPath);
export const pythonClients = clientsOf(
  'the stock client for Python',
  'python',
  'requirements.txt',
  join(clientsFolder, 'python/bin/python'),
);
export const goClients = clientsOf('the stock client for Go', 'go', 'go.sum', join(clientsFolder, 'go'));

export const javaClients = clientsOf('stock clients for Java', 'java', 'pom.xml', 'java');
export const rustClients = clientsOf(
  'the stock client for Rust',
  'plain/rust',
  'Cargo.lock',
  join(clientsFolder, 'rust/release/tollgate-clients'),
);
/** What Maven puts there. */
export const jarsFolder = join(clientsFolder, 'java');

/** Not optimised: the client is large, and its compiler takes half the time. */
const goFlags = ['-gcflags=all=-N -l', '-ldflags=-s -w'];

/** Builds a Go program: a folder, or a file that uses the modules of ours. */
export function goBuild(from: string, to: string): readonly string[] {
  return ['build', ...goFlags, '-o', to, from];
}

/** Go is to fetch the version of itself that the modules name, and needs no C compiler. */
export const goEnvironment = { ...process.env, GOTOOLCHAIN: 'auto', CGO_ENABLED: '0' };
