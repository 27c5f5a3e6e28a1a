import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { writeInThread } from './export-thread.ts';

const sealKey = Buffer.from('0123456789abcdef0123456789abcdef');
const onePart = `const { parentPort } = await import('node:worker_threads');
  const bytes = new Uint8Array(100);
  parentPort.postMessage({ kind: 'piece', bytes, plainBytes: 72, rows: 1 }, [bytes.buffer]);`;

/** The output of a thread with this source code. */
function threadOf(text: string) {
  const order = { format: 'csv', encoding: 'utf-8', locale: 'en', timeZone: 'UTC', filter: { accountId: 'acc_one' } } as const;
  const script = new URL(`data:text/javascript,${encodeURIComponent(text)}`);
  return writeInThread(script, { database: { kind: 'sqlite', folder: '/nowhere' }, order, sealKey });
}

describe('a thread that writes a file', () => {
  it('fails its file, and nothing else, whatever it dies of; its key is in no error', async () => {
    const deaths: readonly (readonly [string, RegExp])[] = [
      ['throw new Error("before its first byte")', /before its first byte/],
      ['process.exit(0)', /ended before its file/],
      ['', /ended before its file/],
      [`${onePart} await new Promise((taken) => parentPort.once('message', taken)); throw new Error('midway')`, /midway/],
      [`${onePart} const held = []; for (;;) held.push({ at: String(held.length) })`, /memory limit/],
    ];
    for (const [text, reason] of deaths) {
      const error = await Array.fromAsync(threadOf(text).parts()).catch((thrown: unknown) => thrown);
      assert.ok(error instanceof Error, text);
      assert.match(error.message, reason);
      const told = `${error.stack ?? ''} ${JSON.stringify(error)}`;
      assert.equal(told.includes(sealKey.toString()) || told.includes(sealKey.toString('base64')), false);
    }
  });

  it('ends when asked to, also one that says nothing and takes no rest', async () => {
    const file = threadOf(`${onePart} for (;;);`);
    const parts = file.parts();
    assert.equal((await parts.next()).value?.plainBytes, 72);
    const next = parts.next();
    file.stop(new Error('the service stops'));
    await assert.rejects(next, /the service stops/);
    assert.equal((await parts.next()).done, true);
  });
});
