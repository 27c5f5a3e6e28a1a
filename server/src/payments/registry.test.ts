import assert from 'node:assert/strict';
import { channel } from 'node:diagnostics_channel';
import { Agent, ClientRequest, IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { test } from 'node:test';

const prototypes = [Socket, Duplex, Agent, ClientRequest, IncomingMessage].map(({ prototype }) => prototype as object);

/** Every member of the objects behind calls and their connections. */
function members(): readonly unknown[] {
  return prototypes.flatMap((prototype) =>
    Reflect.ownKeys(prototype).map((name) => Object.getOwnPropertyDescriptor(prototype, name)),
  );
}

// A library for one service once changed how every socket of the process ends: stops never completed, and all calls became slower.
test('what speaks to payment services changes nothing of how the process speaks to anybody else', async () => {
  const before = members();
  const dispatch = globalThis.fetch;
  await import('./registry.ts');
  // Loaded on first use.
  await Promise.all([import('./stripe.ts'), import('./wechat.ts')]);
  for (const [at, descriptor] of members().entries()) assert.deepEqual(descriptor, before[at]);
  assert.equal(globalThis.fetch, dispatch);
  for (const name of ['undici:request:create', 'undici:client:sendHeaders'])
    assert.equal(channel(name).hasSubscribers, false, `${name} is heard`);
});
