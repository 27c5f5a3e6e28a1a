// Who may import whom. The tables `rooms` and `consoleRooms` are the law; everything below turns it into rules at error level.
// tools/check-direction.ts runs it and tools/direction.test.ts proves that each rule fires.

/** A test, or something only tests use: may import anything, may be imported by tests only. */
const tests = '\\.test\\.tsx?$|^(server|contract)/test/';
/** The composition root: main.ts reads the environment, service/ builds everything from the configuration. */
const composition = '^server/src/(main\\.ts$|service/)';
const room = (name) => `^server/src/${name}/`;
const consoleRoom = (name) => `^console/src/${name}/`;
const inContract = '^contract/src/';
/** The addresses of the console's pages: whoever makes a link takes it from there. */
const consolePaths = '^console/src/paths\\.ts$';

/** What other rooms see of a room: its interface, nothing behind it. */
const interfaces = {
  dialects: '^server/src/dialects/(clean-message|dialect|music-upstream|upstream-refusal)\\.ts$',
  endpoints: '^server/src/endpoints/endpoint\\.ts$',
  providers: '^server/src/providers/provider\\.ts$',
  storage: '^server/src/storage/engine\\.ts$',
  control: '^server/src/control/[a-z-]*ports\\.ts$',
  subjects: '^server/src/subjects/.+-ports\\.ts$',
  identity: '^server/src/identity/(identity|sign-in-prefix)\\.ts$',
  fleet: '^server/src/fleet/ports\\.ts$',
};

/** Room → the rooms (or single files) it may import, besides itself and contract. */
const rooms = {
  platform: [],
  json: [],
  forms: [room('json')],
  config: [room('platform')],
  domain: [room('platform')],
  dialects: [room('json'), room('forms')],
  providers: [
    room('platform'),
    room('json'),
    room('forms'),
    interfaces.dialects,
    '^server/src/domain/catalog/(model|read-credential)\\.ts$',
    '^server/src/upstream/exchange\\.ts$',
  ],
  endpoints: [room('platform'), room('json'), room('forms'), room('domain'), interfaces.dialects],
  http: [room('platform')],
  upstream: [room('platform'), room('json'), room('domain'), interfaces.dialects, interfaces.providers],
  gateway: [
    ...['platform', 'json', 'forms', 'domain', 'upstream', 'http', 'tasks'].map(room),
    ...[interfaces.dialects, interfaces.endpoints, interfaces.providers],
  ],
  probing: [room('platform'), room('json'), room('domain'), '^server/src/upstream/exchange\\.ts$', interfaces.dialects],
  coordination: [room('platform'), room('domain')],
  storage: [room('platform'), room('domain'), interfaces.control, interfaces.fleet],
  // Bookkeeping above the engines: what all of them share, and none of their own.
  books: [room('platform'), room('domain'), '^server/src/storage/[^/]+\\.ts$'],
  fleet: [room('platform'), room('domain')],
  tasks: [room('platform'), room('json'), room('domain'), room('upstream'), interfaces.dialects],
  objects: [room('platform'), room('domain')],
  jobs: [room('platform'), room('domain')],
  mail: [room('platform'), room('domain')],
  // The only place that knows how a payment service is spoken to.
  payments: [room('platform'), room('domain')],
  robots: [room('platform'), room('domain')],
  // Written in a thread of its own, from what it is given.
  exports: [room('platform'), room('domain'), interfaces.control, interfaces.subjects],
  // The kernel of every change. Of subjects it knows the ports, in the one list of what a change reaches.
  control: [room('platform'), room('domain'), interfaces.subjects],
  'control-http': [room('platform')],
  // What every route of an interface has in common; the routes themselves are in subjects/.
  'admin-api': [...['platform', 'domain', 'control', 'control-http'].map(room), interfaces.subjects],
  'console-api': [...['platform', 'domain', 'control', 'control-http'].map(room), interfaces.subjects],
  'public-api': [...['platform', 'domain', 'control', 'control-http'].map(room), interfaces.subjects],
  // Everything the control plane does about one noun. The walls inside are below: `subjects` and `subjectWalls`.
  subjects: [
    ...['platform', 'domain', 'control', 'control-http', 'admin-api', 'console-api', 'public-api'].map(room),
    ...[
      interfaces.identity,
      '^server/src/jobs/(timed-job|queue-job)\\.ts$',
      '^server/src/storage/([^/]+|(stores|steps)/[^/]+)\\.ts$',
    ],
  ],
  identity: [room('platform'), room('domain')],
  service: ['^server/src/(?!main\\.ts$)'],
  operations: [room('platform'), room('domain'), room('http'), interfaces.endpoints],
  // What public price lists say is read where the operator is, without the gateway's help.
  cli: [
    ...['platform', 'config'].map(room),
    '^server/src/providers/(price-lists/|price-conversion\\.ts$)',
    '^server/src/upstream/fetch-public\\.ts$',
  ],
};

