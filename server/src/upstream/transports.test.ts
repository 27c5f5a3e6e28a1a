import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Exchange, Transport, UpstreamRequest } from './exchange.ts';
import { createTransports } from './transports.ts';

test('the scheme of the base address picks the transport, and both are closed', async () => {
  const said: string[] = [];
  function named(name: string): Transport {
    const exchange: Exchange = { isSent: true, pause: () => undefined, resume: () => undefined, cancel: () => undefined };
    return {
      send: (request) => {
        said.push(`${name} ${request.route.baseUrl}`);
        return exchange;
      },
      close: () => {
        said.push(`${name} closed`);
        return Promise.resolve();
      },
    };
  }
  const transports = createTransports({ http: named('http'), sandbox: named('sandbox') });
  const sink = { onHead: () => undefined, onData: () => undefined, onEnd: () => undefined, onFault: () => undefined };
  const timeouts = { connectTimeoutMs: 1, firstByteTimeoutMs: 1, idleTimeoutMs: 1, totalTimeoutMs: 1 };
  for (const baseUrl of ['https://a.invalid/v1', 'sandbox:', 'http://b.invalid']) {
    const route: UpstreamRequest['route'] = { id: 'r', region: 'domestic', baseUrl, addresses: {}, apiKey: null };
    transports.send(
      { route, dialect: 'chat-completions', path: '/chat/completions', body: Buffer.alloc(0), stream: false, timeouts },
      sink,
    );
  }
  await transports.close();
  assert.deepEqual(said, [
    'http https://a.invalid/v1',
    'sandbox sandbox:',
    'http http://b.invalid',
    'http closed',
    'sandbox closed',
  ]);
});
