// Goal: every direction rule detects its violation. Method: a copy of the sources with one small violating module per rule, and one check
// over all of them.
import assert from 'node:assert/strict';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { after, before, test } from 'node:test';
import extractConfig from 'dependency-cruiser/config-utl/extract-depcruise-config';
import { cruiseTree, type CruisedTree } from './cruise-tree.ts';

const repository = join(import.meta.dirname, '..');

/** `file` imports `target`: a path in the tree, or a module name if it has no leading slash. */
interface Seed {
  readonly rule: string;
  readonly file: string;
  readonly target: string;
  readonly typeOnly?: boolean;
}

const seeds: Seed[] = [
  {
    rule: 'stages-are-islands',
    file: 'server/src/gateway/admit/seeded-stage.ts',
    target: '/server/src/gateway/settle/seeded.ts',
  },
  { rule: 'stages-are-islands', file: 'server/src/gateway/meter.ts', target: '/server/src/gateway/log.ts', typeOnly: true },
  {
    rule: 'stages-are-called-by-the-pipeline-only',
    file: 'server/src/gateway/seeded-caller.ts',
    target: '/server/src/gateway/relay.ts',
  },
  { rule: 'nouns-are-islands', file: 'server/src/domain/books/seeded-noun.ts', target: '/server/src/domain/tenants/seeded.ts' },
  {
    rule: 'registries-are-for-the-composition-root',
    file: 'server/src/gateway/seeded-registry.ts',
    target: '/server/src/providers/registry.ts',
  },
  { rule: 'pure-rooms-do-no-io', file: 'server/src/domain/books/seeded-io.ts', target: 'node:fs' },
  { rule: 'pure-rooms-do-no-io', file: 'server/src/dialects/seeded/seeded-io.ts', target: 'undici' },
  { rule: 'providers-do-no-io', file: 'server/src/providers/vendors/seeded-io.ts', target: 'node:https' },
  { rule: 'connections-have-their-rooms', file: 'server/src/gateway/seeded-connection.ts', target: 'node:http' },
  { rule: 'library-undici-has-its-room', file: 'server/src/gateway/seeded-undici.ts', target: 'undici' },
  { rule: 'library-kysely-has-its-room', file: 'server/src/admin-api/seeded-kysely.ts', target: 'kysely' },
  { rule: 'library-kysely-has-its-room', file: 'server/src/subjects/ledger/seeded-kysely.ts', target: 'kysely' },
  { rule: 'library-pg-has-its-room', file: 'server/src/books/seeded-pg.ts', target: 'pg' },
  { rule: 'library-redis-has-its-room', file: 'server/src/fleet/seeded-redis.ts', target: '@redis/client' },
  { rule: 'library-aws4fetch-has-its-room', file: 'server/src/objects/seeded-aws.ts', target: 'aws4fetch' },
  { rule: 'library-pino-has-its-room', file: 'server/src/jobs/seeded-pino.ts', target: 'pino' },
  { rule: 'library-fastify-has-its-room', file: 'server/src/control/seeded-fastify.ts', target: 'fastify' },
  { rule: 'library-fastify-has-its-room', file: 'server/src/subjects/ledger/seeded-fastify.ts', target: 'fastify' },
  { rule: 'library-sqlite-has-its-room', file: 'server/src/storage/seeded-sqlite.ts', target: 'node:sqlite' },
  { rule: 'library-commander-has-its-room', file: 'server/src/http/seeded-commander.ts', target: 'commander' },
  { rule: 'library-better-auth-has-its-room', file: 'server/src/control/seeded-better-auth.ts', target: 'better-auth' },
  { rule: 'library-altcha-lib-has-its-room', file: 'server/src/control/seeded-altcha.ts', target: 'altcha-lib' },
  { rule: 'library-yazl-has-its-room', file: 'server/src/control/seeded-yazl.ts', target: 'yazl' },
  { rule: 'library-iconv-lite-has-its-room', file: 'server/src/control/seeded-iconv.ts', target: 'iconv-lite' },
  { rule: 'library-stripe-has-its-room', file: 'server/src/control/seeded-stripe.ts', target: 'stripe' },
  { rule: 'library-hdr-histogram-js-has-its-room', file: 'server/src/control/seeded-hdr.ts', target: 'hdr-histogram-js' },
  { rule: 'library-feed-has-its-room', file: 'server/src/control/seeded-feed.ts', target: 'feed' },
  { rule: 'library-nodemailer-has-its-room', file: 'server/src/jobs/seeded-nodemailer.ts', target: 'nodemailer' },
  { rule: 'contract-imports-only-zod', file: 'contract/src/seeded-node.ts', target: 'node:path' },
  { rule: 'console-sees-only-contract', file: 'console/src/seeded-server.ts', target: '/server/src/http/seeded.ts' },
  { rule: 'console-runs-in-the-browser', file: 'console/src/api/seeded-node.ts', target: 'node:path' },
  { rule: 'nobody-imports-the-console', file: 'server/src/http/seeded-console.ts', target: '/console/src/paths.ts' },
  {
    rule: 'console-subjects-are-islands',
    file: 'console/src/pages/seeded-one/page/seeded-of-subject.tsx',
    target: '/console/src/pages/seeded-two/shared.ts',
  },
  {
    rule: 'console-subjects-are-islands',
    file: 'console/src/pages/seeded-one/seeded-of-page.ts',
    target: '/console/src/pages/seeded-two/page/page.tsx',
  },
  {
    rule: 'console-pages-are-islands',
    file: 'console/src/pages/seeded-two/page/seeded-of-other-page.tsx',
    target: '/console/src/pages/seeded-two/other-page/page.tsx',
  },
  {
    rule: 'console-subjects-know-no-page',
    file: 'console/src/pages/seeded-two/seeded-of-own-page.ts',
    target: '/console/src/pages/seeded-two/page/page.tsx',
  },
  {
    rule: 'console-pages-are-reached-through-their-routes',
    file: 'console/src/seeded-of-page.ts',
    target: '/console/src/pages/seeded-two/page/page.tsx',
  },
  { rule: 'console-room-ui-imports-only-its-own', file: 'console/src/ui/seeded-button.tsx', target: '/contract/src/money.ts' },
  { rule: 'console-room-ui-imports-only-its-own', file: 'console/src/ui/seeded-link.tsx', target: '/console/src/paths.ts' },
  { rule: 'console-room-api-imports-only-its-own', file: 'console/src/api/seeded-view.ts', target: '/console/src/ui/seeded.tsx' },
  {
    rule: 'console-room-components-imports-only-its-own',
    file: 'console/src/components/seeded-visit.tsx',
    target: '/console/src/pages/seeded-two/page/page.tsx',
  },
  {
    rule: 'console-room-i18n-imports-only-its-own',
    file: 'console/src/i18n/seeded-i18n.ts',
    target: '/console/src/ui/seeded.tsx',
  },
  {
    rule: 'console-room-theme-imports-only-its-own',
    file: 'console/src/theme/seeded-theme.ts',
    target: '/console/src/api/seeded.ts',
  },
  {
    rule: 'console-room-layouts-imports-only-its-own',
    file: 'console/src/layouts/seeded-layout.tsx',
    target: '/console/src/pages/seeded-two/page/page.tsx',
  },
  {
    rule: 'console-room-pages-imports-only-its-own',
    file: 'console/src/pages/seeded-three.tsx',
    target: '/console/src/routes.tsx',
  },
  { rule: 'nobody-imports-the-tools', file: 'server/src/jobs/seeded-tools.ts', target: '/tools/seeded.ts' },
  { rule: 'nobody-imports-main', file: 'server/src/http/seeded-main.ts', target: '/server/src/main.ts' },
  { rule: 'only-main-imports-the-service', file: 'server/src/http/seeded-service.ts', target: '/server/src/service/seeded.ts' },
  { rule: 'only-tests-import-tests', file: 'server/src/jobs/seeded-test-import.ts', target: '/server/test/seeded.ts' },
  { rule: 'no-cycles', file: 'server/src/jobs/seeded-cycle.ts', target: '/server/src/jobs/seeded-cycle-back.ts' },
  { rule: 'no-orphans', file: 'server/src/jobs/seeded-orphan.ts', target: '' },
  { rule: 'everything-resolves', file: 'server/src/jobs/seeded-missing.ts', target: './not-there.ts' },
  { rule: 'dependencies-are-declared', file: 'server/src/jobs/seeded-undeclared.ts', target: 'fast-check' },
];

