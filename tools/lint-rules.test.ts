// Goal: every ban of the house fires where it must and stays silent in the one place that may. Method: lint a few lines as if they were in a
// given file. Rules with types, and rules that are not the house's, are in oxlint-rules.test.ts.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { ESLint } from 'eslint';

const repository = join(import.meta.dirname, '..');
const eslint = new ESLint({ cwd: repository, warnIgnored: false });

/** Code that violates `rule` when it is in `banned`, with words of the expected message, and a file where it is allowed. */
interface Ban {
  readonly what: string;
  readonly code: string;
  readonly rule: string;
  readonly says: string;
  readonly banned: string;
  readonly allowed: string;
}

const syntax = 'no-restricted-syntax';
const gateway = 'server/src/gateway/seeded.ts';
const platform = 'server/src/platform/seeded.ts';

const bans: Ban[] = [
  ...['Date.now()', 'new Date()', 'performance.now()', 'process.hrtime.bigint()'].map((time) => ({
    what: `the time from ${time}`,
    code: `export const nowMs = ${time};`,
    rule: syntax,
    says: 'Clock',
    banned: gateway,
    allowed: platform,
  })),
  ...['Math.random()', 'crypto.randomUUID()', 'randomUUID()'].map((chance) => ({
    what: `chance from ${chance}`,
    code: `export const id = ${chance};`,
    rule: syntax,
    says: 'platform/ids.ts',
    banned: gateway,
    allowed: platform,
  })),
  {
    what: 'an import of randomBytes',
    code: "import { randomBytes } from 'node:crypto';\nexport const id = randomBytes(4);",
    rule: 'no-restricted-imports',
    says: 'platform/ids.ts',
    banned: 'server/src/storage/seeded.ts',
    allowed: platform,
  },
  {
    what: 'all of node:http',
    code: "import { createServer } from 'node:http';\nexport const server = createServer();",
    rule: 'no-restricted-imports',
    says: 'getBuiltinModule',
    banned: 'server/src/http/seeded.ts',
    allowed: 'server/test/gateway/seeded.ts',
  },
  {
    what: 'a bare timer',
    code: 'setTimeout(() => undefined, 5);',
    rule: 'no-restricted-globals',
    says: 'Deadlines',
    banned: 'server/src/upstream/seeded.ts',
    allowed: platform,
  },
  {
    what: 'the environment',
    code: "export const port = process.env['PORT'];",
    rule: syntax,
    says: 'main.ts',
    banned: 'server/src/config/seeded.ts',
    allowed: 'server/src/main.ts',
  },
  ...[
    ...['accounts', 'subAccounts', 'keys', 'calls'].map((store) => `export const record = context.stores.${store}.find(id);`),
    'export const record = accounts.find(id);',
  ].map((code) => ({
    what: `a record found whosever it is: ${code}`,
    code,
    rule: syntax,
    says: 'control/within-scope.ts',
    banned: 'server/src/subjects/ledger/seeded.ts',
    allowed: 'server/src/control/within-scope.ts',
  })),
  ...['context.stores.accounts.list', 'stores.calls.page', 'reports.usage', 'ledger.list'].map((read) => ({
    what: `records listed whosever they are: ${read}`,
    code: `export const rows = ${read}(filter, page);`,
    rule: syntax,
    says: 'list-*.ts',
    banned: 'server/src/subjects/ledger/seeded.ts',
    allowed: 'server/src/subjects/ledger/list-seeded.ts',
  })),
  ...[
    'export const rows = deps.control.stores.plans.list();',
    'export const { catalog } = deps.control;',
    'export const report = deps.operations.audit();',
  ].map((code) => ({
    what: `an interface that does without control: ${code}`,
    code,
    rule: syntax,
    says: 'told who asks',
    banned: 'server/src/subjects/ledger/seeded-operator-routes.ts',
    allowed: 'server/src/subjects/ledger/seeded.ts',
  })),
  {
    what: 'a route that the contract does not describe',
    code: "app.get('/here', () => ({}));",
    rule: syntax,
    says: 'addRoute',
    banned: 'server/src/subjects/ledger/seeded-console-routes.ts',
    allowed: 'server/src/control-http/seeded.ts',
  },
  {
    what: 'a connection by fetch',
    code: "void fetch('http://127.0.0.1');",
    rule: 'no-restricted-globals',
    says: 'upstream/',
    banned: gateway,
    allowed: 'server/src/upstream/seeded.ts',
  },
  {
    what: 'a connection by undici',
    code: "import { Agent } from 'undici';\nexport const agent = new Agent();",
    rule: 'no-restricted-imports',
    says: 'upstream/',
    banned: 'server/src/providers/seeded.ts',
    allowed: 'server/src/upstream/seeded.ts',
  },
  {
    what: 'a socket of its own',
    code: "import { connect } from 'node:net';\nexport const socket = connect(1);",
    rule: 'no-restricted-imports',
    says: 'upstream/',
    banned: 'server/src/domain/tenants/seeded.ts',
    allowed: 'server/src/upstream/seeded.ts',
  },
  ...['response.writableFinished', 'response.writableEnded', 'socket.errored'].map((question) => ({
    what: `a second judge of delivery asking ${question}`,
    code: `export const delivered = ${question};`,
    rule: syntax,
    says: 'http/delivery.ts',
    banned: 'server/src/gateway/relay.ts',
    allowed: 'server/src/http/delivery.ts',
  })),
  {
    what: 'a second judge of delivery listening for finish',
    code: "response.once('finish', () => undefined);",
    rule: syntax,
    says: 'http/delivery.ts',
    banned: 'server/src/http/seeded.ts',
    allowed: 'server/src/http/delivery.ts',
  },
  ...["response.once('close', () => undefined);", 'export const left = socket.destroyed;'].map((code) => ({
    what: `a second judge of delivery beside the connection: ${code}`,
    code,
    rule: syntax,
    says: 'http/delivery.ts',
    banned: gateway,
    allowed: 'server/src/http/delivery.ts',
  })),
  {
    what: 'a second judge of delivery through stream.finished',
    code: "import { finished } from 'node:stream';\nexport const done = finished;",
    rule: 'no-restricted-imports',
    says: 'http/delivery.ts',
    banned: 'server/src/gateway/relay.ts',
    allowed: 'server/src/http/delivery.ts',
  },
  {
    what: 'a stage that is given the whole context',
    code: "import type { GatewayContext } from './gateway-context.ts';\nexport function stage(context: GatewayContext): number {\n  return context.clock.nowMs();\n}",
    rule: syntax,
    says: 'gateway/pipeline.ts',
    banned: 'server/src/gateway/relay.ts',
    allowed: 'server/src/gateway/pipeline.ts',
  },
  ...["export const outcome = { ending: 'complete' };", "export const ending = isWhole ? 'complete' : 'refused';"].map(
    (code) => ({
      what: `a second place that declares a call complete: ${code}`,
      code,
      rule: syntax,
      says: 'gateway/outcome.ts',
      banned: 'server/src/gateway/relay.ts',
      allowed: 'server/src/gateway/outcome.ts',
    }),
  ),
  ...[
    {
      question: "relay.state === 'complete'",
      says: 'upstream-attempt.ts',
      allowed: 'server/src/gateway/call-upstream/upstream-attempt.ts',
    },
    {
      question: 'call.relay.state',
      says: 'upstream-attempt.ts',
      allowed: 'server/src/gateway/call-upstream/upstream-attempt.ts',
    },
    { question: 'relay.tail', says: 'gateway/relay.ts', allowed: 'server/src/gateway/relay.ts' },
  ].map(({ question, says, allowed }) => ({
    what: `a second judge of the stream asking ${question}`,
    code: `export const whole = ${question};`,
    rule: syntax,
    says,
    banned: 'server/src/gateway/settle.ts',
    allowed,
  })),
  ...["Number('1.5')", "parseFloat('1.5')", 'amount * 1.5', 'amount.toFixed(4)'].map((float) => ({
    what: `money as a float by ${float}`,
    code: `export const charge = ${float};`,
    rule: syntax,
    says: 'Money is',
    banned: 'server/src/domain/books/seeded.ts',
    allowed: 'server/src/http/seeded.ts',
  })),
  ...['`select * from calls where id = ${id}`', "'delete from calls where id = ' + id"].map((sql) => ({
    what: `SQL glued from ${sql}`,
    code: `export const query = ${sql};`,
    rule: syntax,
    says: 'SQL',
    banned: 'server/src/storage/seeded.ts',
    allowed: 'server/test/seeded.ts',
  })),
  ...[
    'call.interrupt = () => call.end();',
    'this.#wake = function () { resolve(); };',
    'socket.destroySoon ??= (error) => end(error);',
  ].map((code) => ({
    what: `a function made where it outlives its call: ${code}`,
    code: `export class Kept { #wake; keep(call, socket, resolve, end) { ${code} } }`,
    rule: syntax,
    says: 'Name the function first',
    banned: gateway,
    allowed: 'server/test/seeded.test.ts',
  })),
  ...[
    ["new ApiError('conflict');", 'A conflict has a name', 'server/src/probing/seeded.ts'],
    ...[
      ...['control', 'control-http', 'console-api', 'admin-api', 'public-api', 'subjects/ledger'].map((room) => `${room}/seeded`),
      ...['subjects/ledger/seeded-view', 'subjects/ledger/seeded-console-routes'],
    ].map((place) => [
      "new ApiError('not_found', { message: 'There is none.' });",
      'with words of its own has a name',
      `server/src/${place}.ts`,
    ]),
  ].map(([code = '', says = '', banned = '']) => ({
    what: `a refusal without a name: ${code}`,
    code: `export const refused = ${code}`,
    rule: syntax,
    says,
    banned,
    allowed: 'contract/src/refusals/refusal.ts',
  })),
  {
    what: 'an unused disable',
    code: '// eslint-disable-next-line no-restricted-syntax -- no longer true\nexport const a = 1;',
    rule: 'null',
    says: 'Unused eslint-disable',
    banned: gateway,
    allowed: '',
  },
];

