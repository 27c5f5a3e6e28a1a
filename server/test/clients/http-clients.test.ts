/**
 * Goal: popular HTTP clients, unmodified and without settings, can chat, stream, embed and draw, and never treat a broken stream as
 * complete.
 *
 * Method: a small program per client makes all calls to the real program and its sandbox, and prints the results. `npm run test:full` runs
 * the quick ones, `npm run prove` all of them.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isFullProof } from '../proofs/counts.ts';
import { reportFigures } from '../proofs/figures.ts';
import { withServer } from '../servers/needed-server.ts';
import { ClientsWorld } from './clients-world.ts';
import { httpClients } from './http-clients.ts';

const greeting = 'This is the sandbox model; you said: Hello!';
const chat = { model: 'sandbox/chat', messages: [{ role: 'user', content: 'Hello!' }] };
const calls: Readonly<Record<string, readonly [path: string, body: object]>> = {
  chat: ['/chat/completions', chat],
  stream: ['/chat/completions', { ...chat, stream: true }],
  embeddings: ['/embeddings', { model: 'sandbox/embed', input: ['one', 'two'] }],
  image: ['/images/generations', { model: 'sandbox/image', prompt: 'a fox' }],
  'broken stream': ['/chat/completions', { ...chat, stream: true, metadata: { sandbox_cut_after_chunks: '3' } }],
};

function inputFor(world: ClientsWorld): string {
  const { base, keys } = JSON.parse(world.input) as { readonly base: string; readonly keys: Readonly<Record<string, string>> };
  const lines = Object.entries(calls).map(([name, [path, body]]) => [name, path, JSON.stringify(body)].join('\t'));
  return `${[`${base}\t${String(keys.good)}`, ...lines].join('\n')}\n`;
}

interface Got {
  readonly status: string;
  readonly body: string;
  readonly error: string;
}

function read(printed: string): Readonly<Record<string, Got>> {
  const lines = printed.trimEnd().split('\n');
  return Object.fromEntries(
    lines.map((line) => {
      const [name = '', status = '', hex = '', error = ''] = line.split('\t');
      return [name, { status, body: Buffer.from(hex, 'hex').toString(), error }];
    }),
  );
}

/** The value at a path in a JSON document. */
function at(json: string, ...way: readonly (string | number)[]): unknown {
  return way.reduce<unknown>(
    (value, step) => (value as Readonly<Record<string | number, unknown>> | undefined)?.[step],
    JSON.parse(json),
  );
}

/** The text of a stream, as read by a program that only knows events; frameworks provide it directly. */
function streamedText(body: string): string {
  if (!body.startsWith('data: ')) return body;
  const events = body.split('\n\n').filter((event) => event.startsWith('data: {'));
  const pieces = events.map((event) => at(event.slice('data: '.length), 'choices', 0, 'delta', 'content'));
  return pieces.filter((piece) => typeof piece === 'string').join('');
}

/** Errors in what a client received for each call; frameworks return the content of responses. */
const faults: Readonly<Record<string, (got: Got, isSilent: boolean) => string | null>> = {
  chat({ status, body }) {
    const text = body.startsWith('{') ? String(at(body, 'choices', 0, 'message', 'content')) : body;
    return status === '200' && text === greeting ? null : text;
  },
  stream({ status, body }) {
    const isEnded = !body.startsWith('data: ') || body.endsWith('data: [DONE]\n\n');
    return status === '200' && isEnded && streamedText(body) === greeting ? null : body;
  },
  embeddings({ status, body }) {
    const length = (...way: readonly (string | number)[]): string => String(at(body, ...way, 'length'));
    const found = body.startsWith('{') ? `${length('data')} of ${length('data', 1, 'embedding')}` : body;
    return status === '200' && found === '2 of 256' ? null : found;
  },
  image({ status, body }) {
    const encoded = body.startsWith('{') ? String(at(body, 'data', 0, 'b64_json')) : body;
    return status === '200' && Buffer.from(encoded, 'base64').toString('latin1', 1, 4) === 'PNG' ? null : body.slice(0, 200);
  },
  'broken stream'({ body, error }, isSilent) {
    if (body.includes('[DONE]')) return 'a broken stream has an end';
    if (!isSilent) return error === '' ? `no error: ${body}` : null;
    return body.includes('"code":"upstream_unavailable"') ? null : body;
  },
};

let world: ClientsWorld;
before(async () => {
  world = await ClientsWorld.start();
});
after(() => world.stop());

for (const { name, needs, isQuick, isSilent = false, run } of httpClients) {
  if (isQuick !== true && !isFullProof) continue;
  withServer(needs, name, () => {
    test(`${name} chats, streams, embeds and draws as it is, and knows a broken stream from a whole one`, async (context) => {
      const got = read(await run(world, inputFor(world)));
      const wrong: Record<string, string> = {};
      const shown: Record<string, string> = {};
      for (const [call, faultOf] of Object.entries(faults)) {
        const one = got[call] ?? { status: '', body: '', error: 'not called' };
        const fault = call !== 'broken stream' && one.error !== '' ? one.error : faultOf(one, isSilent);
        if (fault !== null) wrong[call] = `${one.status} ${fault} ${one.error}`;
        shown[call] = fault === null ? 'right' : 'wrong';
        if (call === 'broken stream' && fault === null) shown[call] = isSilent ? 'visibly cut' : 'error';
      }
      reportFigures(context, 'I5', { client: name, ...shown });
      assert.deepEqual(wrong, {});
    });
  });
}
