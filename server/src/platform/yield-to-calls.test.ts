import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { getPriority } from 'node:os';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';

const script = `
  import(require('node:worker_threads').workerData).then(async ({ yieldToCalls }) => {
    await yieldToCalls();
    require('node:worker_threads').parentPort.on('message', () => process.exit()).postMessage('yielded');
  });`;

/** Names of the threads of this process with a lower priority than the first one. */
function lowThreads(): string[] {
  const tasks = '/proc/self/task';
  return readdirSync(tasks).flatMap((thread) => {
    const stat = readFileSync([tasks, thread, 'stat'].join('/'), 'utf8');
    const end = stat.lastIndexOf(')');
    // See proc(5), field 19.
    const nice = Number(stat.slice(end + 2).split(' ')[16]);
    return nice > getPriority() ? [stat.slice(stat.indexOf('(') + 1, end)] : [];
  });
}

test(
  'a thread that gives way to calls is the only one to do so, and not the pool that all threads share',
  { skip: process.platform !== 'linux' && 'priorities of threads are those of Linux' },
  async () => {
    const worker = new Worker(script, { eval: true, workerData: new URL('yield-to-calls.ts', import.meta.url).href });
    await once(worker, 'message');
    assert.equal(lowThreads().length, 1);
    assert.ok(!lowThreads().includes('libuv-worker'));
    worker.postMessage('end');
    await once(worker, 'exit');
    assert.deepEqual(lowThreads(), []);
  },
);
