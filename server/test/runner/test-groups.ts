// Which test files share a process, and which begin first. To load the service and to warm it up costs more than most files do with it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** What takes a minute and more has a process to itself, and begins before all others: else the last of them is waited for. */
export const longFiles: readonly string[] = [
  'server/test/console/browser/every-page.test.ts',
  'server/test/console/browser/every-page-on-a-phone.test.ts',
  'server/test/subjects/payments/auto-top-up-killed.test.ts',
  'server/test/console/browser/every-form.test.ts',
  'server/test/console/browser/every-form-about-an-account.test.ts',
  'server/test/fleet/faults.test.ts',
  'server/test/docs/snippets.test.ts',
  'server/test/console/browser/populated.test.ts',
  'server/test/subjects/payments/payouts-killed.test.ts',
  'server/test/storage/postgres.test.ts',
  'server/src/objects/s3/s3-parts.test.ts',
  'server/test/console/browser/billing.test.ts',
  'server/test/money-model/quarter/quarter.test.ts',
];

/** What lays cables on the machine. Browsers of other tests would take them for a change of their network and give up what they load. */
export const cablingFiles: readonly string[] = [
  'server/test/fleet/cut-off.test.ts',
  'server/test/servers/network-namespace.test.ts',
];

/** Few enough that what a file leaves behind meets few others. */
const filesMax = 24;

/** Who shares processes: the tests of a folder, of all subjects, or those beside their sources, of which most folders have one or two. */
export function neighbourhoodOf(file: string): string {
  const [workspace = '', kind, folder] = file.split('/');
  if (kind === 'src') return `${workspace}/src`;
  return folder === 'subjects' ? `${workspace}/test/subjects` : dirname(file);
}

/** Neighbours share a group, in the order of their names, so the same files meet in every run. */
function sharedGroupsOf(files: readonly string[]): readonly (readonly string[])[] {
  const groups: string[][] = [];
  for (const neighbours of Map.groupBy(files.toSorted(), neighbourhoodOf).values())
    for (let at = 0; at < neighbours.length; at += filesMax) groups.push(neighbours.slice(at, at + filesMax));
  return groups;
}

/** In which order groups begin. */
export interface GroupOrder {
  /** Each in a separate process, before all others, in this order. */
  readonly urgent?: readonly string[];
  /** What is beside its sources, which is short, before what takes longer: the first answer comes soon. */
  readonly isShortFirst?: boolean;
}

/**
 * Files in groups, in the order in which they begin: what takes long, then what has many files, then those beside their sources, which are
 * short, so no processor is left waiting for the last of them.
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
 * Writes for each group what Node is to run, in this order, and beside it the list of its files; both are gone when this process ends.
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
    // Node sorts by their names.
    const entry = join(folder, `${String(at).padStart(3, '0')}.mjs`);
    writeFileSync(`${entry}.json`, JSON.stringify(files));
    const isApart = files.some((file) => cablingFiles.includes(file));
    writeFileSync(entry, `import { runGroup } from ${runGroup};\nawait runGroup(import.meta.filename, ${String(isApart)});\n`);
    return entry;
  });
}