/**
 * Rooms of plug-ins, and what in them is one: a folder, but for the ones that plug-ins share. A vendor is a file of vendors/;
 * the sandbox beside it is a program and stays a folder. Readers of public price lists are read by the command line, too.
 */
const plugIns = {
  dialects: '(?!shared/)[^/]+/',
  endpoints: '(?!shared/)[^/]+/',
  providers: '(?:vendors/[^/]+(?:/|$)|(?!vendors/|price-lists/)[^/]+/)',
  storage: '(?!steps/|stores/)[^/]+/',
  objects: '[^/]+/',
  coordination: '(?!shared/)[^/]+/',
};

/**
 * Subject → the subjects it may ask; nobody is asked by one that it asks itself. `account-life` and `site` read every noun, so
 * nobody asks them.
 */
const subjects = {
  calls: [],
  catalogue: [],
  ledger: ['calls'],
  notices: ['ledger'],
  news: ['catalogue'],
  tenants: ['calls', 'catalogue', 'ledger', 'notices'],
  people: ['ledger', 'tenants'],
  payments: ['ledger', 'tenants'],
  invoicing: ['ledger'],
  requests: ['invoicing', 'tenants'],
  'account-life': ['calls', 'invoicing', 'ledger', 'payments', 'requests'],
  site: ['account-life', 'calls', 'invoicing', 'notices', 'people', 'tenants'],
};
const inSubjects = '^server/src/subjects/';
/** What a file of a subject does is the end of its name. */
const sqlFiles = `${inSubjects}.+-(store|rows|statements|schema)\\.ts$`;
const routeFiles = `${inSubjects}.+-routes\\.ts$`;
const viewFiles = `${inSubjects}.+-(view|query)\\.ts$`;
/** What a noun is, where the path of a call does not need it; else it is in domain/. */
const ruleFiles = `${inSubjects}[^/]+/rules/`;
const jobFiles = `${inSubjects}.+-job\\.ts$`;
/** The lists of all routes, one for each interface. */
const resourceLists = `${inSubjects}[a-z]+-resources\\.ts$`;

/** The nouns of the domain, the stages of the path: islands among themselves. */
const stages = ['receive', 'authenticate', 'admit', 'route', 'call-upstream', 'relay', 'confirm', 'meter', 'settle', 'log'];
const stage = `^server/src/gateway/(${stages.join('|')})(/|\\.ts$)`;

const ioModules =
  '^(node:)?(child_process|cluster|dgram|dns|dns/promises|fs|fs/promises|http|http2|https|inspector|readline|repl|sqlite|test|tls|wasi|worker_threads)$';
// node:net is held by ESLint instead: its address arithmetic (isIP, BlockList) is pure, its sockets are not.
const connectionModules = '^(node:)?(dgram|http|http2|https|tls)$';

const error = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const seenOnlyBy = (name, library, owners) =>
  error(
    `library-${name}-has-its-room`,
    `${name} stays replaceable because only ${owners.join(', ')} know it.`,
    { path: '^(server|contract|console)/', pathNot: [tests, ...owners] },
    { path: library },
  );

/**
 * The same for the rooms of the console, of which main.tsx and routes.tsx see all. `ui` knows nothing of the product, so not
 * even contract. Every room speaks two languages and may know the theme.
 */
const consoleRooms = {
  i18n: [],
  theme: [consoleRoom('i18n')],
  ui: ['i18n', 'theme'].map(consoleRoom),
  api: [inContract],
  components: [inContract, consolePaths, ...['api', 'ui', 'i18n', 'theme'].map(consoleRoom)],
  layouts: [inContract, consolePaths, ...['api', 'components', 'ui', 'i18n', 'theme'].map(consoleRoom)],
  pages: [inContract, consolePaths, ...['api', 'components', 'ui', 'i18n', 'theme'].map(consoleRoom)],
};

