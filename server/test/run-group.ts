// What the entry of a group of test files calls (see `test-groups.ts`).
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { suite } from 'node:test';
import { pathToFileURL } from 'node:url';
import { bundleThreads } from './bundled-threads.ts';
import { endSoon, giveUpLater } from './end-of-tests.ts';
import { runInOwnNetwork } from './own-network.ts';

/** Of a file, as `--test-timeout` has it where each has a process of its own. */
const fileTimeoutMs = 300_000;

/**
 * Runs the test files of a list, which lies beside its entry, one after the other in this process: each is a suite by the name of its
 * file, and what it says to run before and after all is run before and after that suite.
 * @param isApart in a process with a network to itself, where the machine allows it
 */
export async function runGroup(entry: string, isApart: boolean): Promise<void> {
  if (isApart && (await runInOwnNetwork())) return;
  bundleThreads();
  for (const file of JSON.parse(readFileSync(`${entry}.json`, 'utf8')) as string[]) {
    giveUpLater(file);
    await suite(file, { timeout: fileTimeoutMs }, async () => {
      await import(pathToFileURL(resolve(file)).href);
    });
  }
  endSoon();
}
