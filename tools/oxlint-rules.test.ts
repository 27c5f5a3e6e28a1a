// Goal: the linter rules other than the house bans detect violations, with and without types, and are silent where they are disabled.
// Method: a small tree with the house's configuration and one violation per file, linted in one run.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';

/** A file, the rule that must report it, and its code. An empty rule means that nothing may be reported. */
type Seed = readonly [file: string, rule: string, code: string];

const branches = Array.from({ length: 13 }, (_, at) => `if (n === ${String(at)}) return ${String(at)};`).join('\n');
const lines = (count: number): string => `export const list = [\n${'1,\n'.repeat(count)}];\n`;
const longFunction = `export function f(): number[] {\n return [\n${'1,\n'.repeat(80)}];\n}`;
const five = 'export function f(a: 1, b: 1, c: 1, d: 1, e: 1): number[] { return [a, b, c, d, e]; }';
const floating = 'async function f(): Promise<number> { return await Promise.resolve(1); }\nf();\nexport {};';
const parsed = "export const size: number = JSON.parse('1');";

const seeds: readonly Seed[] = [
  ['server/src/http/parameters.ts', 'max-params', five],
  ['server/src/http/lines.ts', 'max-lines', lines(300)],
  ['contract/src/errors.ts', '', lines(300)],
  ['server/src/http/lines.test.ts', '', lines(300)],
  ['server/src/http/more-lines.test.ts', 'max-lines', lines(600)],
  ['server/src/http/long-function.ts', 'max-lines-per-function', longFunction],
  ['server/test/long-function.ts', '', longFunction],
  ['server/src/http/branches.ts', 'complexity', `export function f(n: number): number {\n${branches}\nreturn n;\n}`],
  ['server/src/http/console.ts', 'no-console', "console.log('a');\nexport {};"],
  ['server/src/cli/console.ts', '', "console.log('a');\nexport {};"],
  ['tools/console.ts', '', "console.log('a');\nexport {};"],
  ['server/src/http/equal.ts', 'eqeqeq', 'export const same = (a: number, b: number): boolean => a == b;'],
  ['server/src/http/reassigned.ts', 'no-param-reassign', 'export function f(a: number): number {\n a += 1;\n return a;\n}'],
  ['server/src/http/let.ts', 'prefer-const', 'let a = 1;\nexport const b = a;'],
  ['server/src/http/unused.ts', 'no-unused-vars', 'export function f(a: number): number { return 1; }'],
  ['server/src/http/unused-named.ts', '', 'export function f(_a: number): number { return 1; }'],
  ['server/src/http/any.ts', 'no-explicit-any', 'export const f = (a: any): boolean => a === 1;'],
  ['server/src/http/sure.ts', 'no-non-null-assertion', 'export const first = (list: string[]): string => list[0]!;'],
  ['server/src/http/type-import.ts', 'consistent-type-imports', "import { Server } from 'node:net';\nexport type A = Server;"],
  ['server/src/http/floating.ts', 'no-floating-promises', floating],
  ['server/src/http/floating.test.ts', '', "import { test } from 'node:test';\ntest('a', () => undefined);"],
  ['server/src/http/floating-own.test.ts', 'no-floating-promises', floating],
  ['server/src/http/misused.ts', 'no-misused-promises', 'export const f = (a: Promise<boolean>): number => (a ? 1 : 2);'],
  ['server/src/http/unsafe.ts', 'no-unsafe-assignment', parsed],
  ['server/test/unsafe.ts', '', parsed],
  ['server/src/http/text.ts', 'restrict-template-expressions', 'export const f = (a: number): string => `${a}`;'],
  ['server/src/http/never.ts', 'no-unnecessary-condition', 'export const f = (a: string): string => a ?? "";'],
  ['server/src/http/thrown.ts', 'only-throw-error', "export function f(): never {\n throw 'a';\n}"],
  ['server/src/http/old.ts', 'no-deprecated', '/** @deprecated It goes. */\nconst old = 1;\nexport const a = old + 1;'],
  [
    'server/src/http/cases.ts',
    'switch-exhaustiveness-check',
    "export function f(a: 'a' | 'b'): void {\n switch (a) {\n case 'a':\n }\n}",
  ],
  ['console/src/misused.tsx', 'no-misused-promises', 'export const f = (a: Promise<boolean>): number => (a ? 1 : 2);'],
  [
    'server/src/http/unused-disable.ts',
    'Unused',
    '// oxlint-disable-next-line max-params -- no longer true\nexport const a = 1;',
  ],
  ['server/src/http/disabled.ts', '', `// oxlint-disable-next-line max-params -- a seed\n${five}`],
];

interface Diagnostic {
  readonly code?: string;
  readonly message: string;
  readonly severity: string;
  readonly filename: string;
}

const repository = join(import.meta.dirname, '..');
const root = mkdtempSync(join(tmpdir(), 'tollgate-lint-'));
after(() => {
  rmSync(root, { recursive: true, force: true });
});

/** The findings per file, each as `rule message`. */
function lint(): ReadonlyMap<string, readonly string[]> {
  for (const file of ['.oxlintrc.jsonc', 'tsconfig.base.json']) cpSync(join(repository, file), join(root, file));
  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'));
  const tsconfig = { extends: './tsconfig.base.json', compilerOptions: { types: ['node'], jsx: 'react-jsx' }, include: ['**/*'] };
  writeFileSync(join(root, 'tsconfig.json'), JSON.stringify(tsconfig));
  for (const [file, , code] of seeds) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), `${code}\n`);
  }
  const oxlint = join(repository, 'node_modules/oxlint/bin/oxlint');
  const folders = ['server', 'contract', 'console', 'tools'];
  const { stdout, stderr, status, error } = spawnSync(process.execPath, [oxlint, '--format', 'json', ...folders], {
    cwd: root,
    encoding: 'utf8',
  });
  assert.equal(status, 1, error?.message ?? stderr);
  const { diagnostics } = JSON.parse(stdout) as { readonly diagnostics: readonly Diagnostic[] };
  const found = new Map<string, string[]>();
  for (const { filename, code = '', message, severity } of diagnostics) {
    assert.equal(severity, 'error', 'every rule is an error');
    const rule = /\((.+)\)/.exec(code)?.[1] ?? '';
    found.set(filename, [...(found.get(filename) ?? []), `${rule} ${message}`.trim()]);
  }
  return found;
}

const found = lint();
for (const [file, rule] of seeds) {
  const what = rule === '' ? `${file} may hold it` : `${file} breaks ${rule}`;
  test(what, () => {
    const here = found.get(file) ?? [];
    if (rule === '') assert.deepEqual(here, []);
    else
      assert.ok(
        here.some((finding) => finding.split(' ')[0] === rule),
        `found instead: ${JSON.stringify(here)}`,
      );
  });
}
