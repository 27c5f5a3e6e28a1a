import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { noUsage } from '@tollgate/contract/usage';
import { testSeed } from '../../../../test/proofs/seed.ts';
import type { AttemptPlan } from '../../dialect.ts';
import type { HubEvent } from '../../shared/hub/hub-event.ts';
import { MessagesWriter } from './messages-writer.ts';

interface Block {
  readonly type: string;
  text: string;
  closed: boolean;
}

const plan = { model: 'm', callId: '01890000-0000-7000-8000-000000000000', inputTokens: 12 } as AttemptPlan;

/** Reads a stream as official clients do: blocks one after the other, with ascending indexes. */
function accumulate(stream: string): Block[] {
  const blocks: Block[] = [];
  for (const frame of stream.split('\n\n').filter((text) => text !== '')) {
    const [head = '', data = ''] = frame.split('\n');
    const event = JSON.parse(data.slice('data: '.length)) as {
      readonly type: string;
      readonly index: number;
      readonly content_block: { readonly type: string };
      readonly delta: Readonly<Record<string, string>>;
    };
    assert.equal(head, `event: ${event.type}`);
    if (event.type === 'content_block_start') {
      assert.equal(event.index, blocks.length);
      assert.ok(
        blocks.every(({ closed }) => closed),
        'the block before is closed',
      );
      blocks.push({ type: event.content_block.type, text: '', closed: false });
    }
    const block = blocks[event.index];
    if (event.type === 'content_block_delta') {
      assert.ok(block !== undefined && !block.closed);
      block.text += event.delta.text ?? event.delta.partial_json ?? event.delta.thinking ?? '';
    }
    if (event.type === 'content_block_stop' && block !== undefined) block.closed = true;
  }
  return blocks;
}

function written(events: readonly HubEvent[]): { readonly blocks: Block[]; readonly kept: number } {
  const writer = new MessagesWriter(plan);
  let stream = '';
  let kept = 0;
  for (const event of events) {
    writer.write(event);
    kept = Math.max(kept, writer.keptBytes);
    stream += writer.take()?.toString() ?? '';
  }
  stream += writer.tail(noUsage).toString();
  assert.equal(writer.keptBytes, 0, 'nothing waits at the end');
  assert.match(stream, /^event: message_start\n.*"input_tokens":12,/);
  assert.ok(stream.includes('event: message_stop'));
  return { blocks: accumulate(stream), kept };
}

const call = (at: number): HubEvent => ({
  kind: 'open',
  at,
  part: 'toolCall',
  id: `c${String(at)}`,
  name: 'f',
  namespace: null,
  isFree: false,
});

test('parts that are open at the same time become blocks one after the other, each with its whole text', () => {
  const steps = fc.array(fc.tuple(fc.constantFrom('open', 'text', 'close'), fc.nat(), fc.string({ minLength: 1 })), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(steps, (all) => {
      const texts: string[] = [];
      const open: number[] = [];
      const events: HubEvent[] = [];
      for (const [what, choice, text] of all) {
        const at = open[choice % Math.max(1, open.length)];
        if (what === 'open') {
          open.push(texts.length);
          events.push(call(texts.length));
          texts.push('');
        } else if (at !== undefined && what === 'text') {
          texts[at] = (texts[at] ?? '') + text;
          events.push({ kind: 'text', at, text });
        } else if (at !== undefined) {
          open.splice(open.indexOf(at), 1);
          events.push({ kind: 'close', at });
        }
      }
      events.push({ kind: 'finish', reason: 'tools', stopSequence: null });
      const { blocks } = written(events);
      assert.deepEqual(
        blocks.map(({ text, closed }) => [text, closed]),
        texts.map((text) => [text, true]),
      );
    }),
    { seed: testSeed, numRuns: 2_000 },
  );
});

test('twenty thousand calls at the same time neither overflow the stack nor take long, and what waits is counted', () => {
  const many = 20_000;
  const opened = Array.from({ length: many }, (_, at) => call(at));
  const texts = opened.map((_, at): HubEvent => ({ kind: 'text', at, text: '{}' }));
  const closed = opened.map((_, at): HubEvent => ({ kind: 'close', at }));
  const [first = assert.fail(), ...others] = closed;
  const { blocks, kept } = written([...opened, ...texts, ...others, first]);
  assert.equal(blocks.length, many);
  assert.ok(kept > many);
});

test('thinking before text is the first block, and no block is empty that the answer does not have', () => {
  const events: HubEvent[] = [
    { kind: 'open', at: 0, part: 'reasoning' },
    { kind: 'text', at: 0, text: 'hm' },
    { kind: 'seal', at: 0, seal: 'tg1.a.b.c.d' },
    { kind: 'close', at: 0 },
    { kind: 'open', at: 1, part: 'text' },
    { kind: 'text', at: 1, text: 'yes' },
  ];
  const { blocks } = written(events);
  assert.deepEqual(
    blocks.map(({ type, text }) => [type, text]),
    [
      ['thinking', 'hm'],
      ['text', 'yes'],
    ],
  );
});
