import { existsSync, globSync, mkdirSync } from 'node:fs';
import { recordsFolder } from './coverage-record.ts';
import { branchPoint, changedFiles, changesSince } from './git-changes.ts';
import { root } from './imports-of.ts';
import { reachedTests, readRecords } from './reached-tests.ts';
import { groupsOf } from './test-groups.ts';
import { cpuSecondsOf, readHistory, urgentOf } from './test-history.ts';
import { allTests, tierOf, tiers, type Tier } from './test-tiers.ts';
import { withinBudget } from './within-budget.ts';

/** The tests of a run. */
export interface Choice {
  readonly files: readonly string[];
  /** Files that share a process, in starting order. */
  readonly groups: readonly (readonly string[])[];
  /** Printed at the start and at the end of the run. */
  readonly before: string;
  readonly after: string;
  /** Options passed to Node. */
  readonly options: readonly string[];
}

type Chosen = Omit<Choice, 'options'>;

const howToName = 'Name one or more test files: npm run test:one server/test/scenarios/money.test.ts';
const afterQuick = 'These were the quick tests. The rest (servers, browser, kills, simulations, mutants): npm run test:full\n';
const howToRecord =
  'No run was recorded yet: tests are chosen by what they import. `npm run test:record` records what they reach.\n';

function ofTier(tier: Tier): Chosen {
  const files = allTests().filter((file) => tierOf(file) === tier);
  if (tier === 'full') return { files, groups: groupsOf(files), before: '', after: '' };
  // In CI nobody waits for the first result, so the same files share a process in every run.
  const urgent = process.env.CI === undefined ? urgentOf(files, readHistory(), changedFiles(branchPoint())) : [];
  return { files, groups: groupsOf(files, { urgent, isShortFirst: true }), before: '', after: afterQuick };
}

/** Tests that the changes since a commit can reach, up to a share of the whole suite's time. */
function reachedSince(since: string): Chosen {
  const tests = allTests();
  const records = readRecords(tests);
  const modules = globSync('{contract,server,console,tools,bench}/**/*.{ts,tsx,mjs}', {
    cwd: root,
    exclude: ['**/node_modules'],
  });
  const reached = reachedTests(changesSince(since), { tests, records, modules });
  const { files, left, cpuSeconds } = withinBudget(reached, tests, cpuSecondsOf(records, readHistory()));
  const says = `${String(files.length)} of ${String(tests.length)} test files, about ${cpuSeconds.toFixed(0)} s of a processor, for what changed since ${since.slice(0, 12)}.\n`;
  return {
    files,
    groups: groupsOf(files, { urgent: files.slice(0, 12), isShortFirst: true }),
    before: `${records.length === 0 ? howToRecord : ''}${says}`,
    after:
      left.length === 0
        ? ''
        : `${String(left.length)} further files reach the change from farther away: npm test, npm run test:full\n`,
  };
}

function byName(names: readonly string[]): Chosen {
  if (names.length === 0) throw new Error(howToName);
  const missing = names.find((name) => !name.includes('*') && !existsSync(name));
  // Node would silently ignore it.
  if (missing !== undefined) throw new Error(`There is no test file ${missing} (paths begin at the root of the repository).`);
  const files = globSync([...names], { exclude: ['**/node_modules'] });
  return { files, groups: groupsOf(files), before: '', after: '' };
}

/** The value of an option, given as `--name=value` or `--name value`. */
function takeOption(args: string[], name: string): string | null {
  const at = args.findIndex((arg) => arg === name || arg.startsWith(`${name}=`));
  if (at === -1) return null;
  const [said = ''] = args.splice(at, 1);
  return said === name ? (args.splice(at, 1)[0] ?? '') : said.slice(name.length + 1);
}

function takeFlag(args: string[], name: string): boolean {
  const at = args.indexOf(name);
  if (at !== -1) args.splice(at, 1);
  return at !== -1;
}

/**
 * The tests selected by the arguments: those of a `--tier`, those that a change reaches (`--changed`, `--since <commit>`), all (`--record`,
 * which also records what each reaches), or files and patterns.
 * @throws a message for the user if the arguments are invalid.
 */
export function chooseTests(given: readonly string[]): Choice {
  const args = [...given];
  const isRecorded = takeFlag(args, '--record');
  const isChanged = takeFlag(args, '--changed');
  const since = takeOption(args, '--since');
  const tierName = takeOption(args, '--tier');
  const tier = tiers.find((name) => name === tierName);
  const names = args.filter((arg) => arg.endsWith('.test.ts'));
  const options = args.filter((arg) => !arg.endsWith('.test.ts'));
  if (isRecorded) {
    mkdirSync(recordsFolder, { recursive: true });
    process.env.TOLLGATE_TEST_COVERAGE ??= recordsFolder;
  }
  if (tier !== undefined) return { ...ofTier(tier), options };
  if (isChanged) return { ...reachedSince(since ?? branchPoint()), options };
  return { ...byName(isRecorded && names.length === 0 ? allTests() : names), options };
}
