import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { attemptPlan } from '../../../test/corpus/attempt-plan.ts';
import { scanned } from '../../../test/scanned.ts';
import { chatRelay } from '../chat-completions/chat-completions-dialect.ts';
import { chatClientHalf } from '../chat-completions/hub/client-half.ts';
import { chatUpstreamHalf } from '../chat-completions/hub/upstream-half.ts';
import type { AttemptPlan } from '../dialect.ts';
import { translated } from '../shared/hub/translated.ts';
import { overChat } from './over-chat.ts';

const seed = Number(process.env.TEST_SEED ?? 20_261_122);
const relay = overChat(chatRelay);
/** As for upstreams of other protocols, which chat clients use through the hub. */
const throughHub = overChat(translated(chatClientHalf, chatUpstreamHalf));

function planOf(changes: Partial<AttemptPlan> = {}): AttemptPlan {
  return {
    ...attemptPlan,
    model: 'm',
    upstreamModel: 'u',
    stream: false,
    includeUsage: false,
    callId: 'call',
    ...changes,
  };
}

function sent(body: object, plan = planOf()): unknown {
  return JSON.parse(relay.toUpstream(scanned(body), plan).toString());
}

test('a prompt is the one message of a chat, in the very characters of the client, whatever stands around it', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 5_000 }),
      fc.boolean(),
      fc.shuffledSubarray(['stop', 'max_tokens', 'echo', 'suffix', 'best_of', 'logprobs', 'user']),
      (prompt, listed, others) => {
        const values = {
          stop: ['"prompt":'],
          max_tokens: 5,
          echo: false,
          suffix: '',
          best_of: 1,
          logprobs: null,
          user: 'prompt',
        };
        const rest = Object.fromEntries(others.map((name) => [name, values[name as keyof typeof values]]));
        const { model, messages, ...passed } = sent({ ...rest, model: 'm', prompt: listed ? [prompt] : prompt }) as Record<
          string,
          unknown
        >;
        assert.equal(model, 'u');
        assert.deepEqual(messages, [{ role: 'user', content: prompt }]);
        const meant = Object.entries(rest).filter(([name]) => ['stop', 'max_tokens', 'user'].includes(name));
        assert.deepEqual(passed, Object.fromEntries(meant));
      },
    ),
    { seed },
  );
});

test('a prompt of megabytes arrives whole', () => {
  const prompt = '你"\\\n😀'.repeat(400_000);
  assert.deepEqual((sent({ model: 'm', prompt }) as { readonly messages: unknown }).messages, [
    { role: 'user', content: prompt },
  ]);
});

test('a streamed call asks for usage and gets the bound that a strict key needs', () => {
  assert.deepEqual(sent({ model: 'm', prompt: 'p', stream: true }, planOf({ stream: true, outputTokensMax: 9 })), {
    model: 'u',
    messages: [{ role: 'user', content: 'p' }],
    stream: true,
    stream_options: { include_usage: true },
    max_tokens: 9,
  });
});

test('several prompts are a request each, in the very characters of the client, whatever stands around them', () => {
  const { batches = assert.fail() } = relay;
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'binary', minLength: 1, maxLength: 3_000 }), { minLength: 2, maxLength: 20 }),
      fc.constantFrom(null, 1, 2),
      (prompts, space) => {
        const text = JSON.stringify({ stop: ['"prompt":["x"]'], prompt: prompts, n: 2, model: 'm' }, null, space ?? undefined);
        const body = scanned(text);
        assert.equal(batches.count(body), prompts.length);
        const parts = [...batches.split(body, 1)].map(
          (part) => JSON.parse(relay.toUpstream(part, planOf()).toString()) as object,
        );
        assert.deepEqual(
          parts,
          prompts.map((content) => ({
            stop: ['"prompt":["x"]'],
            messages: [{ role: 'user', content }],
            n: 2,
            model: 'u',
          })),
        );
      },
    ),
    { seed },
  );
});

function whole(body: object): unknown {
  const reading = relay.readWhole(Buffer.from(JSON.stringify(body)), planOf());
  for (;;) {
    const { done, value } = reading.next();
    if (done !== true) continue;
    return value.ok ? JSON.parse(value.body.toString()) : value.fault;
  }
}

const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 };

