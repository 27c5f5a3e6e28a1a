/**
 * Goal: the stock clients for Python and Go work as published, with only base address and key changed; every refusal arrives as the
 * client's own error with our code. For Node, see `scenarios/sdk.test.ts`.
 *
 * Method: one program per language makes all calls to the real program and its sandbox, and prints the results.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { withServer } from '../servers/needed-server.ts';
import { ClientsWorld, printedBy } from './clients-world.ts';
import { goBuild, goClients, goEnvironment, pythonClients } from './installed.ts';

interface Language {
  readonly clients: typeof pythonClients;
  /** Runs our program of the language. */
  readonly run: (world: ClientsWorld) => Promise<string>;
  /** The client's class for each gateway error; always the same name if there is only one class. */
  readonly errorClass: (name: string) => string;
  readonly timeout: string;
  readonly brokenStream: string;
}

const languages: readonly Language[] = [
  {
    clients: pythonClients,
    run: ({ input }) => printedBy(pythonClients.program, [join(pythonClients.source, 'calls.py')], { input }),
    errorClass: (name) => name,
    timeout: 'APITimeoutError',
    brokenStream: 'APIError',
  },
  {
    clients: goClients,
    run: async ({ folder, input }) => {
      const built = join(folder, 'calls');
      await printedBy(goClients.program, goBuild('.', built), { cwd: goClients.source, env: goEnvironment });
      return printedBy(built, [], { input });
    },
    errorClass: () => 'Error',
    timeout: 'DeadlineExceeded',
    brokenStream: 'StreamError',
  },
];

const greeting = 'This is the sandbox model; you said: Hello!';

/** Error class, status, code and field for each kind of error. */
const errors: Readonly<Record<string, readonly [name: string, status: number, code: string, param?: string]>> = {
  'bad parameter': ['BadRequestError', 400, 'invalid_parameter', 'messages'],
  'bad input': ['BadRequestError', 400, 'invalid_parameter', 'input[1]'],
  'unknown key': ['AuthenticationError', 401, 'invalid_api_key'],
  'other address': ['PermissionDeniedError', 403, 'ip_not_allowed'],
  'other model': ['PermissionDeniedError', 403, 'model_not_allowed', 'model'],
  'unknown model': ['NotFoundError', 404, 'model_not_found', 'model'],
  rate: ['RateLimitError', 429, 'rate_limit_exceeded'],
  cap: ['RateLimitError', 429, 'daily_cap_reached'],
  unavailable: ['InternalServerError', 503, 'upstream_unavailable'],
};

interface Told extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly vectors: readonly (readonly number[])[];
  readonly listed: readonly string[];
  readonly message: string;
  readonly text: string;
}

for (const { clients, run, errorClass, timeout, brokenStream } of languages)
  withServer(clients, clients.name, () => {
    let world: ClientsWorld;
    let told: Readonly<Record<string, Told>>;

    function of(name: string): Told {
      const found = told[name];
      assert.ok(found, name);
      return found;
    }

    before(async () => {
      world = await ClientsWorld.start();
      told = JSON.parse(await run(world));
    });
    after(() => world.stop());

    test('chats, whole and streamed; usage of a stream comes to who asks for it', () => {
      const { id: _id, ...whole } = of('chat');
      assert.deepEqual(whole, { model: 'sandbox/chat', text: greeting, tokens: 17 });
      assert.deepEqual(of('streamed'), { ...whole, tokens: null });
      assert.deepEqual(of('streamed with usage'), whole);
    });

    test('embeds: each vector has length 1', () => {
      const { vectors, ...rest } = of('embeddings');
      assert.deepEqual([vectors.length, rest], [2, { model: 'sandbox/embed', tokens: 11 }]);
      for (const vector of vectors) assert.ok(Math.abs(Math.hypot(...vector) - 1) < 1e-5);
    });

    test('draws as many images as asked for, of their size', () => {
      assert.deepEqual(of('images').sizes, [
        [640, 320],
        [640, 320],
      ]);
    });

    test('lists the models, and shows one whose name holds a slash', () => {
      const { listed, one } = of('models');
      for (const model of ['chat', 'embed', 'image']) assert.ok(listed.includes(`sandbox/${model}`), model);
      assert.equal(one, 'sandbox/chat');
    });

    for (const [name, [error, status, code, param]] of Object.entries(errors))
      test(`${name}: ${String(status)} ${code} arrives as ${errorClass(error)}, with a message that says what to do`, () => {
        const { class: kind, message, id, param: field, ...rest } = of(name);
        assert.deepEqual([kind, rest.status, rest.code, field ?? ''], [errorClass(error), status, code, param ?? field ?? '']);
        assert.ok(message.length > 20, message);
        assert.match(id, /^[0-9a-f-]{36}$/);
      });

    test('does not repeat a call where a cap is reached', () => {
      assert.equal(of('cap').requests, 1);
    });

    test('gives up by its own time-out', () => {
      assert.equal(of('timeout').class, timeout);
    });

    test('hands over what came before a stream broke, and then an error with our code', () => {
      const { class: kind, code, text } = of('broken stream');
      assert.ok(text.length > 0 && greeting.startsWith(text), text);
      assert.deepEqual([kind, code], [brokenStream, 'upstream_unavailable']);
    });

    test('the log knows the call by the id that the client got; only answers that were complete are charged', async () => {
      const audit = await world.server.admin<{ readonly ok: boolean }>('POST', '/audit');
      assert.ok(audit.ok, JSON.stringify(audit));
      const data = await world.callsSoFar();
      assert.equal(data.find(({ id }) => id === of('chat').id)?.charge_exact, '0.010012');
      const paid = data.filter(({ endpoint }) => !endpoint.startsWith('models.'));
      for (const { ending, charge_exact: charge, id } of paid) assert.equal(ending === 'complete', Number(charge) > 0, id);
      for (const ending of ['client_left', 'upstream_broke', 'refused'])
        assert.ok(
          paid.some((row) => row.ending === ending),
          ending,
        );
    });
  });
