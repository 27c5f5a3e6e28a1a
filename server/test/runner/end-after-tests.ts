// Loaded into the process of a test file that runs alone.
import { after } from 'node:test';
import { endSoon, giveUpLater } from './end-of-tests.ts';
import { watchRefusals } from './watch-refusals.ts';

if (process.env.NODE_TEST_CONTEXT !== undefined) {
  giveUpLater('this file');
  watchRefusals();
  after(endSoon);
}
