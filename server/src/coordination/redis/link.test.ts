import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { test } from 'node:test';
import { VirtualClock } from '../../../test/virtual-clock.ts';
import { openLink } from './link.ts';

test('a cluster that accepts connections and never lists its servers ends the start after a while, with a message', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const clock = new VirtualClock();
  const address = `redis://127.0.0.1:${String(port)}`;
  try {
    const connected = once(silent, 'connection');
    const opening = openLink({ url: `${address},${address}`, clock, timeoutMs: 1000, onFailure: () => undefined });
    const refused = assert.rejects(opening, /not every server of the cluster was reached within 10 s.*tls-cluster yes/);
    await connected;
    clock.advance(10_000);
    await refused;
  } finally {
    for (const socket of sockets) socket.destroy();
    silent.close();
  }
});
