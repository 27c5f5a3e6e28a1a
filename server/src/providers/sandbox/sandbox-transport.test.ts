import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { VirtualClock } from '../../../test/virtual-clock.ts';
import { waitFor } from '../../../test/wait-for.ts';
import type { Exchange, ExchangeSink, UpstreamFault, UpstreamTimeouts } from '../../upstream/exchange.ts';
import { sandboxModels, sandboxProvider } from './sandbox-provider.ts';
import { createSandboxTransport } from './sandbox-transport.ts';

const timeouts: UpstreamTimeouts = {
  connectTimeoutMs: 5_000,
  firstByteTimeoutMs: 60_000,
  idleTimeoutMs: 30_000,
  totalTimeoutMs: 300_000,
};
const clock = new VirtualClock();
const sandbox = createSandboxTransport({
  clock,
  onDefect: (error) => {
    throw error;
  },
});
const [route] = sandboxProvider.routes;

interface Choice {
  readonly index: number;
  readonly finish_reason: string | null;
  readonly message?: Delta;
  readonly delta?: Delta;
}

interface Delta {
  readonly content?: string | null;
  readonly reasoning_content?: string;
  readonly tool_calls?: readonly {
    readonly index?: number;
    readonly id?: string;
    readonly function: { readonly name?: string; readonly arguments: string };
  }[];
}

interface Body {
  readonly model?: string;
  readonly choices: readonly Choice[];
  readonly usage?: {
    readonly prompt_tokens: unknown;
    readonly completion_tokens: unknown;
    readonly total_tokens: unknown;
    readonly completion_tokens_details?: unknown;
  } | null;
  readonly error?: { readonly message: string; readonly param: string | null; readonly type: string };
}

class Listener implements ExchangeSink {
  status = 0;
  headers: Readonly<Record<string, string | string[] | undefined>> = {};
  chunks: Buffer[] = [];
  ends = 0;
  readonly faults: UpstreamFault[] = [];
  onChunk: (() => void) | null = null;

  onHead(status: number, headers: Listener['headers']): void {
    this.status = status;
    this.headers = headers;
  }

  onData(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.onChunk?.();
  }

  onEnd(): void {
    this.ends += 1;
  }

  onFault(fault: UpstreamFault): void {
    this.faults.push(fault);
  }

  get text(): string {
    return Buffer.concat(this.chunks).toString();
  }

  get body(): Body {
    return JSON.parse(this.text) as Body;
  }

  /** The events of a stream without the terminal one. */
  get events(): readonly Body[] {
    const events = this.text.split('\n\n').filter((line) => line !== '' && line !== 'data: [DONE]');
    return events.map((line) => JSON.parse(line.slice('data: '.length)) as Body);
  }

  get isOver(): boolean {
    return this.ends + this.faults.length > 0;
  }
}

function send(body: object, sink: ExchangeSink, own: Partial<UpstreamTimeouts> = {}): Exchange {
  assert.ok(route);
  const bytes = Buffer.from(JSON.stringify({ model: 'chat', messages: [{ role: 'user', content: 'Hello' }], ...body }));
  return sandbox.send(
    {
      route: { ...route, apiKey: null },
      dialect: 'chat-completions',
      path: '/chat/completions',
      body: bytes,
      stream: false,
      timeouts: { ...timeouts, ...own },
    },
    sink,
  );
}

function turn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

async function answer(body: object): Promise<Listener> {
  const sink = new Listener();
  send(body, sink);
  await waitFor(() => sink.isOver);
  return sink;
}

function asked(content: unknown): object {
  return { messages: [{ role: 'user', content }] };
}

function contentOf(body: Body): string {
  return body.choices[0]?.message?.content ?? '';
}

const tools = [
  {
    type: 'function',
    function: {
      name: 'weather',
      parameters: {
        type: 'object',
        properties: {
          city: { type: 'string' },
          days: { type: 'integer', minimum: 3 },
          unit: { enum: ['c', 'f'] },
          spare: { type: 'string' },
        },
        required: ['city', 'days', 'unit'],
      },
    },
  },
];

