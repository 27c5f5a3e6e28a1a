/**
 * Goal: the official SDKs, old and new, and the frameworks over them work in every protocol with only address and key changed: whole and
 * streamed answers, two tool calls and their results, thinking, images. Every refusal is the SDK's own error with our code, and a broken
 * stream is an error after the text that came before it.
 *
 * Method: one program per language asks the real program and its sandbox the same questions with each SDK, and prints the results.
 */
import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { withServer } from '../servers/needed-server.ts';
import { ClientsWorld, printedBy } from './clients-world.ts';
import { cherryStudio, clientsFolder, nodeClients, oldPythonClients, pythonClients, type Clients } from './installed.ts';

/** What SDKs do differently. */
interface Sdk {
  /** Its classes for status 401, 429 and 400. */
  readonly refusals: readonly [unauthorized: string, limited: string, invalid: string];
  /** Its class for a stream that breaks, and our code if the SDK shows it. */
  readonly broken: readonly [name: string, code?: string];
  /** It does not read thinking: never, or not in streams. */
  readonly ignoresThinking?: 'always' | 'streamed';
  /** In streams it takes the count of input at the beginning, when it is an estimate, and ignores the final one. */
  readonly showsEstimate?: true;
}

const code = 'upstream_unavailable';
const official: Sdk['refusals'] = ['AuthenticationError', 'RateLimitError', 'BadRequestError'];
const ofAiSdk: Sdk = {
  refusals: ['AI_APICallError', 'AI_APICallError', 'AI_APICallError'],
  broken: ['AI_StreamProviderError', code],
};
const ofLangChain: Sdk['refusals'] = ['AuthenticationError', 'RateLimitCapacityError', 'BadRequestError'];
const named = (vendor: string): Sdk['refusals'] => [
  `${vendor}AuthenticationError`,
  `${vendor}RateLimitError`,
  `${vendor}InvalidRequestError`,
];

interface Program {
  readonly clients: Clients;
  readonly run: (input: string) => Promise<string>;
  readonly sdks: Readonly<Record<string, Sdk>>;
}

/** Packages are resolved from the location of the program. @param folder of the installed packages. */
function runNode({ program, source }: Clients, name: string, folder: string): Program['run'] {
  const shared = ['questions.mjs', 'ai-sdk.mjs'].map((file) => join(nodeClients.source, file));
  return (input) => {
    const [main = ''] = [join(source, name), ...shared].map((from) => {
      const to = join(clientsFolder, folder, basename(from));
      copyFileSync(from, to);
      return to;
    });
    return printedBy(program, [main], { input });
  };
}

function runPython({ program }: Clients, names: readonly string[]): Program['run'] {
  return (input) => printedBy(program, [join(pythonClients.source, 'sdks.py'), ...names], { input });
}

const oldName = 'Anthropic over Messages';
const programs: Readonly<Record<string, Program>> = {
  'Node: ': {
    clients: nodeClients,
    run: runNode(nodeClients, 'sdks.mjs', 'node'),
    sdks: {
      'Anthropic over Messages': { refusals: official, broken: ['APIError', code] },
      'Anthropic 0.39 over Messages': { refusals: official, broken: ['APIConnectionError'], showsEstimate: true },
      'OpenAI over chat': { refusals: official, broken: ['APIError', code] },
      'OpenAI 4 over chat': { refusals: official, broken: ['APIError', code] },
      'OpenAI over Responses': { refusals: official, broken: ['ResponseFailed', code] },
      'OpenAI 4 over Responses': { refusals: official, broken: ['ResponseFailed', code] },
      'AI SDK over Messages': ofAiSdk,
      'AI SDK over chat': ofAiSdk,
      'AI SDK, OpenAI over chat': { ...ofAiSdk, ignoresThinking: 'always' },
      'AI SDK over Responses': ofAiSdk,
      'LangChain over Messages': { refusals: ofLangChain, broken: ['APIError', code], showsEstimate: true },
      'LangChain over chat': { refusals: ofLangChain, broken: ['APIError', code], ignoresThinking: 'always' },
      // It ignores the event that says so, and notices only that the connection breaks.
      'LangChain over Responses': { refusals: ofLangChain, broken: ['TypeError'] },
    },
  },
  'Node, Cherry Studio: ': {
    clients: cherryStudio,
    run: runNode(cherryStudio, 'cherry-studio.mjs', 'node-cherry-studio'),
    sdks: {
      // It shows what a stream reports of its failure as it is, in Messages without our code.
      'Cherry Studio over Messages': { ...ofAiSdk, broken: ['Object'] },
      'Cherry Studio over chat': { ...ofAiSdk, broken: ['Object', code] },
      'Cherry Studio, OpenAI over chat': { ...ofAiSdk, broken: ['Object', code], ignoresThinking: 'always' },
      'Cherry Studio over Responses': { ...ofAiSdk, broken: ['Object', code] },
    },
  },
  'Python: ': {
    clients: pythonClients,
    run: runPython(pythonClients, []),
    sdks: {
      'Anthropic over Messages': { refusals: official, broken: ['APIStatusError', code] },
      'OpenAI over chat': { refusals: official, broken: ['APIError', code] },
      'OpenAI over Responses': { refusals: official, broken: ['ResponseFailed', code] },
      'LangChain over Messages': { refusals: named('Anthropic'), broken: ['APIStatusError', code] },
      'LangChain over chat': { refusals: named('OpenAI'), broken: ['APIError', code], ignoresThinking: 'always' },
      'LangChain over Responses': { refusals: named('OpenAI'), broken: ['ValueError'] },
    },
  },
  'Python, version 0.39: ': {
    clients: oldPythonClients,
    run: runPython(oldPythonClients, [oldName]),
    sdks: {
      [oldName]: { refusals: official, broken: ['APIStatusError', code], showsEstimate: true, ignoresThinking: 'streamed' },
    },
  },
};

