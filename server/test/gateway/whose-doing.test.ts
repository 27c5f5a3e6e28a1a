/**
 * Goal: each ending names its cause. What a client caused is its own, with the value in `uncollected`, also if a time limit ended the call.
 * What an upstream or the gateway caused is never attributed to a client.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ApiError } from '@tollgate/contract/errors';
import { largeStream } from '../faults/large-stream.ts';
import { must, question } from '../scenarios/scenario.ts';
import { chat, chatStream, chatStreamResetAfter, refusal, stall, stream } from '../scripted-upstream/behaviours.ts';
import { deltaEvent, streamHead } from '../scripted-upstream/chat-bodies.ts';
import { Gate } from '../scripted-upstream/gate.ts';
import type { Behaviour } from '../scripted-upstream/scripted-exchange.ts';
import { startFixture, type CallRow, type Fixture } from './fixture.ts';
import { postBytes, RawClient } from './raw-client.ts';

const mib = 1024 * 1024;
const totalMs = 50_000;
const env = {
  TOLLGATE_STREAM_TOTAL_TIMEOUT_MS: String(totalMs),
  TOLLGATE_TOTAL_TIMEOUT_MS: String(totalMs),
  TOLLGATE_IDLE_TIMEOUT_MS: '20000',
};

interface Step {
  readonly fixture: Fixture;
  readonly client: RawClient;
}

interface Case {
  readonly answer: () => Behaviour;
  readonly stream: boolean;
  readonly then: (step: Step) => Promise<void>;
  readonly reads?: boolean;
  readonly ending: CallRow['ending'];
  readonly by: 'client' | 'upstream' | 'gateway' | 'nobody';
  readonly cause?: RegExp;
}

/** Megabytes at once, and then nothing more. */
function largeThenSilent(bytes: number): Behaviour {
  const piece = 'x'.repeat(16 * 1024);
  return stream(
    (request) => [
      streamHead(request),
      ...Array.from({ length: bytes / piece.length }, () => deltaEvent(request, { content: piece })),
    ],
    { ending: 'stall' },
  );
}

async function stalled({ fixture }: Step): Promise<void> {
  await fixture.waitFor(async () => (await fixture.runningStalled()) === 1);
}

async function pass({ fixture }: Step, ms: number): Promise<void> {
  for (let passedMs = 0; passedMs < ms; passedMs += 500) {
    await fixture.service.storage.books.flush();
    fixture.clock.advance(500);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const cases: Readonly<Record<string, Case>> = {
  'nothing goes wrong': {
    answer: () => chat(),
    stream: true,
    then: async ({ client }) => {
      await client.answer();
    },
    ending: 'complete',
    by: 'nobody',
  },
  'the client leaves a stream': {
    answer: () => chatStream(['Hello ', new Gate(), 'there']),
    stream: true,
    then: async ({ client }) => {
      await client.until((text) => text.includes('Hello'), 'some text arrived');
      client.leave();
    },
    ending: 'client_left',
    by: 'client',
    cause: /closed the connection/,
  },
  'the client does not read a stream until the time of the call is over': {
    answer: () => largeStream(20 * mib),
    stream: true,
    reads: false,
    then: async (step) => {
      await stalled(step);
      await step.fixture.advanceUntilOver(totalMs + 61_000);
    },
    ending: 'client_left',
    by: 'client',
    cause: /stopped reading, or read so slowly/,
  },
  'the client reads only when most of the time of the call is over': {
    answer: () => largeThenSilent(20 * mib),
    stream: true,
    reads: false,
    then: async (step) => {
      await stalled(step);
      await pass(step, totalMs - 10_000);
      step.client.socket.resume();
      await step.fixture.waitFor(() => step.client.received.length > 20 * mib);
      await step.fixture.advanceUntilOver(15_000);
    },
    ending: 'client_left',
    by: 'client',
    cause: /stopped reading, or read so slowly/,
  },
  'the client does not read a whole answer': {
    answer: () => chat('x'.repeat(20 * mib)),
    stream: false,
    reads: false,
    then: async (step) => {
      await stalled(step);
      await step.fixture.advanceUntilOver(61_000);
    },
    ending: 'client_left',
    by: 'client',
    cause: /stopped reading its answer and was cut/,
  },
  'the upstream falls silent while the client reads': {
    answer: () => largeThenSilent(mib),
    stream: true,
    then: async (step) => {
      await step.fixture.waitFor(() => step.client.received.length > mib);
      await step.fixture.advanceUntilOver(25_000);
    },
    ending: 'timeout',
    by: 'upstream',
  },
  'the upstream never answers': {
    answer: () => stall(),
    stream: false,
    then: async ({ fixture }) => fixture.advanceUntilOver(totalMs + 1_000),
    ending: 'timeout',
    by: 'upstream',
  },
  'the upstream breaks off': {
    answer: () => chatStreamResetAfter(['Hello ', 'there'], 250),
    stream: true,
    then: async ({ client }) => {
      await client.answer();
    },
    ending: 'upstream_broke',
    by: 'upstream',
  },
  'the upstream refuses the request': {
    answer: () => refusal(400),
    stream: false,
    then: async ({ client }) => {
      await client.answer();
    },
    ending: 'refused',
    by: 'nobody',
  },
  'the gateway stops': {
    answer: () => chatStream(['Hello ', new Gate(), 'there']),
    stream: true,
    then: async ({ fixture, client }) => {
      await client.until((text) => text.includes('Hello'), 'some text arrived');
      fixture.service.gateway.state.running.snapshot()[0]?.interrupt?.(new ApiError('maintenance'));
    },
    ending: 'interrupted',
    by: 'gateway',
  },
};

describe('who made a call end as it did', () => {
  for (const [name, { answer, stream: streamed, then, reads = true, ending, by, cause }] of Object.entries(cases)) {
    test(`${name}: ${ending}, by ${by}`, async () => {
      const fixture = await startFixture({ env });
      try {
        // Allows megabytes for this model, with too little value to slow a client down.
        const price = { input: '0.002', cached_input: '0.002', output: '0.008' };
        await must(fixture, 'PUT', '/models/test%2Fchat', {
          kind: 'chat',
          price,
          confirm: true,
          output_limit: 20 * mib,
          context_length: 40 * mib,
        });
        fixture.upstream.otherwise(answer());
        const client = await RawClient.open(fixture.port);
        if (!reads) client.stopReading();
        client.send(postBytes({ ...question, stream: streamed }, { key: fixture.key }));
        await fixture.upstream.nextRequest();
        await then({ fixture, client });
        const row = await fixture.nextRow();
        client.leave();
        assert.equal(row.ending, ending);
        assert.equal(Number(row.charge_exact) > 0, ending === 'complete');
        assert.equal(row.error_code === 'client_left', by === 'client', row.error_code ?? '');
        if (by === 'client') assert.ok(Number(row.uncollected) > 0, 'its worth is kept for the operator');
        if (cause !== undefined) assert.match(row.error ?? '', cause);
        const { routing, catalog } = fixture.service.gateway;
        const [provider] = catalog.current.providersByModel.get('test/chat') ?? [];
        const failures = provider?.routes.flatMap((route) => [...routing.report(route).failures.values()]) ?? [];
        assert.equal(failures.length > 0, by === 'upstream', 'a route is blamed for its own failures alone');
        await fixture.expectSettled();
      } finally {
        await fixture.close();
      }
    });
  }
});
