// The way in for every Node version: an old one hands over to the pinned one instead of failing on TypeScript.
import { isNewEnough } from './node-version.mjs';

if (isNewEnough('start')) {
  const { keepCompiled } = await import('./compile-cache.mjs');
  const { programOf } = await import('./program.mjs');
  keepCompiled();
  await import(programOf('main.ts'));
}
