import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { VirtualClock } from '../../../test/virtual-clock.ts';
import { waitFor } from '../../../test/wait-for.ts';
import type { ExchangeSink, UpstreamFault } from '../../upstream/exchange.ts';
import { withoutDataUrls } from './data-urls.ts';
import { sandboxProvider } from './sandbox-provider.ts';
import { createSandboxTransport } from './sandbox-transport.ts';

const mebibyte = 1024 * 1024;
const timeouts = { connectTimeoutMs: 5_000, firstByteTimeoutMs: 60_000, idleTimeoutMs: 30_000, totalTimeoutMs: 300_000 };
const [route] = sandboxProvider.routes;

interface Heard {
  readonly status: number;
  readonly body: Buffer;
  readonly largestTurnBytes: number;
  readonly faults: readonly UpstreamFault[];
  readonly ended: boolean;
  readonly defects: readonly unknown[];
}

/** Sends a request and receives the whole answer; `own` can make the listener throw. */
async function ask(request: object, own: Partial<ExchangeSink> = {}): Promise<Heard> {
  const chunks: Buffer[] = [];
  const faults: UpstreamFault[] = [];
  const defects: unknown[] = [];
  const heard = { status: 0, ended: false, turnBytes: 0, largestTurnBytes: 0 };
  const sink: ExchangeSink = {
    onHead: (status) => (heard.status = status),
    onData(chunk) {
      if (heard.turnBytes === 0) setImmediate(() => (heard.turnBytes = 0));
      heard.turnBytes += chunk.length;
      heard.largestTurnBytes = Math.max(heard.largestTurnBytes, heard.turnBytes);
      chunks.push(chunk);
    },
    onEnd: () => (heard.ended = true),
    onFault: (fault) => faults.push(fault),
    ...own,
  };
  const transport = createSandboxTransport({ clock: new VirtualClock(), onDefect: (error) => defects.push(error) });
  assert.ok(route);
  const body = Buffer.from(JSON.stringify({ model: 'chat', messages: [{ role: 'user', content: 'Hello' }], ...request }));
  transport.send(
    { route: { ...route, apiKey: null }, dialect: 'chat-completions', path: '/chat/completions', body, stream: false, timeouts },
    sink,
  );
  await waitFor(() => heard.ended || faults.length > 0 || defects.length > 0);
  return { ...heard, body: Buffer.concat(chunks), faults, defects };
}

function tool(parameters: object): object {
  return { tool_choice: 'required', tools: [{ type: 'function', function: { name: 'own', parameters } }] };
}

function answerOf(schema: object): object {
  return { response_format: { type: 'json_schema', json_schema: { name: 'own', schema } } };
}

/** Levels of objects that each require their only member a thousand times. */
function repeating(levels: number): object {
  if (levels === 0) return { type: 'string' };
  return { type: 'object', properties: { next: repeating(levels - 1) }, required: Array<string>(1_000).fill('next') };
}

/** Levels of objects with ten members each. */
function wide(levels: number): object {
  const names = Array.from({ length: 10 }, (_, at) => `member${String(at)}`);
  const properties = Object.fromEntries(names.map((name) => [name, levels === 0 ? { type: 'string' } : wide(levels - 1)]));
  return { type: 'object', properties, required: names };
}

async function expectRefusal(request: object, param: string): Promise<void> {
  const { status, body, defects } = await ask(request);
  const { error } = JSON.parse(body.toString()) as { error: { param: string; message: string } };
  assert.deepEqual([status, error.param, defects], [400, param, []]);
  assert.ok(error.message.includes(param));
}

