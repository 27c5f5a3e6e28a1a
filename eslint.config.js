// The bans of this house, on the product's code in server/src: who may take the time, open a connection, judge a delivery. They look at
// the syntax alone, so they need no types; what needs types is in .oxlintrc.jsonc. CONTRIBUTING.md says which rule each block keeps;
// tools/lint-rules.test.ts proves that each ban fires.
import * as parser from '@typescript-eslint/parser';
import { defineConfig, globalIgnores } from 'eslint/config';

/** One `no-restricted-syntax` entry; flat config replaces the list of a rule as a whole, so lists are composed here. */
const ban = (selector, message) => ({ selector, message });

const clockBans = [
  ban("MemberExpression[object.name='Date'][property.name='now']", 'Take the time from platform/clock.ts (Clock.nowMs).'),
  ban("NewExpression[callee.name='Date'][arguments.length=0]", 'Take the time from platform/clock.ts (Clock.nowMs).'),
  ban("CallExpression[callee.name='Date']", 'Take the time from platform/clock.ts (Clock.nowMs).'),
  ban("MemberExpression[object.name='performance'][property.name='now']", 'Take durations from Clock.monotonicMs.'),
  ban("MemberExpression[object.object.name='Temporal'][object.property.name='Now']", 'Take the time from platform/clock.ts.'),
  ban("MemberExpression[object.name='process'][property.name='hrtime']", 'Take durations from Clock.monotonicMs.'),
];

const chanceBans = [
  ban("MemberExpression[object.name='Math'][property.name='random']", 'Take randomness from platform/ids.ts.'),
  ban("MemberExpression[property.name='randomUUID']", 'Take ids from platform/ids.ts.'),
  ban(
    'CallExpression[callee.name=/^(randomUUID|randomBytes|randomInt|randomFillSync)$/]',
    'Take randomness from platform/ids.ts.',
  ),
  ban("MemberExpression[object.name='crypto'][property.name='getRandomValues']", 'Take randomness from platform/ids.ts.'),
];

const deliveryBans = [
  ban(
    'MemberExpression[property.name=/^(writableFinished|writableEnded|writableAborted|errored)$/]',
    'Only http/delivery.ts decides whether an answer was delivered.',
  ),
  ban(
    "CallExpression[callee.property.name=/^(on|once|addListener|prependListener)$/] > Literal.arguments:first-child[value='finish']",
    'Only http/delivery.ts decides whether an answer was delivered.',
  ),
];

const endingMessage = 'Only gateway/outcome.ts says that a call ended complete; read Outcome.ending instead.';
const endingBans = [
  ban("Property[key.name='ending'] > Literal[value='complete']", endingMessage),
  ban("Property[key.name='ending'] > ConditionalExpression > Literal[value='complete']", endingMessage),
  ban("VariableDeclarator[id.name='ending'] Literal[value='complete']", endingMessage),
  ban("AssignmentExpression[left.property.name='ending'] Literal[value='complete']", endingMessage),
];
/** Inside the gateway the word itself may only be compared with, never produced. */
const producedEndingBans = [ban(":not(BinaryExpression, SwitchCase, TSLiteralType) > Literal[value='complete']", endingMessage)];

/** The gateway asks ClientAnswer; it never listens to the connection itself. */
const connectionBans = [
  ban('MemberExpression[property.name=/^(destroyed|closed)$/]', 'Only http/delivery.ts decides whether an answer was delivered.'),
  ban(
    'CallExpression[callee.property.name=/^(on|once|addListener|prependListener)$/] > Literal.arguments:first-child[value=/^(close|aborted|end)$/]',
    'Only http/delivery.ts decides whether an answer was delivered.',
  ),
];

/** One reader each: call-upstream/upstream-attempt.ts feeds a StreamRelay and hears when it is over, relay.ts sends its tail. */
const relayStateBans = [
  ban(
    "MemberExpression[property.name='state'][object.name=/([rR]elay|[sS]tream)$/], MemberExpression[property.name='state'][object.property.name=/([rR]elay|[sS]tream)$/]",
    'Only gateway/call-upstream/upstream-attempt.ts asks a StreamRelay whether it is complete; later stages see the Outcome alone.',
  ),
  ban(
    "BinaryExpression[left.property.name='state'] > Literal[value='complete'], BinaryExpression[right.property.name='state'] > Literal[value='complete']",
    'Only gateway/call-upstream/upstream-attempt.ts asks a StreamRelay whether it is complete; later stages see the Outcome alone.',
  ),
];
const relayTailBans = [
  ban(
    "MemberExpression[property.name='tail']",
    'Only gateway/relay.ts sends the tail of a stream; later stages see the Outcome alone.',
  ),
];

