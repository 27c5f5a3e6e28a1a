// `node server/run-node.mjs …` is `node …` with a Node that is new enough, whichever one npm found.
import { fileURLToPath } from 'node:url';
import { findNode, isNewEnough, runInstead } from './node-version.mjs';

// As in tests: otherwise every started process strips the types again.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/tollgate', import.meta.url));

const node = findNode();
if (node === null) isNewEnough('test');
else runInstead(node, process.argv.slice(2));
