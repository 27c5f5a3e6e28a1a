// The way in for every Node version: an old one gets a sentence instead of a syntax error.
import { requireNode } from './node-version.mjs';

requireNode('run tollgate -- --help');
const { keepCompiled } = await import('./compile-cache.mjs');
keepCompiled();
const { runCommandLine } = await import('./src/cli/tollgate.ts');
process.exitCode = await runCommandLine(process.argv.slice(2), process);