const own = '^(server|contract|console|bench|tools)/';
const roomRule = (name, place, allowed) =>
  error(
    `${name}-imports-only-its-own`,
    `${name} may import: itself${allowed.map((path) => `, ${path}`).join('')}.`,
    { path: place, pathNot: tests },
    { path: own, pathNot: [place, 'node_modules/', ...allowed] },
  );
const roomRules = [
  ...Object.entries(rooms).map(([name, allowed]) => roomRule(`room-${name}`, room(name), [inContract, ...allowed])),
  ...Object.entries(consoleRooms).map(([name, allowed]) => roomRule(`console-room-${name}`, consoleRoom(name), allowed)),
];

const islandRules = [
  error(
    'stages-are-islands',
    'A stage takes the type of the stage before it, never its code.',
    { path: stage, pathNot: tests },
    { path: stage, pathNot: '^server/src/gateway/$1(/|\\.ts$)' },
  ),
  error(
    'stages-are-called-by-the-pipeline-only',
    'gateway/pipeline.ts reads like the sentence in ARCHITECTURE.md; nobody else calls a stage, but for the simulation of routes, which must run their code.',
    { path: '^server/src/', pathNot: [tests, stage, '^server/src/gateway/(pipeline|simulate-route)\\.ts$'] },
    { path: stage },
  ),
  error(
    'nouns-are-islands',
    'tenants, limits, catalog and books know nothing of each other; the rooms above combine them.',
    { path: '^server/src/domain/([^/]+)/', pathNot: tests },
    { path: '^server/src/domain/', pathNot: '^server/src/domain/$1/' },
  ),
  ...Object.entries(plugIns).flatMap(([name, plugIn]) => [
    error(
      `${name}-plug-ins-are-islands`,
      `One plug-in of ${name}/ never imports another; what they share lies beside them.`,
      { path: `^server/src/${name}/(${plugIn})`, pathNot: tests },
      { path: `^server/src/${name}/${plugIn}`, pathNot: `^server/src/${name}/$1` },
    ),
    error(
      `${name}-plug-ins-are-reached-through-their-registry`,
      `Only ${name}/registry.ts names a plug-in of ${name}/; engines, and the sandbox, are named by the composition root itself.`,
      {
        path: '^server/src/',
        pathNot: [
          ...[tests, `^server/src/${name}/${plugIn}`, `^server/src/${name}/registry\\.ts$`],
          ...(['storage', 'coordination', 'objects'].includes(name) ? [composition] : []),
        ],
      },
      { path: `^server/src/${name}/${plugIn}`, pathNot: '^server/src/providers/sandbox/' },
    ),
  ]),
  error(
    'console-subjects-are-islands',
    'What pages of two subjects share is in components/, ui/ or api/.',
    { path: '^console/src/pages/([^/]+)', pathNot: tests },
    { path: '^console/src/pages/', pathNot: '^console/src/pages/$1(/|$)' },
  ),
  error(
    'console-pages-are-islands',
    'What two pages of a subject share is a file of pages/<subject>/ itself.',
    { path: '^console/src/pages/([^/]+)/([^/]+)/', pathNot: tests },
    { path: '^console/src/pages/[^/]+/[^/]+/', pathNot: '^console/src/pages/$1/$2/' },
  ),
  error(
    'console-subjects-know-no-page',
    'What the pages of a subject share knows none of them.',
    { path: '^console/src/pages/[^/]+/[^/]+$', pathNot: tests },
    { path: '^console/src/pages/[^/]+/[^/]+/' },
  ),
  error(
    'console-pages-are-reached-through-their-routes',
    'Only routes.tsx names a page.',
    { path: '^console/src/', pathNot: [tests, '^console/src/(pages/|routes\\.tsx$)'] },
    { path: '^console/src/pages/' },
  ),
  error(
    'registries-are-for-the-composition-root',
    'Only the composition root knows which plug-ins exist.',
    { path: '^(server|bench)/', pathNot: [tests, composition] },
    { path: `^server/src/(${Object.keys(plugIns).join('|')})/registry\\.ts$` },
  ),
];