const sqlStart = '^\\s*(select|insert|update|delete|replace into|SELECT|INSERT|UPDATE|DELETE|REPLACE INTO)\\s';
const sqlMessage = 'SQL is never glued from strings: use bound parameters, or the sql tag of kysely.';
const sqlBans = [
  ban(
    `:not(TaggedTemplateExpression[tag.name='sql']) > TemplateLiteral[expressions.length>0] > TemplateElement:first-child[value.raw=/${sqlStart}/]`,
    sqlMessage,
  ),
  ban(`BinaryExpression[operator='+'] > Literal[value=/${sqlStart}/]`, sqlMessage),
];

const floatBans = [
  ban('CallExpression[callee.name=/^(Number|parseFloat|parseInt)$/]', 'Money is bigint nano-CNY, never a number.'),
  ban("CallExpression[callee.object.name='Number']", 'Money is bigint nano-CNY, never a number.'),
  ban("UnaryExpression[operator='+'][argument.type!='Literal']", 'Money is bigint nano-CNY, never a number.'),
  ban("CallExpression[callee.property.name='toFixed']", 'Money is written by contract/money.ts, never by toFixed.'),
  ban('Literal[raw=/^[0-9]*\\.[0-9]+$/]', 'Money is bigint nano-CNY, never a float.'),
];

const envBans = [
  ban(
    "MemberExpression[object.name='process'][property.name='env']",
    'The environment is read in main.ts only; take the Config.',
  ),
];

/**
 * Such a function is made in the engine's old generation, on the guess that it is a method for ever. There it keeps all that it sees,
 * a whole call, until the next full collection: eight times the work for the collector.
 */
const oldFunctionBans = [
  ban(
    "AssignmentExpression[left.type='MemberExpression'][right.type=/^(ArrowFunctionExpression|FunctionExpression)$/]",
    'Name the function first, then assign it: assigned as it is written it is made in the old generation and keeps its call alive.',
  ),
];

const scopeMessage = 'Only control/within-scope.ts finds records of tenants by their id; it looks inside the scope of who asks.';
const listMessage =
  'Only list-*.ts and control/audit-log.ts list records of tenants; they list those inside the scope of the caller.';
/** Also where the stores were taken out of the context before. */
const scopeBans = ['object.property.name', 'object.name'].flatMap((store) => [
  ban(`MemberExpression[property.name='find'][${store}=/^(accounts|subAccounts|keys|calls)$/]`, scopeMessage),
  ban(
    `MemberExpression[property.name=/^(list|page|usage|strays)$/][${store}=/^(accounts|subAccounts|keys|calls|ledger|notices|reports|auditLog)$/]`,
    listMessage,
  ),
]);
const interfaceMessage = 'An interface reads and does nothing by itself: functions of control/ do, which are told who asks.';
const behindControl = 'name=/^(stores|catalog|coordination|directory|operations)$/';
const interfaceBans = [
  ban(`MemberExpression[property.${behindControl}]`, interfaceMessage),
  ban(`ObjectPattern > Property[key.${behindControl}]`, interfaceMessage),
];

/** The control plane names what it refuses; a sentence written where it is thrown has no name and no Chinese. */
const namelessConflictBans = [
  ban(
    "NewExpression[callee.name='ApiError'][arguments.0.value='conflict']",
    "A conflict has a name: refusal('…') of contract/refusals, with its words in both languages beside each other.",
  ),
];
const namelessRefusalBans = [
  ban(
    "NewExpression[callee.name='ApiError'] > ObjectExpression > Property[key.name='message']",
    "A refusal with words of its own has a name: refusal('…') of contract/refusals. Of a field, say invalid(…) or required(…).",
  ),
];

