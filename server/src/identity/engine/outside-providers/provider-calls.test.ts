import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { askProvider, ProviderSilent } from './provider-calls.ts';

const held: ServerResponse[] = [];
const server = createServer(({ url }, response) => {
  if (url === '/long') response.end('a'.repeat(2000));
  else if (url === '/slow') {
    // A head and a first byte, then nothing: a started response is limited as well.
    response.write('{');
    held.push(response);
  } else held.push(response);
});
let address = '';
before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
});
after(() => {
  server.close();
  server.closeAllConnections();
});

for (const path of ['/silent', '/slow', '/long'])
  test(`a provider is given up that answers like ${path}`, async () => {
    const bounds = { callMs: path === '/long' ? 60_000 : 50, answerBytesMax: 1000 };
    await assert.rejects(askProvider(`${address}${path}`, {}, bounds), ProviderSilent);
  });

test('an answer within the bounds is read whole', async () => {
  assert.equal((await (await askProvider(`${address}/long`, {}, { callMs: 60_000, answerBytesMax: 2000 })).text()).length, 2000);
});
