/** Goal: clients of Responses get answers and errors in their own form, whatever the upstream speaks; the stock SDK reads both. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import OpenAI from 'openai';
import { startFixture, type Fixture } from './fixture.ts';
import { chatStreamWithError } from '../scripted-upstream/behaviours.ts';
import { endsWithError } from '../stream-text.ts';
import { post, type RawAnswer } from './raw-client.ts';

let fixture: Fixture;
before(async () => {
  fixture = await startFixture();
});
after(() => fixture.closeSettled());

const hello = { model: 'sandbox/chat', input: 'Hello' };
const command = { type: 'function', name: 'run', parameters: { type: 'object' }, strict: false } as const;

function sdk(): OpenAI {
  return new OpenAI({ apiKey: fixture.key, baseURL: `http://127.0.0.1:${String(fixture.port)}/v1`, maxRetries: 0 });
}

function ask(fields: object): Promise<RawAnswer> {
  return post(fixture.port, { ...hello, ...fields }, { path: '/v1/responses', key: fixture.key });
}

describe('a client of Responses', () => {
  test('with the stock SDK reads the same answer whole and streamed', async () => {
    const whole = await sdk().responses.create({ ...hello, input: 'Hello [think]' });
    assert.match(whole.output_text, /sandbox model; you said: Hello/);
    assert.deepEqual(
      whole.output.map(({ type }) => type),
      ['reasoning', 'message'],
    );
    const streamed = await sdk()
      .responses.stream({ ...hello, input: 'Hello [think]' })
      .finalResponse();
    assert.equal(streamed.output_text, whole.output_text);
    assert.deepEqual([streamed.status, streamed.model], ['completed', 'sandbox/chat']);
    assert.ok((streamed.usage?.output_tokens_details.reasoning_tokens ?? 0) > 0);
  });

  test('with the stock SDK calls a tool and returns its result', async () => {
    const input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: 'Do it [call run {"command":"ls"}]' }];
    const first = await sdk()
      .responses.stream({ ...hello, input, tools: [command] })
      .finalResponse();
    const call = first.output.find((item) => item.type === 'function_call') ?? assert.fail();
    assert.deepEqual([call.name, JSON.parse(call.arguments)], ['run', { command: 'ls' }]);
    const output = { type: 'function_call_output', call_id: call.call_id, output: 'a.txt' } as const;
    const items = first.output.filter((item) => item.type === 'function_call');
    const second = await sdk().responses.create({ ...hello, input: [...input, ...items, output], tools: [command] });
    assert.match(second.output_text, /a\.txt/);
  });

  test('learns which field is wrong', async () => {
    const message = (content: unknown): object => ({ input: [{ role: 'user', content }] });
    const cases: readonly (readonly [fields: object, param: string])[] = [
      [{ input: undefined }, 'input'],
      [{ input: undefined, messages: [] }, 'messages'],
      [{ input: [] }, 'input'],
      [{ input: [7] }, 'input[0]'],
      [{ input: [{ role: 'robot', content: 'x' }] }, 'input[0].role'],
      [message([{ type: 'input_text' }]), 'input[0].content[0].text'],
      [message([{}]), 'input[0].content[0].type'],
      [{ input: [{ type: 'function_call', name: 'f', arguments: '{}' }] }, 'input[0].call_id'],
      [{ input: [{ type: 'function_call_output', call_id: 'c' }] }, 'input[0].output'],
      [{ input: [{ type: 'additional_tools', tools: [{ type: 'function' }] }] }, 'input[0].tools[0].name'],
      [{ tools: [{ type: 'function', function: { name: 'f' } }] }, 'tools[0].function'],
      [{ tools: [{ type: 'namespace', name: 'n', tools: [{ type: 'custom', name: '' }] }] }, 'tools[0].tools[0].name'],
      [{ tool_choice: 'any' }, 'tool_choice'],
      [{ tool_choice: { type: 'function' } }, 'tool_choice.name'],
      [{ text: { format: { type: 'json_schema' } } }, 'text.format.schema'],
      [{ max_output_tokens: 'x' }, 'max_output_tokens'],
      [{ Previous_response_id: 'x' }, 'Previous_response_id'],
      [{ text: { Format: {} } }, 'text.Format'],
      [{ reasoning: { EFFORT: 'high' } }, 'reasoning.EFFORT'],
      [message([{ type: 'input_file', File_url: 'https://x.y' }]), 'input[0].content[0].File_url'],
      [{ tools: [{ type: 'function', name: 'f', Parameters: {} }] }, 'tools[0].Parameters'],
    ];
    for (const [fields, param] of cases) {
      const { status, body } = await ask(fields);
      assert.deepEqual(
        [status, (JSON.parse(body) as { readonly error: { readonly param: string } }).error.param],
        [400, param],
        body,
      );
    }
  });

  test('is refused what needs stored answers; an answer without `store` says that it is not stored', async () => {
    const cases: readonly (readonly [fields: object, param: string])[] = [
      [{ store: true }, 'store'],
      [{ background: true }, 'background'],
      [{ previous_response_id: 'resp_1' }, 'previous_response_id'],
      [{ conversation: 'conv_1' }, 'conversation'],
      [{ prompt: { id: 'p' } }, 'prompt'],
      [{ input: [{ type: 'item_reference', id: 'msg_1' }] }, 'input[0]'],
      [{ input: [{ id: 'msg_1', type: null }] }, 'input[0]'],
      [{ input: [{ type: 'image_generation_call', id: 'ig_1', status: 'completed', result: null }] }, 'input[0]'],
      [{ input: [{ id: 'msg_1' }] }, 'input[0]'],
    ];
    for (const [fields, param] of cases) {
      const { status, body } = await ask(fields);
      const { error } = JSON.parse(body) as { readonly error: { readonly param: string; readonly message: string } };
      assert.deepEqual([status, error.param], [400, param]);
      assert.match(error.message, /not stored/);
    }
    for (const fields of [{}, { store: false }, { store: null, previous_response_id: null }]) {
      const { status, body } = await ask(fields);
      assert.deepEqual([status, (JSON.parse(body) as { readonly store: boolean }).store], [200, false]);
    }
  });

  test('whose request is refused within a stream gets a code that agents do not repeat, and ours as the reason', async () => {
    const shown: unknown[] = [];
    for (const [code, message] of [
      ['invalid_value', 'Invalid value for temperature.'],
      ['content_policy_violation', 'Rejected by our content policy.'],
      ['context_length_exceeded', 'Your input exceeds the context window.'],
      ['server_error', 'Try again.'],
    ]) {
      fixture.upstream.next(chatStreamWithError(['Hel'], { message, type: null, code }));
      const { body } = await ask({ model: 'test/chat', stream: true });
      const last = body.trimEnd().split('\ndata: ').at(-1) ?? '';
      const { type, response } = JSON.parse(last) as { readonly type: string; readonly response: OpenAI.Responses.Response };
      const { code: said, reason } = response.error as { readonly code: string; readonly reason?: string };
      shown.push([type, said, reason]);
    }
    assert.deepEqual(shown, [
      ['response.failed', 'invalid_prompt', 'invalid_parameter'],
      ['response.failed', 'content_policy_violation', undefined],
      ['response.failed', 'context_length_exceeded', undefined],
      ['response.failed', 'upstream_unavailable', undefined],
    ]);
  });

  test('that reads why a response failed gets the end of the stream, any other a broken connection', async () => {
    const failed = async (headers: Readonly<Record<string, string>>): Promise<string> => {
      fixture.upstream.next(chatStreamWithError(['Hel']));
      const response = await fetch(`http://127.0.0.1:${String(fixture.port)}/v1/responses`, {
        method: 'POST',
        headers: { authorization: `Bearer ${fixture.key}`, 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ model: 'test/chat', input: 'Hello', stream: true }),
      });
      return response.text();
    };
    assert.ok(endsWithError(await failed({ 'x-codex-turn-metadata': '{}' })));
    await assert.rejects(failed({}));
    for (const { ending, charge_exact: charge } of (await fixture.rows()).slice(0, 2))
      assert.deepEqual([ending, Number(charge)], ['upstream_broke', 0]);
  });

  test('counts tokens free of charge, as an estimate', async () => {
    const counted = await sdk().responses.inputTokens.count({ ...hello, instructions: 'word '.repeat(4_000) });
    assert.equal(counted.object, 'response.input_tokens');
    assert.ok(counted.input_tokens > 4_000 && counted.input_tokens < 6_000, String(counted.input_tokens));
    const count = (fields: object): Promise<RawAnswer> =>
      post(fixture.port, { ...hello, ...fields }, { path: '/v1/responses/input_tokens', key: fixture.key });
    const short = await count({ previous_response_id: null });
    assert.deepEqual([short.status, short.headers['x-tollgate-estimated']], [200, 'true']);
    assert.equal((await count({ model: 'none' })).status, 404);
    for (const [fields, param] of [
      [{ input: 7 }, 'input'],
      [{ tools: 7 }, 'tools'],
      [{ previous_response_id: 'resp_1' }, 'previous_response_id'],
    ] as const) {
      const { status, body } = await count(fields);
      assert.equal(status, 400);
      assert.match(body, new RegExp(`"param":"${param}"`));
    }
  });

  test('is warned of what a provider cannot receive, and refused what makes no sense without it', async () => {
    const { status, headers } = await ask({ tools: [command, { type: 'web_search' }] });
    assert.deepEqual([status, headers['x-tollgate-dropped']], [200, 'tools[1]']);
    assert.equal((await ask({ tools: [{ type: 'web_search' }] })).status, 400, 'a search that nobody runs is no answer');
  });
});