const houseBans = [
  ...namelessConflictBans,
  ...clockBans,
  ...chanceBans,
  ...deliveryBans,
  ...endingBans,
  ...sqlBans,
  ...envBans,
  ...oldFunctionBans,
];
const without = (...lists) => houseBans.filter((entry) => !lists.some((list) => list.includes(entry)));
/** What a stage may touch is read in its first lines. */
const contextBans = [
  ban(
    ":matches(Identifier, ObjectPattern) > TSTypeAnnotation > TSTypeReference > Identifier[name='GatewayContext']",
    'Only gateway/pipeline.ts is given the whole context; a stage declares the parts it uses: type Parts = Pick<GatewayContext, …>.',
  ),
];
const gatewayBans = [...houseBans, ...connectionBans, ...contextBans];
/** A route is described in the contract; sign-in's own routes and callbacks have the shapes of others, and are added by `route`. */
const describedRoutesBans = [
  ban(
    'CallExpression[callee.property.name=/^(get|post|put|patch|delete)$/][callee.object.name=/^(app|scope|files)$/]',
    'Describe the route in contract/src/<subject>/ and serve it with addRoute.',
  ),
];

/** Files of a subject that hold SQL, by the end of their name. */
const sqlSuffixes = 'store,rows,statements,schema';

const syntax = (list) => ({ 'no-restricted-syntax': ['error', ...list] });

const timers = ['setTimeout', 'setInterval'].map((name) => ({
  name,
  message: 'Use Clock.after, Clock.every or Deadlines from platform/.',
}));
const network = ['fetch', 'WebSocket', 'EventSource'].map((name) => ({ name, message: 'Only upstream/ opens connections.' }));

const envModule = {
  name: 'node:process',
  message: 'The environment is read in main.ts only; use the global process for the rest.',
};
const timerModules = ['node:timers', 'node:timers/promises'].map((name) => ({
  name,
  message: 'Use Clock or Deadlines from platform/.',
}));
const undici = { name: 'undici', message: 'Only upstream/ opens connections.' };
const chanceModules = {
  name: 'node:crypto',
  importNames: ['randomUUID', 'randomBytes', 'randomInt', 'randomFill', 'randomFillSync', 'getRandomValues', 'webcrypto'],
  message: 'Take ids and randomness from platform/ids.ts.',
};
const clockModule = { name: 'node:perf_hooks', importNames: ['performance'], message: 'Take durations from Clock.monotonicMs.' };
const deliveryModules = ['node:stream', 'node:stream/promises'].map((name) => ({
  name,
  importNames: ['finished'],
  message: 'Only http/delivery.ts decides whether an answer was delivered.',
}));
const socketModule = {
  name: 'node:net',
  allowImportNames: ['isIP', 'isIPv4', 'isIPv6', 'BlockList', 'SocketAddress', 'Socket', 'AddressInfo'],
  message: 'Only upstream/ opens connections and only http/ accepts them.',
};
const httpModule = {
  name: 'node:http',
  allowTypeImports: true,
  message: "Use process.getBuiltinModule('node:http'): an import reads all it offers and loads 15 MB of a client nobody uses.",
};
const moduleBans = [socketModule, httpModule, envModule, undici, chanceModules, clockModule, ...timerModules, ...deliveryModules];
const imports = (list) => ({ 'no-restricted-imports': ['error', { paths: list }] });

