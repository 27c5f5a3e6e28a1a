import fc from 'fast-check';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readEvents } from './read-events.ts';

async function eventsOf(pieces: readonly Uint8Array[]): Promise<string[]> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
  const found: string[] = [];
  for await (const data of readEvents(body)) found.push(data);
  return found;
}

const encoder = new TextEncoder();

test('events are the same wherever the network cuts them into pieces', async () => {
  const text = ': waiting\n\ndata: {"a":"价目"}\n\ndata: one\r\ndata: two\r\n\r\ndata: [DONE]\n\n';
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(text.length * 2), { maxLength: 8 }), async (cuts) => {
      const bytes = encoder.encode(text);
      const places = [0, ...cuts.filter((cut) => cut < bytes.length).sort((one, other) => one - other), bytes.length];
      const pieces = places.slice(1).map((end, index) => bytes.slice(places[index], end));
      assert.deepEqual(await eventsOf(pieces), ['{"a":"价目"}', 'one\ntwo', '[DONE]']);
    }),
  );
});

test('an event that no empty line ends is none', async () => {
  assert.deepEqual(await eventsOf([encoder.encode('data: whole\n\ndata: [DO')]), ['whole']);
});