describe('the sandbox model', () => {
  test('answers in the language it was asked in, the same words for the same request', async () => {
    const [first, second] = [await answer(asked('Hello')), await answer(asked('Hello'))];
    assert.equal(contentOf(first.body), 'This is the sandbox model; you said: Hello');
    assert.equal(first.text, second.text);
    assert.equal(contentOf((await answer(asked('你好，请介绍一下自己'))).body), '这是沙箱模型。你说：你好，请介绍一下自己');
    assert.deepEqual([first.status, first.headers['content-type'], first.body.model], [200, 'application/json', 'chat']);
  });

  test('counts usage by the character rule', async () => {
    const { usage } = (await answer(asked('你好 sandbox'))).body;
    // (2 × 3 + 8) quarters, plus 16 for the message. The answer consists of English words with two Chinese characters.
    const output = 'This is the sandbox model; you said: 你好 sandbox';
    const outputTokens = Math.ceil((2 * 3 + output.length - 2) / 4);
    assert.deepEqual(usage, { prompt_tokens: 8, completion_tokens: outputTokens, total_tokens: 8 + outputTokens });
  });

  test('says the same streamed as whole, for any words, any bound and any number of choices', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        fc.option(fc.integer({ min: 1, max: 40 }), { nil: null }),
        fc.integer({ min: 1, max: 3 }),
        async (content, bound, n) => {
          const request = { ...asked(content), n, max_tokens: bound };
          const whole = (await answer(request)).body;
          const streamed = await answer({ ...request, stream: true, stream_options: { include_usage: true } });
          assert.ok(streamed.text.endsWith('data: [DONE]\n\n'));
          for (const choice of whole.choices) {
            const parts = streamed.events.flatMap((event) => event.choices).filter((part) => part.index === choice.index);
            assert.equal(parts.map((part) => part.delta?.content ?? '').join(''), choice.message?.content);
            assert.equal(parts.at(-1)?.finish_reason, choice.finish_reason);
          }
          assert.equal(whole.choices.length, n);
          assert.deepEqual(streamed.events.at(-1)?.usage, whole.usage);
          if (bound !== null) assert.ok(Number(whole.usage?.completion_tokens) <= bound * n);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('ends at max_tokens with finish_reason length, and is as long as sandbox_output_tokens says', async () => {
    const cut = (await answer({ max_completion_tokens: 4 })).body;
    assert.deepEqual([cut.choices[0]?.finish_reason, cut.usage?.completion_tokens], ['length', 4]);
    const long = (await answer({ metadata: { sandbox_output_tokens: '5000' } })).body;
    assert.deepEqual([long.choices[0]?.finish_reason, long.usage?.completion_tokens], ['stop', 5_000]);
  });

  test('streams usage only when asked', async () => {
    const { events } = await answer({ stream: true });
    assert.ok(events.every((event) => !('usage' in event)));
  });

  const shell = { type: 'function', function: { name: 'Bash', parameters: { type: 'object' } } };
  const question = '[think] [call Bash {"command": "echo ]}\\"{"}] [call weather] [call unknown {}] [call Bash {nothing}]';
  const directed = [
    { role: 'user', content: '[call Bash {"command": "of an earlier turn"}]' },
    { role: 'assistant', content: 'Done.' },
    { role: 'user', content: question },
    { role: 'user', content: '<system-reminder>of the agent</system-reminder>' },
  ];

  test('calls the tools that a question names with their arguments, and thinks if told to', async () => {
    const request = { messages: directed, tools: [...tools, shell] };
    const { choices, usage } = (await answer(request)).body;
    const [{ message = assert.fail(), finish_reason: reason } = assert.fail()] = choices;
    const { reasoning_content: thoughts = '', tool_calls: calls = [] } = message;
    assert.equal(reason, 'tool_calls');
    assert.match(thoughts, /^The message has \d+ characters/);
    assert.deepEqual(
      calls.map((call) => [call.function.name, call.function.arguments]),
      [
        ['Bash', '{"command": "echo ]}\\"{"}'],
        ['weather', '{"city":"example","days":3,"unit":"c"}'],
      ],
    );
    assert.equal(new Set(calls.map(({ id }) => id)).size, 2);
    assert.ok(usage?.completion_tokens_details !== undefined);
    const { events } = await answer({ ...request, stream: true });
    const deltas = events.map((event) => event.choices[0]?.delta ?? {});
    const fragments = deltas.flatMap((delta) => delta.tool_calls ?? []);
    const streamed = [0, 1].map((index) => fragments.filter((fragment) => fragment.index === index));
    assert.deepEqual(
      streamed.map((own) => own.map((fragment) => fragment.function.arguments).join('')),
      calls.map((call) => call.function.arguments),
    );
    assert.equal(deltas.map((delta) => delta.reasoning_content ?? '').join(''), thoughts);
  });

  test('answers a result of a tool, whatever the agent adds after it', async () => {
    const results = [
      { role: 'assistant', content: null },
      { role: 'tool', tool_call_id: 'x', content: '42' },
    ];
    const messages = [...directed, ...results, { role: 'system', content: 'note' }];
    assert.match(contentOf((await answer({ messages, tools: [shell] })).body), /The tool answered: 42$/);
  });

  test('obeys knobs in the question, and those of the metadata before them', async () => {
    assert.equal((await answer(asked('[sandbox_status: 503] please'))).status, 503);
    assert.equal((await answer({ ...asked('[sandbox_status: 503]'), metadata: { sandbox_status: '500' } })).status, 500);
    assert.equal((await answer(asked('[sandbox_status: 7]'))).body.error?.param, 'metadata.sandbox_status');
  });

  test('calls a tool when instructed, or when the last words mention one, with its required fields filled', async () => {
    for (const request of [
      { tool_choice: 'required' },
      { tool_choice: { type: 'function', function: { name: 'weather' } } },
      asked('Use a tool, please'),
    ]) {
      const { choices } = (await answer({ tools, ...request })).body;
      assert.equal(choices[0]?.finish_reason, 'tool_calls');
      assert.deepEqual(JSON.parse(choices[0].message?.tool_calls?.[0]?.function.arguments ?? ''), {
        city: 'example',
        days: 3,
        unit: 'c',
      });
    }
    const streamed = await answer({ tools, tool_choice: 'required', stream: true });
    const fragments = streamed.events.flatMap((event) => event.choices[0]?.delta?.tool_calls ?? []);
    assert.equal(fragments[0]?.function.name, 'weather');
    assert.deepEqual(JSON.parse(fragments.map((part) => part.function.arguments).join('')), {
      city: 'example',
      days: 3,
      unit: 'c',
    });
    const plain = (await answer({ tools, tool_choice: 'none', ...asked('a tool') })).body;
    assert.equal(plain.choices[0]?.finish_reason, 'stop');
    const after = {
      messages: [
        { role: 'user', content: 'tool' },
        { role: 'tool', tool_call_id: 'x', content: '21 °C' },
      ],
    };
    assert.match(contentOf((await answer({ tools, ...after })).body), /The tool answered: 21 °C$/);
  });

  test('says how many images it saw', async () => {
    const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } };
    const { choices, usage } = (await answer(asked([{ type: 'text', text: 'What is this?' }, image, image]))).body;
    assert.match(choices[0]?.message?.content ?? '', /I see 2 images/);
    assert.ok(Number(usage?.prompt_tokens) >= 170);
  });

  test('answers with JSON of the schema when asked', async () => {
    const schema = { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] };
    const body = (await answer({ response_format: { type: 'json_schema', json_schema: { name: 'x', schema } } })).body;
    assert.deepEqual(JSON.parse(contentOf(body)), { ok: true });
  });

  test('is described by its provider: priced at 0 and served under the name its route knows', () => {
    assert.deepEqual(
      sandboxProvider.models.map((offer) => offer.model),
      sandboxModels.map((model) => model.name),
    );
    assert.equal(sandboxModels[0]?.prices[0]?.price.output, 0n);
  });
});

