import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPrograms } from '../servers/find-program.ts';
import type { ServerProgram } from '../servers/needed-server.ts';
import { printedBy } from './clients-world.ts';
import { goBuild, goClients, goEnvironment, pythonClients } from './installed.ts';

/** How the examples of a language run. */
export interface ExampleLanguage {
  readonly needs: ServerProgram | null;
  /** Runs a program and returns its output. */
  readonly run: (code: string) => Promise<string>;
}

interface Reader {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
}

const root = join(import.meta.dirname, '../../..');

/** Puts into a folder what the folder of a reader has, who cloned the repository. */
export function makeReadersFolder(folder: string): void {
  for (const name of ['node_modules', 'package.json', 'server']) symlinkSync(join(root, name), join(folder, name));
}

const curl: ServerProgram = {
  name: 'curl',
  installedBy: 'apt-get install curl',
  isInstalled: () => findPrograms(['curl']) !== null,
};

async function runGo(code: string, { cwd, env }: Reader): Promise<string> {
  const [source, built] = [join(cwd, 'main.go'), join(cwd, 'example')];
  writeFileSync(source, code);
  await printedBy(goClients.program, goBuild(source, built), { cwd: goClients.source, env: goEnvironment });
  return printedBy(built, [], { cwd, env });
}

/** The languages of examples, by the names of code blocks. @param reader is asked before each run. */
export function exampleLanguages(reader: () => Reader): Readonly<Record<'sh' | 'python' | 'js' | 'go', ExampleLanguage>> {
  const run = (program: string, args: readonly string[]): Promise<string> => printedBy(program, args, reader());
  return {
    sh: { needs: curl, run: (code) => run('sh', ['-euc', code]) },
    python: { needs: pythonClients, run: (code) => run(pythonClients.program, ['-c', code]) },
    js: { needs: null, run: (code) => run(process.execPath, ['--input-type=module', '--eval', code]) },
    go: { needs: goClients, run: (code) => runGo(code, reader()) },
  };
}