test('a whole answer of chat becomes a text completion with the same usage', () => {
  const message = { role: 'assistant', content: 'Hello', reasoning_content: 'hm' };
  const choices = [0, 1].map((index) => ({ index, message, finish_reason: 'stop' }));
  assert.deepEqual(whole({ id: 'chatcmpl-1', object: 'chat.completion', created: 7, model: 'u', choices, usage }), {
    id: 'cmpl-1',
    object: 'text_completion',
    created: 7,
    model: 'm',
    choices: [0, 1].map((index) => ({ index, text: 'Hello', logprobs: null, finish_reason: 'stop' })),
    usage,
  });
  assert.match(String(whole({ error: { message: 'no' } })), /./, 'an error inside a 200 is no answer');
});

/** Possible content of an upstream's stream, valid or not, in any order and cut anywhere. */
const piece = fc.constantFrom(
  '{"id":"chatcmpl-1","created":7,"model":"u","choices":[{"index":0,"delta":{"role":"assistant","content":""}}]}',
  '{"id":5,"model":"u","choices":[{"index":0,"delta":{"content":"你\\n\\n"}}],"usage":null}',
  '{"model":"u","choices":[{"index":0,"delta":null,"message":null,"finish_reason":"stop"}]}',
  '{"model":"u","choices":[null,1,{"delta":1,"index":"x"}]}',
  '{"usage":{"prompt_tokens":3,"completion_tokens":1},"model":"u","choices":[]}',
  ...['{"choices":null}', '{"error":{"message":"no"}}', '[DONE]', 'null', '{'],
);

test('whatever an upstream streams, only whole events of completions leave, and only the relay of chat says that it is over', () => {
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 12 }),
      fc.nat(200),
      fc.boolean(),
      fc.constantFrom(relay, throughHub),
      (pieces, size, includeUsage, completions) => {
        const bytes = Buffer.from(pieces.map((data) => `data: ${data}\n\n`).join(''));
        const plan = planOf({ stream: true, includeUsage });
        const own = completions.createStreamRelay?.(plan) ?? assert.fail();
        const chat = chatRelay.createStreamRelay?.(plan) ?? assert.fail();
        let out = '';
        for (let at = 0; at < bytes.length; at += size + 1) {
          const chunk = bytes.subarray(at, at + size + 1);
          out += own.push(chunk)?.toString() ?? '';
          chat.push(chunk);
        }
        own.end();
        chat.end();
        out += own.tail?.toString() ?? '';
        assert.deepEqual([own.state, own.fault, own.usage, own.text], [chat.state, chat.fault, chat.usage, chat.text]);
        const events = out.split('\n\n');
        assert.equal(events.pop(), '', 'nothing is cut');
        for (const [position, event] of events.entries()) {
          if (event === 'data: [DONE]') {
            assert.equal(position, events.length - 1);
            continue;
          }
          const frame = JSON.parse(event.replace(/^data: /, '')) as { readonly object: string; readonly model: string };
          assert.deepEqual([frame.object, frame.model], ['text_completion', 'm']);
        }
        assert.equal(events.at(-1) === 'data: [DONE]', chat.state === 'complete');
      },
    ),
    { seed, numRuns: 300 },
  );
});

test('a completion through the hub has the same prompt, text and usage, and names what it loses', () => {
  const prompt = '你"\\\n'.repeat(1_000);
  const body = scanned({ model: 'm', prompt, max_tokens: 5, n: 2, logit_bias: { '1': 1 } });
  const plan = planOf({ body });
  const { messages, max_completion_tokens: bound } = JSON.parse(throughHub.toUpstream(body, plan).toString()) as Record<
    string,
    unknown
  >;
  assert.deepEqual([messages, bound], [[{ role: 'user', content: prompt }], 5]);
  const answer = { choices: [{ message: { content: 'Hello', reasoning_content: 'hm' }, finish_reason: 'length' }], usage };
  const read = throughHub.readWhole(Buffer.from(JSON.stringify(answer)), plan).next().value;
  assert.ok(read?.ok === true);
  const { choices, usage: counted } = JSON.parse(read.body.toString()) as { readonly choices: unknown; readonly usage: object };
  assert.deepEqual(choices, [{ index: 0, text: 'Hello', logprobs: null, finish_reason: 'length' }]);
  assert.deepEqual({ ...counted, ...usage }, counted);
  const foreign = overChat(translated(chatClientHalf, { ...chatUpstreamHalf, dialect: 'messages' }));
  assert.equal(foreign.losses?.(body, plan).refused?.param, 'n');
  assert.deepEqual(foreign.losses(scanned({ prompt: 'x', logit_bias: { '1': 1 } }), plan).dropped, ['logit_bias']);
});