const subjects = 'server/src/subjects';
for (const [rule, file, target] of [
  ['subjects-are-named-in-the-table', 'seeded/act.ts', '/server/src/platform/clock.ts'],
  ['acts-reach-rows-through-ports', 'ledger/seeded-act.ts', `/${subjects}/ledger/seeded-store.ts`],
  ['acts-reach-rows-through-ports', 'ledger/seeded-rows-view.ts', '/server/src/storage/engine.ts'],
  ['rows-know-ports-alone', 'ledger/seeded-decisive-store.ts', `/${subjects}/ledger/seeded.ts`],
  ['rules-of-subjects-are-pure', 'ledger/rules/seeded.ts', `/${subjects}/ledger/seeded.ts`],
  ['pure-rooms-do-no-io', 'ledger/rules/seeded-io.ts', 'node:fs'],
  ['acts-know-no-interface', 'ledger/seeded-of-http.ts', '/server/src/control-http/paging.ts'],
  ['acts-know-no-interface', 'ledger/seeded-shown.ts', `/${subjects}/ledger/seeded-view.ts`],
  ['routes-are-added-by-the-lists-of-them', 'ledger/seeded-adder.ts', `/${subjects}/ledger/seeded-console-routes.ts`],
  ['routes-of-interfaces-are-islands', 'ledger/seeded-operator-routes.ts', `/${subjects}/ledger/seeded-console-routes.ts`],
  ['jobs-are-given-what-they-do', 'ledger/seeded-job.ts', `/${subjects}/ledger/seeded.ts`],
  ['jobs-are-started-by-the-composition-root', 'ledger/seeded-starter.ts', '/server/src/jobs/timed-job.ts'],
] as const) {
  seeds.push({ rule, file: `${subjects}/${file}`, target });
}

