/** The thread of a crowd, separate so that it does not slow down the measured calls. */
import { parentPort } from 'node:worker_threads';
import { setTimeout as pass } from 'node:timers/promises';
import { postBytes, RawClient } from '../gateway/raw-client.ts';
import { startScriptedUpstream } from '../scripted-upstream/scripted-upstream.ts';
import type { CrowdAnswer, CrowdOrder, ReadersOrder, RequestsOrder } from './crowd.ts';
import { largeAnswer, largeStream } from './large-stream.ts';
import { SlowRequest } from './slow-request.ts';

const tickMs = 10;
const upstream = await startScriptedUpstream();
const messages = [{ role: 'user', content: 'hi' }];
let slow: readonly SlowRequest[] = [];
let readers: readonly RawClient[] = [];

/** Opens them one by one over `spreadMs`, so that they do not all end at once. */
async function spread<Item>(count: number, spreadMs: number, open: (index: number) => Item | Promise<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for (let index = 0; index < count; index += 1) {
    items.push(await open(index));
    if (index % 10 === 9) await pass((spreadMs * 10) / count);
  }
  return items;
}

async function openRequests({ port, key, heads, bodies, spreadMs }: RequestsOrder): Promise<void> {
  const head = Buffer.from('POST /v1/chat/completions HTTP/1.1\r\nhost: gateway.test\r\nx-slow: ');
  const whole = postBytes('{"x":"', { key, headers: { 'content-length': '1000000' } });
  // Mixes both kinds evenly over time.
  const isHead = (index: number): boolean => (index * heads) % (heads + bodies) < heads;
  slow = await spread(heads + bodies, spreadMs, (index) => new SlowRequest(port, isHead(index) ? head : whole));
  let next = 0;
  const perTick = Math.ceil((slow.length * tickMs) / 1000);
  setInterval(() => {
    for (let count = 0; count < perTick; count += 1, next += 1) slow[next % slow.length]?.trickle();
  }, tickMs).unref();
}

async function openReaders({ port, key, readers: count, bytes, stream, model, spreadMs }: ReadersOrder): Promise<void> {
  upstream.otherwise(stream ? largeStream(bytes) : largeAnswer(bytes));
  readers = await spread(count, spreadMs, async () => {
    const client = await RawClient.open(port);
    client.stopReading();
    client.send(postBytes({ model, messages, stream }, { key }));
    return client;
  });
}

function answer(message: CrowdAnswer): void {
  parentPort?.postMessage(message);
}

async function obey(order: CrowdOrder): Promise<void> {
  if (order.kind === 'requests') await openRequests(order);
  else if (order.kind === 'readers') await openReaders(order);
  else if (order.kind === 'stop') {
    for (const request of slow) request.stop();
    for (const client of readers) client.leave();
  }
  answer({ upstreamUrl: upstream.baseUrl, ends: slow.flatMap(({ ends }) => ends) });
  if (order.kind === 'stop') slow = [];
}

parentPort?.on('message', (order: CrowdOrder) => void obey(order));
answer({ upstreamUrl: upstream.baseUrl, ends: [] });
