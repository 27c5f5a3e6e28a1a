// Which test files share a process, and which start first. Loading and warming up the service costs more than most files themselves.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Files that take a minute or more run alone and start first; otherwise the run would wait for the last of them. */
export const longFiles: readonly string[] = [
  'server/test/console/browser/every-page.test.ts',
  'server/test/console/browser/every-page-on-a-phone.test.ts',
  'server/test/subjects/payments/auto-top-up-killed.test.ts',
  'server/test/console/browser/every-form.test.ts',
  'server/test/console/browser/every-form-about-an-account.test.ts',
  'server/test/fleet/faults.test.ts',
  'server/test/fleet/routes-of-three-nodes.test.ts',
  'server/test/fleet/simulated-routes.test.ts',
  'server/test/docs/snippets.test.ts',
  'server/test/console/browser/populated.test.ts',
  'server/test/subjects/payments/payouts-killed.test.ts',
  'server/test/storage/postgres.test.ts',
  'server/src/objects/s3/s3-parts.test.ts',
  'server/test/console/browser/billing.test.ts',
  'server/test/money-model/quarter/quarter.test.ts',
];

/** Files that create network devices. Browsers of other tests would treat these as a change of network and abort their requests. */
export const cablingFiles: readonly string[] = [
  'server/test/fleet/cut-off.test.ts',
  'server/test/servers/network-namespace.test.ts',
];

/** Small enough that what a file leaves behind affects few others. */
const filesMax = 24;

/**
 * Files that share a process: the tests of a folder, of all subjects, or those next to their sources, because most folders have one or two.
 */
export function neighbourhoodOf(file: string): string {
  const [workspace = '', kind, folder] = file.split('/');
  if (kind === 'src') return `${workspace}/src`;
  return folder === 'subjects' ? `${workspace}/test/subjects` : dirname(file);
}

/** Neighbours share a group, sorted by name, so that the same files meet in every run. */
function sharedGroupsOf(files: readonly string[]): readonly (readonly string[])[] {
  const groups: string[][] = [];
  for (const neighbours of Map.groupBy(files.toSorted(), neighbourhoodOf).values())
    for (let at = 0; at < neighbours.length; at += filesMax) groups.push(neighbours.slice(at, at + filesMax));
  return groups;
}

/** The order in which groups start. */
export interface GroupOrder {
  /** Each in a separate process, before all others, in this order. */
  readonly urgent?: readonly string[];
  /** Runs short files, which are next to their sources, before longer ones, so that the first result comes soon. */
  readonly isShortFirst?: boolean;
}

/**
 * Files in groups, in starting order: long files, then large groups, then short files next to their sources. No CPU then waits for the last
 * group.
 */
export function groupsOf(files: readonly string[], order: GroupOrder = {}): readonly (readonly string[])[] {
  const { isShortFirst = false } = order;
  const urgent = (order.urgent ?? []).filter((file) => files.includes(file));
  const long = longFiles.filter((file) => files.includes(file) && !urgent.includes(file));
  const others = files.filter((file) => !long.includes(file) && !urgent.includes(file));
  const isBesideSource = (file: string): boolean => neighbourhoodOf(file).endsWith('/src');
  const apart = sharedGroupsOf(others.filter((file) => !isBesideSource(file))).toSorted(
    (one, other) => other.length - one.length,
  );
  const short = sharedGroupsOf(others.filter(isBesideSource));
  const alone = (names: readonly string[]): readonly (readonly string[])[] => names.map((name) => [name]);
  return [...alone(urgent), ...(isShortFirst ? short : []), ...alone(long), ...apart, ...(isShortFirst ? [] : short)];
}

/**
 * Writes an entry for each group that Node runs, in this order, with the list of its files; both are deleted when this process ends.
 * @param atEnd is called with their folder before that.
 */
export function writeEntries(
  groups: readonly (readonly string[])[],
  atEnd: (folder: string) => void = () => undefined,
): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-tests-'));
  process.once('exit', () => {
    atEnd(folder);
    rmSync(folder, { recursive: true, force: true });
  });
  const runGroup = JSON.stringify(new URL('run-group.ts', import.meta.url).href);
  return groups.map((files, at) => {
    // Node sorts by name.
    const entry = join(folder, `${String(at).padStart(3, '0')}.mjs`);
    writeFileSync(`${entry}.json`, JSON.stringify(files));
    const isApart = files.some((file) => cablingFiles.includes(file));
    writeFileSync(entry, `import { runGroup } from ${runGroup};\nawait runGroup(import.meta.filename, ${String(isApart)});\n`);
    return entry;
  });
}
