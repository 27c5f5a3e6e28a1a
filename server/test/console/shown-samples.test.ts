/** Goal: the code that the console shows runs as it is, and gets what the page promises. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { modelSamples } from '../../../console/src/components/catalogue/model-samples.ts';
import type { ChatRequest } from '../../../console/src/pages/catalogue/playground/chat/chat-request.ts';
import { protocols } from '../../../console/src/pages/catalogue/playground/chat/protocols/protocols.ts';
import {
  embeddingCalls,
  imageCalls,
  type ClientCalls,
} from '../../../console/src/pages/catalogue/playground/code/client-calls.ts';
import { codeSamples } from '../../../console/src/pages/catalogue/playground/code/code-samples.ts';
import { editSamples } from '../../../console/src/pages/catalogue/playground/code/edit-samples.ts';
import type { CodeSample } from '../../../console/src/ui/code-sample.ts';
import { exampleLanguages, makeReadersFolder } from '../clients/example-languages.ts';
import { clientsFolder, nodeClients, pythonClients } from '../clients/installed.ts';
import { ServerProcess } from '../scenarios/server-process.ts';
import { withServer, type ServerProgram } from '../servers/needed-server.ts';

const question = 'What is a "toll gate"? It\'s 上海';
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let folder: string;
let server: ServerProcess;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tollgate-samples-'));
  makeReadersFolder(folder);
  for (const name of ['one.png', 'two.png']) writeFileSync(join(folder, name), pixel);
  server = await ServerProcess.start(join(folder, 'data'));
});
after(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

function readerIn(cwd: string) {
  const [key] = /sk-\w+/.exec(server.out) ?? [];
  return { cwd, env: { ...process.env, TOLLGATE_KEY: key } };
}
const { sh, python, js, go } = exampleLanguages(() => readerIn(folder));
/** Packages that the product does not use itself are with the other clients. */
const otherPackages = exampleLanguages(() => readerIn(join(clientsFolder, 'node'))).js;
const languages = { curl: sh, Python: python, 'Node.js': js, Go: go };

interface Shown {
  readonly samples: (base: string) => readonly CodeSample[];
  readonly prints: RegExp;
  /** For Node, if it uses a package that only tests have. */
  readonly needs?: ServerProgram;
  /** Only parts of a program are shown in these languages. */
  readonly without?: readonly string[];
}

const tools = [{ type: 'function', function: { name: 'weather', parameters: { type: 'object', properties: {} } } }];

function chatOf(more: object): ChatRequest {
  return {
    model: 'sandbox/chat',
    messages: [
      { role: 'system', content: 'Brief.' },
      { role: 'user', content: question },
    ],
    ...more,
  };
}

const ofPlayground: Readonly<Record<string, Shown>> = Object.fromEntries(
  Object.values(protocols).flatMap((protocol): [string, Shown][] => {
    const { name, path, calls, request } = protocol;
    const shownBy = (chat: ChatRequest, prints: RegExp): Shown => ({
      samples: (base) => codeSamples(base, { path, calls, body: { ...request(chat, null), metadata: {} } }),
      prints,
      ...(name === 'Messages' ? { needs: nodeClients } : {}),
    });
    return [
      [`${name}, whole`, shownBy(chatOf({ tools, temperature: 0.5, max_tokens: 500 }), /you said: What is a/)],
      [`${name}, streamed`, shownBy(chatOf({ stream: true, stream_options: { include_usage: true } }), /you|said/)],
    ];
  }),
);

const shown: Readonly<Record<string, Shown>> = {
  ...ofPlayground,
  embeddings: {
    samples: (base) =>
      codeSamples(base, { path: '/embeddings', body: { model: 'sandbox/embed', input: ['a', 'b'] }, calls: embeddingCalls }),
    prints: /2 vectors|"embedding"/,
  },
  rerank: {
    samples: (base) =>
      codeSamples(base, { path: '/rerank', body: { model: 'sandbox/rerank', query: 'fox', documents: ['a fox', 'a hen'] } }),
    prints: /relevance_score/,
  },
  images: {
    samples: (base) =>
      codeSamples(base, { path: '/images/generations', body: { model: 'sandbox/image', prompt: 'Hi' }, calls: imageCalls }),
    prints: /1 images|"b64_json"/,
  },
  'images from one file': {
    samples: (base) => editSamples(base, { model: 'sandbox/image', prompt: question }, ['one.png']),
    prints: /1 images|"b64_json"/,
  },
  'images from two files': {
    samples: (base) => editSamples(base, { model: 'sandbox/image', prompt: 'Hi', n: 2 }, ['one.png', 'two.png']),
    prints: /2 images|"b64_json"/,
  },
  music: {
    samples: (base) =>
      codeSamples(base, {
        path: '/music/generations',
        body: { model: 'sandbox/music', prompt: 'calm', duration: 30, wait: true },
      }),
    prints: /completed/,
  },
  ...Object.fromEntries(
    Object.entries({ chat: 'chat', embedding: 'embed', rerank: 'rerank', image: 'image' }).map(([kind, model]) => [
      `a first call of the kind ${kind}`,
      {
        samples: (base: string) => modelSamples(kind, { base, model: `sandbox/${model}`, question: 'ping' }),
        prints: /ping|embedding|relevance_score|b64_json/,
        without: ['Go'],
      },
    ]),
  ),
};

const parametersOf = (calls: Readonly<Record<string, ClientCalls>>): string => `import inspect, json
${Object.entries(calls)
  .map(([name, { library, method }]) => `${library.python('http://127.0.0.1/v1')}${name} = client.${method}`)
  .join('\n')}
print(json.dumps({name: list(inspect.signature(globals()[name]).parameters) for name in ${JSON.stringify(Object.keys(calls))}}))`;

withServer(pythonClients, 'arguments of the Python clients', () => {
  test('every named argument exists in the client', async () => {
    const ofChat = Object.fromEntries(Object.entries(protocols).map(([name, { calls }]) => [name, calls]));
    const all = { ...ofChat, embeddings: embeddingCalls, images: imageCalls };
    const known = JSON.parse(await python.run(parametersOf(all))) as Readonly<Record<string, readonly string[]>>;
    const unknown = Object.entries(all).flatMap(([name, { named }]) =>
      named.filter((one) => known[name]?.includes(one) !== true),
    );
    assert.deepEqual(unknown, []);
  });
});

for (const [what, { samples, prints, needs, without = [] }] of Object.entries(shown))
  describe(`the code of ${what}`, () => {
    for (const [name, language] of Object.entries(languages)) {
      if (without.includes(name)) continue;
      const isOther = name === 'Node.js' && needs !== undefined;
      const program = isOther ? needs : language.needs;
      const runs = (): void =>
        void test(`runs in ${name}`, async (context) => {
          const code = samples(`${server.url}/v1`).find((sample) => sample.name === name)?.code;
          if (code === undefined) {
            context.skip('not shown');
            return;
          }
          const printed = await (isOther ? otherPackages : language).run(code);
          assert.match(printed, prints);
          assert.doesNotMatch(printed, /"error":(?!\s*null)/);
        });
      if (program === null) runs();
      else withServer(program, `in ${name}`, runs);
    }
  });
