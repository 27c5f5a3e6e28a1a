// The way in for every Node version: an old one hands over to the pinned one instead of failing on TypeScript.
import { isNewEnough } from './node-version.mjs';

if (isNewEnough('run tollgate -- --help')) {
  const { keepCompiled } = await import('./compile-cache.mjs');
  const { programOf } = await import('./program.mjs');
  keepCompiled();
  const { runCommandLine } = await import(programOf('cli/tollgate.ts'));
  process.exitCode = await runCommandLine(process.argv.slice(2), process);
}
