import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ZipFile } from 'yazl';
import { readZip } from '../../test/subjects/account-life/read-zip.ts';
import { waitFor } from '../../test/wait-for.ts';
import { piecesOf } from './zip-pieces.ts';

test('a zip comes as it is made, and with its fault it ends', async () => {
  const whole = new ZipFile();
  whole.addBuffer(Buffer.from('one'), 'one.txt');
  whole.end();
  const files = readZip(Buffer.concat(await Array.fromAsync(piecesOf(whole))));
  assert.deepEqual(
    [...files].map(([name, bytes]) => [name, bytes.toString('utf8')]),
    [['one.txt', 'one']],
  );

  const broken = new ZipFile();
  // Other listeners do not hide the error from its reader.
  broken.on('error', () => undefined);
  const faults: unknown[] = [];
  Array.fromAsync(piecesOf(broken)).catch((error: unknown) => faults.push(error));
  const fault = new Error('the database is away');
  await waitFor(() => broken.listenerCount('error') > 0);
  broken.emit('error', fault);
  await waitFor(() => faults.length > 0, { what: 'its reader hears of it' });
  assert.deepEqual(faults, [fault]);
});
