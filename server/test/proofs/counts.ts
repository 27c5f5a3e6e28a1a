/**
 * Numbers of repetitions in a proof: few in the suite, the full number in `npm run prove`. A variable of the same name
 * (`TOLLGATE_TEST_KILLS=25`) sets one number by hand.
 */
const table = {
  kills: { test: 5, prove: 200 },
  /** Calls made while services are restarted in turn. */
  rolls: { test: 400, prove: 100_000 },
  mutants: { test: 3, prove: 200 },
  /** Groups of modules with generated bugs, and the number of bugs in each. */
  mutantGroups: { test: 9, prove: 1000 },
  generatedMutants: { test: 1, prove: 10_000 },
  rounds: { test: 30, prove: 1000 },
  /** The same on two nodes. */
  fleetRounds: { test: 15, prove: 1000 },
  runs: { test: 60, prove: 2000 },
  /** Histories of accounts that request invoices, on each engine. */
  invoiceHistories: { test: 60, prove: 20_000 },
  /** Histories of processes that crash and freeze while they work on a queue. */
  queueWorlds: { test: 4, prove: 100 },
  /** Runs of the money model on PostgreSQL. */
  postgresRuns: { test: 8, prove: 300 },
  /** Calls to failing upstreams. */
  failingCalls: { test: 200, prove: 2000 },
  /** Positions in a response at which an upstream or a client breaks its connection. */
  breaks: { test: 40, prove: 500 },
  /** Crashes of the database server under load. */
  databaseCrashes: { test: 2, prove: 25 },
  /** Number of times that a disk or a database server hangs, for half a second to ten seconds. */
  standstills: { test: 1, prove: 20 },
  /** Connections that send headers byte by byte, and as many that send a body so. */
  slowRequests: { test: 50, prove: 1000 },
  /** Clients that request megabytes and do not read them. */
  slowReaders: { test: 15, prove: 500 },
  /** Clients that disconnect halfway through megabytes. */
  leavingClients: { test: 12, prove: 250 },
  /** Calls next to a crowd of such clients, and as many without it. */
  ordinaryCalls: { test: 100, prove: 3000 },
  /** Calls in the log of the large database, with many accounts. */
  logRows: { test: 20_000, prove: 10_000_000 },
  logAccounts: { test: 200, prove: 100_000 },
  /** Combinations of filters of the call log. */
  filters: { test: 150, prove: 3000 },
  /** Copies of the database, its log and the spill file with one damaged position. */
  damages: { test: 12, prove: 400 },
  /** Malicious requests, drawn at random. */
  hostileInputs: { test: 2_000, prove: 100_000 },
  /** Simulated worlds of 300 calls each, fleets of 250, and worlds that are run twice. */
  simulations: { test: 30, prove: 1000 },
  fleetWorlds: { test: 10, prove: 2000 },
  replays: { test: 3, prove: 25 },
  /** Runs of coding agents, each with a protocol, an upstream and a fault. */
  agentRuns: { test: 8, prove: 60 },
  /** Conversations that pass from clients of a chat protocol to upstreams of another one, for each pair. */
  conversations: { test: 300, prove: 10_000 },
  /** Calls in a generated quarter. */
  quarterCalls: { test: 1500, prove: 300_000 },
} as const satisfies Readonly<Record<string, { readonly test: number; readonly prove: number }>>;

export type CountName = keyof typeof table;

/** Whether the full numbers are used. */
export const isFullProof = process.env.TOLLGATE_PROVE === 'full';

export function count(name: CountName): number {
  const byHand = process.env[`TOLLGATE_TEST_${name.toUpperCase()}`];
  if (byHand !== undefined) return Number(byHand);
  return table[name][isFullProof ? 'prove' : 'test'];
}
