// The way in for every Node version: an old one gets a sentence instead of a syntax error.
import { requireNode } from './node-version.mjs';

requireNode('start');
const { keepCompiled } = await import('./compile-cache.mjs');
keepCompiled();
await import('./src/main.ts');