async function findings(code: string, file: string): Promise<{ rule: string; message: string }[]> {
  // The bans do not cover tests and other workspaces, so the linter returns nothing for them.
  const [result] = await eslint.lintText(code, { filePath: join(repository, file) });
  return (result?.messages ?? []).map(({ ruleId, message, severity }) => {
    assert.equal(severity, 2, 'every rule is an error');
    return { rule: String(ruleId), message };
  });
}

for (const { what, code, rule, says, banned, allowed } of bans) {
  test(`${banned} may not hold ${what}`, async () => {
    const found = await findings(code, banned);
    assert.ok(
      found.some((finding) => finding.rule === rule && finding.message.includes(says)),
      `found instead: ${JSON.stringify(found)}`,
    );
    if (allowed === '') return;
    const there = await findings(code, allowed);
    assert.ok(!there.some((finding) => finding.rule === rule && finding.message.includes(says)), `${allowed} is its place`);
  });
}

test("kysely's sql tag is not glued SQL", async () => {
  const found = await findings('export const query = sql`select * from calls where id = ${id}`;', 'server/src/storage/seeded.ts');
  assert.deepEqual(
    found.filter((finding) => finding.rule === syntax),
    [],
  );
});

test('comparing an ending with complete is reading, not declaring', async () => {
  const found = await findings("export const charged = outcome.ending === 'complete';", 'server/src/gateway/settle.ts');
  assert.deepEqual(
    found.filter((finding) => finding.rule === syntax),
    [],
  );
});