for (const room of ['dialects', 'endpoints', 'providers', 'storage', 'coordination', 'objects']) {
  seeds.push(
    {
      rule: `${room}-plug-ins-are-islands`,
      file: `server/src/${room}/seeded-one/seeded.ts`,
      target: `/server/src/${room}/seeded-two/seeded.ts`,
    },
    {
      rule: `${room}-plug-ins-are-reached-through-their-registry`,
      file: `server/src/${room}/seeded-neighbour.ts`,
      target: `/server/src/${room}/seeded-two/seeded.ts`,
    },
  );
}

// Each vendor file is a plug-in, and so is the sandbox folder.
for (const [from, to] of [
  ['vendors/seeded-one.ts', 'vendors/seeded-two.ts'],
  ['vendors/seeded-of-sandbox.ts', 'sandbox/seeded.ts'],
  ['sandbox/seeded-of-vendor.ts', 'vendors/seeded-two.ts'],
] as const) {
  const [file, target] = [`server/src/providers/${from}`, `/server/src/providers/${to}`];
  seeds.push({ rule: 'providers-plug-ins-are-islands', file, target });
}
seeds.push({
  rule: 'providers-plug-ins-are-reached-through-their-registry',
  file: 'server/src/service/seeded-of-vendor.ts',
  target: '/server/src/providers/vendors/seeded-two.ts',
});

const { forbidden = [] } = await extractConfig(join(repository, '.dependency-cruiser.cjs'));
const ruleNames = forbidden.map((rule) => rule.name ?? '');
for (const rule of ruleNames) {
  const subject = /^subject-(.+)-asks-only-whom-it-may$/.exec(rule)?.[1];
  if (subject !== undefined) {
    const stranger = subject === 'site' ? 'payments' : 'site';
    seeds.push({ rule, file: `${subjects}/${subject}/seeded-asking.ts`, target: `/${subjects}/${stranger}/seeded.ts` });
  }
  const room = /^room-(.+)-imports-only-its-own$/.exec(rule)?.[1];
  if (room === undefined) continue;
  const stranger = room === 'gateway' ? 'admin-api/seeded.ts' : 'gateway/seeded.ts';
  // The composition root can import every room, but not the file that starts it.
  const target = `/server/src/${room === 'service' ? 'main.ts' : stranger}`;
  seeds.push({ rule, file: `server/src/${room}/seeded-visit.ts`, target });
}

let scratch = '';
let cruised: CruisedTree;

