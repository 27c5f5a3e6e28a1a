// `node server/run-node.mjs …` is `node …` with a Node that is new enough, whichever one npm happened to find.
import { findNode, isNewEnough, runInstead } from './node-version.mjs';

const node = findNode();
if (node === null) isNewEnough('test');
else runInstead(node, process.argv.slice(2));