describe('the sandbox model', () => {
  test('a megabyte that a schema brings along is refused by the name of its field, in a tool as in an answer format', async () => {
    const huge = 'x'.repeat(5 * mebibyte);
    for (const schema of [
      { default: huge },
      { const: { a: [huge] } },
      { enum: [huge] },
      { properties: { a: { default: huge } }, required: ['a'] },
    ]) {
      await expectRefusal({ n: 128, ...tool(schema) }, 'tools[0].function.parameters');
      await expectRefusal({ n: 128, stream: true, ...tool(schema) }, 'tools[0].function.parameters');
      await expectRefusal(answerOf(schema), 'response_format.json_schema.schema');
    }
  });

  test('names the tool at fault by its place', async () => {
    const small = { type: 'function', function: { name: 'small', parameters: {} } };
    const large = { type: 'function', function: { name: 'large', parameters: { default: 'x'.repeat(mebibyte) } } };
    const choice = { type: 'function', function: { name: 'large' } };
    await expectRefusal({ tools: [small, large], tool_choice: choice }, 'tools[1].function.parameters');
  });

  test('a member that is required a thousand times on each of five levels is one member on each of five levels', async () => {
    const { status, body } = await ask(answerOf(repeating(5)));
    const { choices } = JSON.parse(body.toString()) as { choices: { message: { content: string } }[] };
    assert.deepEqual([status, choices[0]?.message.content], [200, '{"next":{"next":{"next":{"next":{"next":"example"}}}}}']);
  });

  test('a schema of a hundred thousand members is refused', async () => {
    await expectRefusal(answerOf(wide(4)), 'response_format.json_schema.schema');
  });

  test('calls of tools count like words: more of them than the sandbox writes are refused', async () => {
    const parameters = { default: 'x'.repeat(20_000) };
    assert.equal((await ask({ n: 2, ...tool(parameters) })).status, 200);
    await expectRefusal({ n: 128, ...tool(parameters) }, 'n');
  });

  test('text that is longer as JSON than as text is bounded by what is sent', async () => {
    const content = '\u0001'.repeat(2_000);
    await expectRefusal(
      { n: 128, messages: [{ role: 'user', content: content.repeat(2) }], ...tool({ default: content.repeat(5) }) },
      'n',
    );
    assert.equal((await ask({ n: 100, messages: [{ role: 'user', content }] })).status, 200);
  });

  test('no turn of the event loop says more than 128 KiB, whatever is asked for', async () => {
    const knobs = { metadata: { sandbox_output_tokens: '32768' } };
    for (const request of [
      { n: 8, stream: true, ...knobs },
      { n: 8, ...knobs },
      { n: 8, stream: true, ...tool({ default: 'x'.repeat(60_000) }) },
    ]) {
      const { status, largestTurnBytes } = await ask(request);
      assert.equal(status, 200);
      assert.ok(largestTurnBytes <= 128 * 1024, `${String(largestTurnBytes)} bytes in one turn`);
    }
  });

  test('a request of more than 8 MiB is refused, unless it is images that make it so', async () => {
    const url = `data:image/png;base64,${'A'.repeat(9 * mebibyte)}`;
    const content = [
      { type: 'text', text: 'say "data: and go on' },
      { type: 'image_url', image_url: { url } },
    ];
    const seen = await ask({ messages: [{ role: 'user', content }] });
    assert.match(seen.body.toString(), /I see 1 image; you said: say \\"data: and go on"/);
    const refused = await ask({ messages: [{ role: 'user', content: 'x'.repeat(9 * mebibyte) }] });
    assert.deepEqual([refused.status, refused.body.toString().includes('at most 8 MiB')], [400, true]);
  });

  test('megabytes of text are counted exactly, in separate turns of the event loop', async () => {
    const turnsUntilHead = async (characters: number): Promise<number> => {
      let turns = 0;
      let heardAt = 0;
      const count = (): void => {
        turns += 1;
        if (heardAt === 0) setImmediate(count);
      };
      setImmediate(count);
      // Every border between two pieces splits a surrogate pair.
      const content = `a${'😀中'.repeat(characters / 3)}`;
      const messages = [
        { role: 'system', content: 'a' },
        { role: 'user', content },
      ];
      const { body } = await ask({ messages }, { onHead: () => (heardAt = turns) });
      const { usage } = JSON.parse(body.toString()) as { usage: { prompt_tokens: number } };
      assert.equal(usage.prompt_tokens, Math.ceil((2 + (characters / 3) * 4 + 2 * 16) / 4));
      return heardAt;
    };
    assert.ok((await turnsUntilHead(900_000)) >= (await turnsUntilHead(90_000)) + 3);
  });

  test('data URLs are cut only where a string begins with one', () => {
    for (const [json, cut] of [
      ['{"a":"data:xyz","b":"data:"}', '{"a":"data:","b":"data:"}'],
      ['{"a":"\\"data:xyz"}', '{"a":"\\"data:xyz"}'],
      ['{"a":"\\\\","b":"data:x\\"y\\\\"}', '{"a":"\\\\","b":"data:"}'],
      ['{"data:a":"data:', '{"data:":"data:'],
    ] as const)
      assert.equal(withoutDataUrls(Buffer.from(json)).toString(), cut);
  });
});

describe('what is thrown while the sandbox answers', () => {
  for (const name of ['onHead', 'onData', 'onEnd'] as const) {
    test(`by the listener in ${name} is the fault of that one call, and is reported`, async () => {
      const thrown = new RangeError('too long');
      const { faults, defects } = await ask(
        {},
        {
          [name]: () => {
            throw thrown;
          },
        },
      );
      assert.deepEqual(
        faults.map(({ kind }) => kind),
        ['protocol'],
      );
      assert.deepEqual(defects, [thrown]);
    });
  }

  test('by a listener that cannot even hear of a fault is reported', async () => {
    const { defects } = await ask(
      {},
      {
        onData() {
          throw new Error('data');
        },
        onFault() {
          throw new Error('fault');
        },
      },
    );
    assert.deepEqual(
      defects.map((error) => (error as Error).message),
      ['fault', 'data'],
    );
  });

  test('by the script itself is an upstream fault like any other', async () => {
    // A body that cannot be parsed at all stands for unforeseen faults.
    const faults: UpstreamFault[] = [];
    const defects: unknown[] = [];
    const sink = {
      onHead: () => undefined,
      onData: () => undefined,
      onEnd: () => undefined,
      onFault: (fault: UpstreamFault) => faults.push(fault),
    };
    const transport = createSandboxTransport({ clock: new VirtualClock(), onDefect: (error) => defects.push(error) });
    assert.ok(route);
    transport.send(
      {
        route: { ...route, apiKey: null },
        dialect: 'chat-completions',
        path: '/chat/completions',
        body: {} as Buffer,
        stream: false,
        timeouts,
      },
      sink,
    );
    await waitFor(() => faults.length > 0);
    assert.deepEqual([faults[0]?.kind, defects.length], ['protocol', 1]);
  });
});
