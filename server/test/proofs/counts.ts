/**
 * How often a proof repeats itself: few times in the suite, the full figure in `npm run prove`. A variable of the same
 * name (`TOLLGATE_TEST_KILLS=25`) sets one count by hand.
 */
const table = {
  kills: { test: 5, prove: 200 },
  /** Calls made while services are restarted in turn. */
  rolls: { test: 400, prove: 100_000 },
  mutants: { test: 3, prove: 200 },
  /** Groups of modules with generated bugs, and the number of bugs of each. */
  mutantGroups: { test: 9, prove: 1000 },
  generatedMutants: { test: 1, prove: 10_000 },
  rounds: { test: 30, prove: 1000 },
  /** The same over two nodes. */
  fleetRounds: { test: 15, prove: 1000 },
  runs: { test: 60, prove: 2000 },
  /** Histories of accounts that ask for invoices, on each engine. */
  invoiceHistories: { test: 60, prove: 20_000 },
  /** Histories of processes that crash and freeze while they work on a queue. */
  queueWorlds: { test: 4, prove: 100 },
  /** Runs of the money model on PostgreSQL. */
  postgresRuns: { test: 8, prove: 300 },
  /** Calls to upstreams that fail. */
  failingCalls: { test: 200, prove: 2000 },
  /** Places in an answer at which an upstream or a client breaks its connection. */
  breaks: { test: 40, prove: 500 },
  /** Crashes of the database server under load. */
  databaseCrashes: { test: 2, prove: 25 },
  /** Times that a disk or a database server hangs for half a second to ten. */
  standstills: { test: 1, prove: 20 },
  /** Connections that send a request head, and as many that send a body, one byte now and then. */
  slowRequests: { test: 50, prove: 1000 },
  /** Clients that ask for megabytes and do not read them. */
  slowReaders: { test: 15, prove: 500 },
  /** Clients that leave in the midst of megabytes. */
  leavingClients: { test: 12, prove: 250 },
  /** Calls beside a crowd of such clients, and as many without it. */
  ordinaryCalls: { test: 100, prove: 3000 },
  /** Calls in the log of the large database, and accounts beside it. */
  logRows: { test: 20_000, prove: 10_000_000 },
  logAccounts: { test: 200, prove: 100_000 },
  /** Combinations of filters of the call log. */
  filters: { test: 150, prove: 3000 },
  /** Copies of the database, its log and the spill file with one place damaged. */
  damages: { test: 12, prove: 400 },
  /** Requests that mean harm, drawn at random. */
  hostileInputs: { test: 2_000, prove: 100_000 },
  /** Simulated worlds of 300 calls each, fleets of 250, and those that are lived twice. */
  simulations: { test: 30, prove: 1000 },
  fleetWorlds: { test: 10, prove: 2000 },
  replays: { test: 3, prove: 25 },
  /** Calls of a generated quarter. */
  quarterCalls: { test: 1500, prove: 300_000 },
} as const satisfies Readonly<Record<string, { readonly test: number; readonly prove: number }>>;

export type CountName = keyof typeof table;

/** Whether the full figures are asked for. */
export const isFullProof = process.env.TOLLGATE_PROVE === 'full';

export function count(name: CountName): number {
  const byHand = process.env[`TOLLGATE_TEST_${name.toUpperCase()}`];
  if (byHand !== undefined) return Number(byHand);
  return table[name][isFullProof ? 'prove' : 'test'];
}