const subjectRules = [
  ...Object.entries(subjects).map(([name, asked]) =>
    error(
      `subject-${name}-asks-only-whom-it-may`,
      `${name} may ask: ${asked.length === 0 ? 'no other subject' : asked.join(', ')}.`,
      { path: `${inSubjects}${name}/`, pathNot: tests },
      { path: `${inSubjects}[^/]+/`, pathNot: [name, ...asked].map((subject) => `${inSubjects}${subject}/`) },
    ),
  ),
  error(
    'subjects-are-named-in-the-table',
    'A subject has a line in the table of who asks whom.',
    { path: inSubjects, pathNot: [tests, ...Object.keys(subjects).map((name) => `${inSubjects}${name}/`), resourceLists] },
    {},
  ),
  error(
    'acts-reach-rows-through-ports',
    'What a change is does not depend on how rows are kept: it takes a store of its ports.',
    { path: inSubjects, pathNot: [tests, sqlFiles] },
    { path: [room('storage'), sqlFiles] },
  ),
  error(
    'rows-know-ports-alone',
    'A store keeps what its ports say, and decides nothing.',
    { path: sqlFiles, pathNot: tests },
    { path: inSubjects, pathNot: [sqlFiles, interfaces.subjects, ruleFiles] },
  ),
  error(
    'rules-of-subjects-are-pure',
    'What a noun is depends on nothing that changes.',
    { path: `^server/src/subjects/([^/]+)/rules/`, pathNot: tests },
    { path: own, pathNot: [room('platform'), room('domain'), inContract, `${inSubjects}$1/rules/`] },
  ),
  error(
    'acts-know-no-interface',
    'What a change is does not depend on who asks for it by which interface.',
    { path: inSubjects, pathNot: [tests, routeFiles, viewFiles, resourceLists] },
    { path: ['control-http', 'admin-api', 'console-api', 'public-api', 'identity'].map(room).concat(viewFiles) },
  ),
  error(
    'routes-are-added-by-the-lists-of-them',
    'Nobody calls a route but through the interface that it is of.',
    { path: '^server/src/', pathNot: [tests, routeFiles, resourceLists, composition] },
    { path: routeFiles },
  ),
  error(
    'routes-of-interfaces-are-islands',
    'What operators and members are shown alike is in a view.',
    { path: `${inSubjects}.+-(operator|console|public)-routes\\.ts$`, pathNot: tests },
    { path: `${inSubjects}.+-(operator|console|public)-routes\\.ts$`, pathNot: `${inSubjects}.+-$1-routes\\.ts$` },
  ),
  error(
    'jobs-are-given-what-they-do',
    'A job says when; what it does is handed to it.',
    { path: jobFiles, pathNot: tests },
    { path: own, pathNot: [room('platform'), room('domain'), room('jobs'), inContract, ruleFiles] },
  ),
  error(
    'jobs-are-started-by-the-composition-root',
    'Nobody else knows when something is done.',
    { path: '^server/src/', pathNot: [tests, jobFiles, composition, room('jobs')] },
    { path: [jobFiles, room('jobs')] },
  ),
];

