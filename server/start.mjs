// The way in for every Node version: an old one gets a sentence instead of a syntax error.
import { requireNode } from './node-version.mjs';

requireNode('start');
await import('./src/main.ts');
