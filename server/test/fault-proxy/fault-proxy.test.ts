/** Goal: the simulated network follows its instructions; otherwise the tests based on it prove nothing. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { RawClient } from '../gateway/raw-client.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { waitFor } from '../wait-for.ts';
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts';

describe('the fault proxy', () => {
  let echo: Server;
  const sockets = new Set<Socket>();

  before(async () => {
    echo = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.pipe(socket);
    });
    echo.listen(0, '127.0.0.1');
    await once(echo, 'listening');
  });

  after(() => {
    for (const socket of sockets) socket.destroy();
    echo.close();
  });

  async function through(
    run: (client: RawClient, proxy: FaultProxy, clock: VirtualClock) => Promise<void>,
    seed = 1,
  ): Promise<void> {
    const clock = new VirtualClock();
    const proxy = await startFaultProxy((echo.address() as AddressInfo).port, { seed, clock });
    try {
      const client = await RawClient.open(proxy.port);
      try {
        await run(client, proxy, clock);
      } finally {
        client.socket.destroy();
      }
    } finally {
      await proxy.close();
    }
  }

  /** Gives unwanted events time to happen. */
  async function someTurns(): Promise<void> {
    for (let turns = 0; turns < 200; turns += 1) await turn();
  }

  const bytes = Buffer.from(Array.from({ length: 1000 }, (_, index) => String(index % 10)).join(''));

  test('passes bytes on, and in small pieces from the seed without losing one', async () => {
    for (const slicer of [undefined, { bytesMax: 7 }]) {
      await through(async (client, proxy) => {
        if (slicer !== undefined) proxy.down({ slicer });
        client.send(bytes);
        assert.equal(await client.until((text) => text.length === 1000, 'everything'), bytes.toString());
      });
    }
  });

  test('carries megabytes to a reader that pauses and continues', async () => {
    await through(async (client, proxy) => {
      client.stopReading();
      const much = Buffer.alloc(4 * 1024 * 1024, 'x');
      client.send(much);
      await waitFor(() => proxy.bytesDown > 0);
      await someTurns();
      client.socket.resume();
      await client.until(() => client.received.length === much.length, 'all of it');
    });
  });

  for (const ending of ['fin', 'reset'] as const) {
    test(`cuts after exactly so many bytes (${ending})`, async () => {
      for (const limit of [1, 999]) {
        await through(async (client, proxy) => {
          let reset = false;
          client.socket.on('error', (error: NodeJS.ErrnoException) => (reset = error.code === 'ECONNRESET'));
          proxy.down({ limitData: { bytes: limit, ending } });
          client.send(bytes);
          await client.ended();
          if (ending === 'fin') assert.equal(client.received.length, limit);
          assert.ok(client.received.length <= limit);
          assert.equal(reset, ending === 'reset');
        });
      }
    });
  }

  test('keeps a connection open and silent', async () => {
    await through(async (client, proxy) => {
      proxy.down({ timeout: true });
      client.send(bytes);
      await someTurns();
      assert.deepEqual([client.closed, client.received.length], [false, 0]);
    });
  });

  test('delays and paces by the clock, in order', async () => {
    await through(async (client, proxy, clock) => {
      proxy.down({ slicer: { bytesMax: 100 }, latency: { ms: 10, jitterMs: 5 }, bandwidth: { bytesPerSecond: 1000 } });
      client.send(bytes);
      await someTurns();
      assert.equal(client.received.length, 0);
      await waitFor(() => {
        clock.advance(10);
        return client.received.length === bytes.length;
      });
      assert.equal(client.received.toString(), bytes.toString());
      assert.ok(clock.monotonicMs() >= 1000, 'a thousand bytes take a second');
    });
  });

  test('passes the end on late', async () => {
    await through(async (client, proxy, clock) => {
      proxy.up({ slowClose: { ms: 1000 } });
      client.send(bytes);
      client.socket.end();
      await client.until((text) => text.length === 1000, 'everything');
      await someTurns();
      assert.equal(client.closed, false);
      await waitFor(() => {
        clock.advance(1000);
        return client.closed;
      });
    });
  });

  test('refuses connections while it is off, and takes them again', async () => {
    await through(async (client, proxy) => {
      await proxy.off();
      await client.ended();
      await assert.rejects(RawClient.open(proxy.port), { code: 'ECONNREFUSED' });
      await proxy.on();
      const again = await RawClient.open(proxy.port);
      again.send('hello');
      await again.until((text) => text === 'hello', 'the echo');
      again.socket.destroy();
    });
  });
});