const purityRules = [
  error(
    'pure-rooms-do-no-io',
    'contract, domain, dialects, endpoints, json and forms compute; they do not touch the world.',
    { path: ['^(contract/src|server/src/(domain|dialects|endpoints|json|forms))/', ruleFiles], pathNot: tests },
    { path: [ioModules, '(^|/)node_modules/undici/'] },
  ),
  error(
    'providers-do-no-io',
    'A provider describes how to speak to an upstream; upstream/ does the speaking.',
    { path: room('providers'), pathNot: tests },
    { path: [ioModules, '(^|/)node_modules/undici/'] },
  ),
  error(
    'connections-have-their-rooms',
    'Only upstream/ opens connections and only http/ accepts them; service/ wires, cli/ calls the admin interface.',
    { path: '^server/src/', pathNot: [tests, room('upstream'), room('http'), room('cli'), composition] },
    { path: connectionModules, dependencyTypesNot: ['type-only'] },
  ),
  seenOnlyBy('undici', '(^|/)node_modules/undici/', [room('upstream')]),
  seenOnlyBy('kysely', '(^|/)node_modules/kysely/', [room('storage'), room('books'), `${room('identity')}engine/`, sqlFiles]),
  seenOnlyBy('better-auth', '(^|/)node_modules/(better-auth|@better-auth)/', [`${room('identity')}engine/`]),
  seenOnlyBy('altcha-lib', '(^|/)node_modules/altcha-lib/', [`${room('identity')}engine/`]),
  seenOnlyBy('pg', '(^|/)node_modules/pg/', [`${room('storage')}postgres/`, `${room('identity')}engine/`]),
  seenOnlyBy('redis', '(^|/)node_modules/@redis/', [`${room('coordination')}redis/`]),
  seenOnlyBy('aws4fetch', '(^|/)node_modules/aws4fetch/', [`${room('objects')}s3/`, `${room('upstream')}credentials/`]),
  seenOnlyBy('pino', '(^|/)node_modules/pino/', [room('service')]),
  seenOnlyBy('fastify', '(^|/)node_modules/(fastify|@fastify)/', [
    room('control-http'),
    room('admin-api'),
    room('console-api'),
    room('public-api'),
    room('operations'),
    room('service'),
    routeFiles,
    viewFiles,
  ]),
  seenOnlyBy('sqlite', '^(node:)?sqlite$', [room('storage/sqlite'), room('identity/engine')]),
  seenOnlyBy('yazl', '(^|/)node_modules/(@types/)?yazl/', [room('exports')]),
  seenOnlyBy('hdr-histogram-js', '(^|/)node_modules/hdr-histogram-js/', ['^server/src/domain/status/']),
  seenOnlyBy('feed', '(^|/)node_modules/feed/', [room('public-api')]),
  seenOnlyBy('iconv-lite', '(^|/)node_modules/iconv-lite/', [room('exports')]),
  seenOnlyBy('nodemailer', '(^|/)node_modules/(@types/)?nodemailer/', [room('mail')]),
  seenOnlyBy('stripe', '(^|/)node_modules/stripe/', [room('payments')]),
  seenOnlyBy('commander', '(^|/)node_modules/commander/', [room('cli')]),
  error(
    'contract-imports-only-zod',
    'contract runs anywhere: zod and nothing else.',
    { path: '^contract/src/', pathNot: tests },
    { pathNot: ['^contract/src/', '(^|/)node_modules/zod/'] },
  ),
  error(
    'console-sees-only-contract',
    'The browser talks to the server over HTTP.',
    { path: '^console/' },
    { path: '^(server|bench|tools)/' },
  ),
  error(
    'console-runs-in-the-browser',
    'Modules of Node do not exist there.',
    { path: '^console/src/', pathNot: tests },
    { dependencyTypes: ['core'] },
  ),
  error(
    'nobody-imports-the-console',
    'The server serves its files and knows none of its modules.',
    { path: '^(server|contract|bench|tools)/' },
    { path: '^console/' },
  ),
  error(
    'nobody-imports-the-tools',
    'tools/ checks the house and bench/ measures it; the product needs neither.',
    { path: '^(server/src|contract|console)/', pathNot: tests },
    { path: '^(tools|bench)/' },
  ),
];

const hygieneRules = [
  error(
    'only-main-imports-the-service',
    'service/ sees every room, so no room sees service/.',
    { path: '^(server/src|contract|console)/', pathNot: [tests, composition] },
    { path: room('service') },
  ),
  error(
    'nobody-imports-main',
    'main.ts is the composition root.',
    { path: '^(server/src|contract|console)/', pathNot: '^server/src/main\\.test\\.ts$' },
    { path: '^server/src/main\\.ts$' },
  ),
  error(
    'only-tests-import-tests',
    'Nothing that runs in production comes from a test.',
    { pathNot: [tests, '^(tools|bench)/'] },
    { path: tests },
  ),
  error('no-cycles', 'A cycle has no first file to understand.', {}, { circular: true }),
  error(
    'no-orphans',
    'A module nobody imports is dead, unless it is a place where execution starts.',
    {
      orphan: true,
      pathNot: [tests, '^server/src/(main|cli/tollgate)\\.ts$', '-worker\\.ts$', '^console/src/(main\\.tsx$|assets/)'],
    },
    {},
  ),
  error(
    'everything-resolves',
    'An import that cannot be resolved is a typing error or a missing dependency; console/docs-plugin.ts makes the modules of the documentation.',
    {},
    { couldNotResolve: true, pathNot: '^virtual:docs/' },
  ),
  error(
    'dependencies-are-declared',
    'What a workspace imports stands in its own package.json, and not among the development tools.',
    { path: '^(server|contract|console)/', pathNot: tests },
    { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev', 'deprecated'] },
  ),
];

module.exports = {
  forbidden: [...roomRules, ...islandRules, ...subjectRules, ...purityRules, ...hygieneRules],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.cache/' },
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mts', '.js', '.mjs', '.cjs', '.d.ts'],
    },
    tsConfig: { fileName: 'server/tsconfig.json' },
  },
};