describe('the knobs of the sandbox', () => {
  test('sandbox_status answers with that status', async () => {
    const sink = await answer({ stream: true, metadata: { sandbox_status: '429' } });
    assert.deepEqual([sink.status, sink.headers['retry-after'], sink.body.error?.type], [429, '1', 'rate_limit_error']);
  });

  test('a knob out of range, a bad field and an unknown model are refused by name', async () => {
    for (const [request, status, param] of [
      [{ metadata: { sandbox_latency_ms: '-1' } }, 400, 'metadata.sandbox_latency_ms'],
      [{ metadata: { sandbox_status: '200' } }, 400, 'metadata.sandbox_status'],
      [{ metadata: { sandbox_usage: 'all' } }, 400, 'metadata.sandbox_usage'],
      [{ n: 0 }, 400, 'n'],
      [{ n: 128, metadata: { sandbox_output_tokens: '32768' } }, 400, 'n'],
      [{ messages: [] }, 400, 'messages'],
      [{ model: 'other' }, 404, 'model'],
    ] as const) {
      const sink = await answer(request);
      assert.deepEqual([sink.status, sink.body.error?.param], [status, param]);
    }
  });

  test('sandbox_usage leaves usage out or makes it nonsense', async () => {
    assert.equal((await answer({ metadata: { sandbox_usage: 'none' } })).body.usage, undefined);
    assert.equal((await answer({ metadata: { sandbox_usage: 'nonsense' } })).body.usage?.prompt_tokens, -1);
  });

  test('sandbox_cut_after_chunks breaks the connection after that many chunks, streamed or whole', async () => {
    for (const stream of [true, false]) {
      for (const chunks of [0, 1, 3]) {
        const sink = await answer({ stream, metadata: { sandbox_cut_after_chunks: String(chunks) } });
        assert.deepEqual([sink.chunks.length, sink.ends, sink.faults.map((fault) => fault.kind)], [chunks, 0, ['reset']]);
      }
    }
  });

  test('sandbox_latency_ms and sandbox_chunk_delay_ms take that long', async () => {
    const sink = new Listener();
    send({ stream: true, metadata: { sandbox_latency_ms: '2000', sandbox_chunk_delay_ms: '100' } }, sink);
    await turn();
    clock.advance(1_999);
    assert.equal(sink.chunks.length, 0);
    clock.advance(1);
    assert.equal(sink.chunks.length, 1);
    clock.advance(300);
    assert.equal(sink.chunks.length, 4);
    clock.advance(60_000);
    assert.equal(sink.ends, 1);
  });

  test('a delay beyond the deadline and sandbox_stall run into the deadlines of the caller', async () => {
    for (const [metadata, kind] of [
      [{ sandbox_latency_ms: '60001' }, 'first_byte_timeout'],
      [{ sandbox_stall: '0' }, 'first_byte_timeout'],
      [{ sandbox_stall: '2' }, 'idle_timeout'],
      [{ sandbox_chunk_delay_ms: '29000', sandbox_output_tokens: '500' }, 'total_timeout'],
    ] as const) {
      const sink = new Listener();
      send({ stream: true, metadata }, sink);
      await turn();
      clock.advance(400_000);
      assert.deepEqual(
        sink.faults.map((fault) => fault.kind),
        [kind],
      );
    }
  });
});