interface Result {
  readonly text: string;
  readonly thoughts?: string;
  readonly tokens?: readonly [input: number, output: number];
  readonly calls?: unknown;
  readonly class?: string;
  readonly status?: number | null;
  readonly code?: string | null;
}

const said = 'This is the sandbox model; you said: ';
const thoughts = 'The message has 14 characters. I am going to answer it.';
const calls = ['Oslo', 'Rome'].map((city) => ['weather', { city }]);

for (const [prefix, { clients, run, sdks }] of Object.entries(programs))
  withServer(clients, `SDKs, ${prefix}${clients.name}`, () => {
    let world: ClientsWorld;
    let results: Readonly<Record<string, Readonly<Record<string, Result>>>>;
    before(async () => {
      world = await ClientsWorld.start();
      results = JSON.parse(await run(world.input));
    });
    after(() => world.stop());

    test('the table names every SDK that was asked', () => {
      assert.deepEqual(Object.keys(results), Object.keys(sdks));
    });

    for (const [name, sdk] of Object.entries(sdks))
      describe(`${prefix}${name}`, () => {
        const of = (question: string): Result => {
          const result = results[name]?.[question];
          assert.ok(result, question);
          return result;
        };
        /** Its count of the input, in which a stream that it reads badly shows the estimate. */
        const expectTokens = ({ tokens }: Result, [input, output]: readonly [number, number], isStreamed: boolean): void => {
          assert.equal(tokens?.[1], output);
          if (isStreamed && sdk.showsEstimate) assert.ok(tokens[0] > 0);
          else assert.equal(tokens[0], input);
        };

        for (const question of ['whole', 'streamed'])
          test(`answers, ${question}, with usage`, () => {
            const result = of(question);
            assert.equal(result.text, `${said}Hello!`);
            expectTokens(result, [6, 11], question === 'streamed');
          });

        for (const how of ['whole', 'streamed'])
          test(`calls two tools at once, ${how}, and goes on with their results`, () => {
            assert.deepEqual(of(`tools, ${how}`), { calls, text: 'This is the sandbox model. The tool answered: sunny' });
          });

        for (const how of ['whole', 'streamed'])
          test(`thinks, ${how}`, () => {
            const result = of(`thinking, ${how}`);
            assert.equal(result.text, `${said}[think] Hello!`);
            const isRead = sdk.ignoresThinking !== 'always' && sdk.ignoresThinking !== how;
            assert.equal(result.thoughts, isRead ? thoughts : '');
            expectTokens(result, [8, 27], how === 'streamed');
          });

        test('sends an image', () => {
          assert.match(of('image').text, /I see 1 image; you said: Hello!/);
        });

        test("gets every refusal as the SDK's own error, with our status and code", () => {
          const seen = ['wrong key', 'cap reached', 'refused by the provider'].map((question) => {
            const { class: kind, status, code: shown } = of(question);
            return [kind, status, shown];
          });
          const [unauthorized, limited, invalid] = sdk.refusals;
          assert.deepEqual(seen, [
            [unauthorized, 401, 'invalid_api_key'],
            [limited, 429, 'daily_cap_reached'],
            [invalid, 400, 'invalid_parameter'],
          ]);
        });

        test('gets an error from a stream that breaks, after the text before it', () => {
          const { class: kind, code: shown, text } = of('broken stream');
          assert.equal(text, 'This is the sandbox model; ');
          assert.deepEqual([kind, shown ?? undefined], [sdk.broken[0], sdk.broken[1]]);
        });
      });

    test('complete answers are charged, and nothing else', async () => {
      const data = await world.callsSoFar();
      for (const { ending, charge_exact: charge, id } of data) assert.equal(ending === 'complete', Number(charge) > 0, id);
      for (const ending of ['complete', 'refused', 'upstream_broke'])
        assert.ok(
          data.some((row) => row.ending === ending),
          ending,
        );
      const audit = await world.server.admin<{ readonly ok: boolean }>('POST', '/audit');
      assert.ok(audit.ok, JSON.stringify(audit));
    });
  });