before(async () => {
  scratch = realpathSync(mkdtempSync(join(tmpdir(), 'tollgate-direction-')));
  for (const folder of [
    'server/src',
    'contract/src',
    'console/src',
    'server/package.json',
    'contract/package.json',
    'package.json',
  ]) {
    cpSync(join(repository, folder), join(scratch, folder), { recursive: true });
  }
  for (const library of [
    'undici',
    'kysely',
    'zod',
    'commander',
    'fast-check',
    'pg',
    '@redis/client',
    'aws4fetch',
    'better-auth',
    'altcha-lib',
    'nodemailer',
    'feed',
    'stripe',
    'hdr-histogram-js',
    'yazl',
    'iconv-lite',
    'pino',
    'fastify',
  ]) {
    write(`node_modules/${library}/package.json`, JSON.stringify({ name: library, version: '1.0.0', main: 'index.js' }));
    write(`node_modules/${library}/index.js`, '');
  }
  mkdirSync(join(scratch, 'node_modules/@tollgate'), { recursive: true });
  symlinkSync(join(scratch, 'contract'), join(scratch, 'node_modules/@tollgate/contract'), 'dir');
  for (const seed of seeds) plant(seed);
  write('server/src/jobs/seeded-cycle-back.ts', "import './seeded-cycle.ts';\n");
  cruised = await cruiseTree(scratch);
});

after(() => {
  rmSync(scratch, { recursive: true, force: true });
});

function write(file: string, text: string): void {
  mkdirSync(dirname(join(scratch, file)), { recursive: true });
  writeFileSync(join(scratch, file), text);
}

function plant({ file, target, typeOnly }: Seed): void {
  const inTree = target.startsWith('/');
  if (inTree && !existsSync(join(scratch, target))) write(target, 'export type Seeded = 1;\n');
  const from = inTree ? `./${relative(dirname(join('/', file)), target)}` : target;
  const statement =
    typeOnly === true ? `import type { Seeded } from '${from}';\nexport type Taken = Seeded;\n` : `import '${from}';\n`;
  write(file, target === '' ? 'export const alone = 1;\n' : statement);
}

test('the cruise reads every TypeScript file', () => {
  assert.deepEqual(cruised.unread, []);
  assert.ok(cruised.readCount > seeds.length);
});

test('a room nobody wrote a rule for is reported', async () => {
  write('server/src/seeded-room/seeded.ts', 'export const alone = 1;\n');
  write('console/src/seeded-room/seeded.tsx', 'export const alone = 1;\n');
  const { unknownRooms } = await cruiseTree(scratch);
  for (const folder of ['server/src', 'console/src']) rmSync(join(scratch, folder, 'seeded-room'), { recursive: true });
  assert.deepEqual(unknownRooms, ['server/src/seeded-room', 'console/src/seeded-room']);
});

test('every rule has a seeded breach', () => {
  const seeded = new Set(seeds.map((seed) => seed.rule));
  assert.deepEqual(
    ruleNames.filter((rule) => !seeded.has(rule)),
    [],
  );
});

for (const { rule, file, target } of seeds) {
  test(`${rule}: ${file} may not import ${target === '' ? 'nothing and be imported by nobody' : target}`, () => {
    // A cycle is reported once, from the module that was read first.
    const fired = cruised.violations.filter((violation) => violation.from === file || violation.to === file).map((v) => v.rule);
    assert.ok(fired.includes(rule), `fired instead: ${fired.join(', ') || 'nothing'}`);
  });
}

test('the map says of each subject whom it may ask, as it is checked', () => {
  const rules = new Map(forbidden.map(({ name = '', comment = '' }) => [name, comment]));
  const read = (file: string): string => readFileSync(join(repository, file), 'utf8');
  const rows = read('ARCHITECTURE.md').matchAll(/^\| `([a-z-]+)` +\| [^|]+\| ([a-z-, ]*)\|$/gm);
  const mapped = [...rows].map(([, name = '', asked = '']) => ({ name, asked: asked.trim() || 'no other subject' }));
  for (const { name, asked } of mapped)
    assert.equal(rules.get(`subject-${name}-asks-only-whom-it-may`), `${name} may ask: ${asked}.`);
  assert.equal(mapped.length, ruleNames.filter((rule) => rule.startsWith('subject-')).length);
  for (const { name, asked } of mapped) {
    const [, said = ''] = /^\*\*May ask\*\* (.+)$/m.exec(read(`${subjects}/${name}/README.md`)) ?? [];
    const named = [...said.matchAll(/`([a-z-]+)`/g)].map(([, subject]) => subject);
    assert.deepEqual(named, asked === 'no other subject' ? [] : asked.split(', '), `${name}/README.md`);
  }
});
