// Goal: each house rule detects its violation and nothing else. Method: a tiny tree on disk, with one violation at a time.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { houseBreaches } from './house-rules.ts';

type Files = Readonly<Record<string, string>>;

const cleanTree: Files = {
  'package-lock.json': '{"packages":{"node_modules/server":{"resolved": "server", "link": true}}}\n',
  'contract/src/money.ts': 'export const nano = 1n;\n',
  'server/src/main.ts': '// all faults are reported together\n',
  'server/src/providers/vendors/deepseek.ts': "export const name = 'deepseek';\n",
  'server/src/providers/vendors/together.ts': "export const name = 'together';\n",
  'server/src/providers/vendors/brandnew.ts': "export const name = 'brandnew';\n",
  'server/src/providers/registry.ts': "import './vendors/deepseek.ts';\n",
  'server/src/gateway/route.test.ts': "const provider = 'deepseek';\n",
};

function rulesBrokenBy(context: TestContext, file: string, text: string, others: Files = {}): string[] {
  const root = mkdtempSync(join(tmpdir(), 'tollgate-house-'));
  context.after(() => {
    rmSync(root, { recursive: true, force: true });
  });
  for (const [name, content] of Object.entries({ ...cleanTree, ...others, [file]: text })) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), content);
  }
  return [...new Set(houseBreaches(root).map((breach) => breach.rule))];
}

test('a clean tree breaks nothing', (context) => {
  assert.deepEqual(rulesBrokenBy(context, 'server/src/http/cors.ts', 'export const origins = [];\n'), []);
});

const vendorTexts = [
  "if (route.provider === 'deepseek') return;",
  'function createDeepSeekBody() {}',
  "const key = process.env['OPENAI_API_KEY'];",
  '// what Anthropic calls a message',
  'const brandNewQuirk = true;',
  "if (route.provider === 'together') return;",
];
for (const text of vendorTexts) {
  test(`a vendor's name outside its place fails: ${text}`, (context) => {
    assert.deepEqual(rulesBrokenBy(context, 'server/src/gateway/route.ts', text), ['vendor-name-outside-its-place']);
    assert.deepEqual(rulesBrokenBy(context, 'contract/src/usage.ts', text), ['vendor-name-outside-its-place']);
    assert.deepEqual(rulesBrokenBy(context, 'server/src/providers/deepseek-quirks.ts', text), []);
  });
}

test("a vendor's name in a script fails", (context) => {
  const file = 'server/src/coordination/redis/lua/admit.lua';
  assert.deepEqual(rulesBrokenBy(context, file, "if name == 'deepseek' then"), ['vendor-name-outside-its-place']);
});

test("a vendor's name in a file name fails", (context) => {
  assert.deepEqual(rulesBrokenBy(context, 'server/src/gateway/deepseek-body.ts', ''), ['vendor-name-outside-its-place']);
});

test('a folder that says nothing about its content fails', (context) => {
  assert.deepEqual(rulesBrokenBy(context, 'server/src/gateway/helpers/a.ts', ''), ['forbidden-folder-name']);
});

test('a row that is silently not inserted fails, unless the reason is next to it', (context) => {
  const file = 'server/src/storage/stores/a-store.ts';
  const insertions = [
    'const query = sql`insert into a (b) values (1) on conflict (b) do nothing`;',
    'insert.onConflict((c) => c.doNothing())',
  ];
  for (const insertion of insertions) {
    assert.deepEqual(rulesBrokenBy(context, file, insertion), ['silent-conflict']);
    assert.deepEqual(rulesBrokenBy(context, file, `// Conflict: the unit fails.\n${insertion}`), []);
  }
});

test('a key pressed or a page measured without waiting for its rest fails, but where that is waited for', (context) => {
  const folder = 'server/test/console/browser';
  for (const [text, place] of [
    ["await page.keyboard.press('Tab');", 'keyboard.ts'],
    ['await page.evaluate(`axe.run(document)`);', 'axe-findings.ts'],
    ["await page.waitForLoadState('networkidle');", 'at-rest.ts'],
  ] as const) {
    assert.deepEqual(rulesBrokenBy(context, `${folder}/a.test.ts`, text), ['page-not-at-rest']);
    assert.deepEqual(rulesBrokenBy(context, `${folder}/${place}`, text), []);
  }
});

test('a page in a folder that is no subject of the contract fails', (context) => {
  const subject = { 'contract/src/payments/orders.ts': '' };
  assert.deepEqual(rulesBrokenBy(context, 'console/src/pages/payments/order/order-page.tsx', '', subject), []);
  for (const file of ['console/src/pages/order/order-page.tsx', 'console/src/pages/order-page.tsx'])
    assert.deepEqual(rulesBrokenBy(context, file, '', subject), ['page-outside-its-subject']);
});

test('a form that leaves its fields to the browser fails', (context) => {
  const file = 'console/src/ui/a-form.tsx';
  const form = (attributes: string): string => `export const form = <form ${attributes}onSubmit={(event) => send(event)} />;\n`;
  assert.deepEqual(rulesBrokenBy(context, file, form('')), ['form-checked-by-browser']);
  assert.deepEqual(rulesBrokenBy(context, file, form('noValidate ')), []);
});

test('a list of the browser in the console fails', (context) => {
  const file = 'console/src/ui/a-form.tsx';
  assert.deepEqual(rulesBrokenBy(context, file, 'export const list = <select value="a" />;\n'), ['list-of-the-browser']);
});

test('a barrel fails', (context) => {
  assert.deepEqual(rulesBrokenBy(context, 'server/src/http/index.ts', ''), ['barrel']);
});

test('a registry host in the lock file fails', (context) => {
  const text = '{"packages":{"node_modules/zod":{\n"resolved": "https://registry.example/zod.tgz"}}}\n';
  assert.deepEqual(rulesBrokenBy(context, 'package-lock.json', text), ['host-in-lock-file']);
});
