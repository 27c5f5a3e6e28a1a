// Called by the entry of a group of test files (see `test-groups.ts`).
import { appendFileSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { suite } from 'node:test';
import { pathToFileURL } from 'node:url';
import { bundleThreads } from '../bundled-threads.ts';
import { coverageFolder, recordCoverage } from './coverage-record.ts';
import { endSoon, giveUpLater } from './end-of-tests.ts';
import { runInOwnNetwork } from './own-network.ts';
import { watchRefusals } from './watch-refusals.ts';

/** Per file, like `--test-timeout` with one process per file. */
const fileTimeoutMs = 300_000;

/** Of the kernel's time counters. */
const ticksPerSecond = 100;

/** CPU seconds of this process with all its threads and, where the system reports them, of the child processes it waited for. */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  const own = (user + system) / 1e6;
  if (process.platform !== 'linux') return own;
  // The name of the program can contain spaces.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return own + (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
}

/**
 * Runs the test files of a list, which is next to the entry, one after the other in this process. Each is a suite named after its file,
 * with its own before and after hooks. Writes the cost of each next to the list.
 * @param isApart whether to run in a separate network, if the machine allows it
 */
export async function runGroup(entry: string, isApart: boolean): Promise<void> {
  if (isApart && (await runInOwnNetwork())) return;
  const isRecorded = coverageFolder() !== null;
  if (!isRecorded) bundleThreads();
  watchRefusals();
  let before = 0;
  for (const file of JSON.parse(readFileSync(`${entry}.json`, 'utf8')) as string[]) {
    giveUpLater(file);
    const record = isRecorded ? await recordCoverage(file) : null;
    await suite(file, { timeout: fileTimeoutMs }, async () => {
      await import(pathToFileURL(resolve(file)).href);
    });
    const now = cpuSeconds();
    appendFileSync(`${entry}.cpu`, `${JSON.stringify([file, Number((now - before).toFixed(2))])}\n`);
    await record?.end(now - before);
    before = cpuSeconds();
  }
  endSoon();
}