describe('the sandbox behaves like a connection', () => {
  test('nothing is heard from inside send, after a cancellation, or during a pause', async () => {
    const sink = new Listener();
    const exchange = send({ stream: true, metadata: { sandbox_output_tokens: '500' } }, sink);
    assert.equal(sink.status, 0);
    sink.onChunk = () => {
      if (sink.chunks.length === 5) exchange.pause();
    };
    await waitFor(() => sink.chunks.length >= 5);
    await turn();
    await turn();
    assert.equal(sink.chunks.length, 5);
    sink.onChunk = () => {
      if (sink.chunks.length === 10) exchange.cancel();
    };
    exchange.resume();
    for (let turns = 0; turns < 5; turns += 1) await turn();
    assert.deepEqual([sink.chunks.length, sink.isOver], [10, false]);
  });

  test('a pause suspends the idle deadline', async () => {
    const sink = new Listener();
    const exchange = send({ stream: true, metadata: { sandbox_stall: '2' } }, sink);
    await waitFor(() => sink.chunks.length >= 2);
    exchange.pause();
    clock.advance(60_000);
    assert.equal(sink.isOver, false);
    exchange.resume();
    clock.advance(timeouts.idleTimeoutMs);
    assert.equal(sink.faults[0]?.kind, 'idle_timeout');
  });

  test('no timer is left behind', async () => {
    await answer({});
    const before = clock.timers;
    const exchange = send({ metadata: { sandbox_latency_ms: '1000' } }, new Listener());
    await turn();
    exchange.cancel();
    assert.equal(clock.timers, before);
    assert.equal(before, 0);
  });
});
