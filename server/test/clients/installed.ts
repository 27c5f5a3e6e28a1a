/** What `npm run clients` installs, and how to run it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerProgram } from '../servers/needed-server.ts';

/** Folder for everything that package managers do not store themselves. */
export const clientsFolder = join(import.meta.dirname, '../../../.cache/clients');

/** Stock clients of a language, pinned by the hashes of a lock file. */
export interface Clients extends ServerProgram {
  /** The program that runs the language. */
  readonly program: string;
  /** Folder of our programs in the language. */
  readonly source: string;
  readonly lockFile: string;
  /** The lock file of the installed packages. */
  readonly stamp: string;
}

function clientsOf(name: string, language: string, lockFile: string, program: string): Clients {
  const source = join(import.meta.dirname, language);
  const lock = join(source, lockFile);
  const stamp = join(clientsFolder, `${language.replaceAll('/', '-')}-${lockFile}`);
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
/** It needs other versions of the AI SDK. */
export const cherryStudio = clientsOf('the core of Cherry Studio', 'node/cherry-studio', 'package-lock.json', process.execPath);
export const agents = clientsOf('coding agents', 'agents', 'package-lock.json', process.execPath);

/** Packages in an environment that no other package shares: published programs contradict each other's versions. */
function pythonEnvironment(name: string, folder: string): Clients {
  return clientsOf(name, folder, 'requirements.txt', join(clientsFolder, folder.replaceAll('/', '-'), 'bin/python'));
}

export const pythonClients = pythonEnvironment('stock clients for Python', 'python');
export const aider = pythonEnvironment('the coding agent aider', 'python/aider');
export const oldPythonClients = pythonEnvironment('an old stock client for Python', 'python/old');
export const goClients = clientsOf('the stock client for Go', 'go', 'go.sum', join(clientsFolder, 'go'));

export const javaClients = clientsOf('stock clients for Java', 'java', 'pom.xml', 'java');
export const rustClients = clientsOf(
  'the stock client for Rust',
  'plain/rust',
  'Cargo.lock',
  join(clientsFolder, 'rust/release/tollgate-clients'),
);
/** Target folder for Maven. */
export const jarsFolder = join(clientsFolder, 'java');

/** Without optimisation, because the client is large; this halves the compile time. */
const goFlags = ['-gcflags=all=-N -l', '-ldflags=-s -w'];

/** Builds a Go program from a folder, or from a file that uses our modules. */
export function goBuild(from: string, to: string): readonly string[] {
  return ['build', ...goFlags, '-o', to, from];
}

/** Lets Go download the version that the modules name; no C compiler is needed. */
export const goEnvironment = { ...process.env, GOTOOLCHAIN: 'auto', CGO_ENABLED: '0' };