export default defineConfig(
  // Tests stand outside: real sockets, scenario tables, seeded faults.
  globalIgnores(['**/*.test.ts']),
  { linterOptions: { reportUnusedDisableDirectives: 'error', reportUnusedInlineConfigs: 'error' } },
  {
    name: 'server',
    files: ['server/src/**/*.ts'],
    languageOptions: { parser },
    rules: {
      ...syntax(houseBans),
      ...imports(moduleBans),
      'no-restricted-globals': ['error', ...timers, ...network],
    },
  },
  {
    name: 'platform owns time, ids and chance',
    files: ['server/src/platform/**/*.ts'],
    rules: {
      ...syntax(without(clockBans, chanceBans)),
      ...imports([envModule, undici, httpModule, ...deliveryModules]),
      'no-restricted-globals': ['error', ...network],
    },
  },
  {
    name: 'upstream owns connections',
    files: ['server/src/upstream/**/*.ts'],
    rules: {
      ...imports(moduleBans.filter((entry) => entry !== undici && entry !== socketModule)),
      'no-restricted-globals': ['error', ...timers],
    },
  },
  {
    name: 'payments speaks to payment services where no library of theirs does',
    files: ['server/src/payments/bounded-answer.ts', 'server/src/identity/engine/outside-providers/provider-calls.ts'],
    rules: { 'no-restricted-globals': ['error', ...timers] },
  },
  {
    name: 'gateway: later stages see the Outcome alone',
    files: ['server/src/gateway/**/*.ts'],
    rules: syntax([...gatewayBans, ...producedEndingBans, ...relayStateBans, ...relayTailBans]),
  },
  {
    name: 'gateway: the one that hands out the parts',
    files: ['server/src/gateway/pipeline.ts'],
    rules: syntax([
      ...gatewayBans.filter((entry) => !contextBans.includes(entry)),
      ...[...producedEndingBans, ...relayStateBans, ...relayTailBans],
    ]),
  },
  {
    name: 'gateway: the one reader of a stream that is over',
    files: ['server/src/gateway/call-upstream/upstream-attempt.ts'],
    rules: syntax([...gatewayBans, ...producedEndingBans, ...relayTailBans]),
  },
  {
    name: 'gateway: the one sender of a tail',
    files: ['server/src/gateway/relay.ts'],
    rules: syntax([...gatewayBans, ...producedEndingBans, ...relayStateBans]),
  },
  {
    name: 'gateway: the one place that makes an ending',
    files: ['server/src/gateway/outcome.ts'],
    rules: syntax([...gatewayBans.filter((entry) => !endingBans.includes(entry)), ...relayStateBans, ...relayTailBans]),
  },
  {
    name: 'tasks: the one place that makes the record of one',
    files: ['server/src/tasks/task-record.ts'],
    rules: syntax(without(endingBans)),
  },
  {
    name: 'http: the one place that judges delivery',
    files: ['server/src/http/delivery.ts'],
    rules: { ...syntax(without(deliveryBans)), ...imports(moduleBans.filter((entry) => !deliveryModules.includes(entry))) },
  },
  {
    name: 'money rooms know no floats',
    files: ['server/src/domain/books/**/*.ts', 'server/src/coordination/**/*.ts', 'server/src/domain/catalog/price.ts'],
    rules: syntax([...houseBans, ...floatBans]),
  },
  {
    name: 'storage and books read endings back from rows',
    files: ['server/src/storage/**/*.ts', 'server/src/books/**/*.ts', `server/src/subjects/**/*-{${sqlSuffixes}}.ts`],
    rules: syntax(without(endingBans)),
  },
  {
    name: 'changes find and list records inside the scope of the caller',
    files: ['server/src/control/**/*.ts', 'server/src/subjects/**/*.ts'],
    ignores: [
      ...['server/src/control/within-scope.ts', 'server/src/control/audit-log.ts', 'server/src/{control,subjects/**}/list-*.ts'],
      ...[`server/src/subjects/**/*-{${sqlSuffixes}}.ts`, 'server/src/subjects/**/*-job.ts'],
    ],
    rules: syntax([...houseBans, ...scopeBans, ...namelessRefusalBans]),
  },
  {
    name: 'interfaces over control ask it for everything',
    files: ['server/src/*-api/**/*.ts', 'server/src/subjects/**/*-routes.ts'],
    rules: syntax([...houseBans, ...interfaceBans, ...describedRoutesBans, ...namelessRefusalBans]),
  },
  {
    name: 'what stands around control names its refusals too',
    files: ['server/src/control-http/**/*.ts', 'server/src/subjects/**/*-{view,query}.ts'],
    // Of fields, by `param`; and of addresses that no program of a person writes, by the code.
    ignores: ['server/src/control-http/read-fault.ts', 'server/src/control-http/path-form.ts'],
    rules: syntax([...houseBans, ...namelessRefusalBans]),
  },
  {
    name: 'control: the one place that says what is wrong with a field, or that there is no such record',
    files: ['server/src/control/control-context.ts'],
    rules: syntax([...houseBans, ...scopeBans]),
  },
  {
    name: 'the composition root reads the environment',
    files: ['server/src/main.ts'],
    rules: syntax(without(envBans)),
  },
  {
    name: 'the command line is a client of the admin interface',
    files: ['server/src/cli/**/*.ts'],
    rules: {
      ...syntax(without(envBans)),
      'no-restricted-globals': ['error', ...timers],
    },
  },
);
