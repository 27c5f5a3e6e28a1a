import { describe } from 'node:test';
import type { OpenHarness } from './coordination/caller.ts';
import { moneyTests } from './coordination/money-tests.ts';
import { noticeTests } from './coordination/notice-tests.ts';
import { orderTests } from './coordination/order-tests.ts';
import { rateTests } from './coordination/rate-tests.ts';
import { scenariosOn } from './coordination/scenario.ts';
import { windowTests } from './coordination/window-tests.ts';

/**
 * The guarantees of every engine, in the words of the specification. `rounds`: repetitions of the race for the last money; `runs`: of every
 * property.
 */
export function coordinationSuite(name: string, open: OpenHarness, rounds: number, runs = 100): void {
  const scenario = scenariosOn(open);
  void describe(`coordination: ${name}`, () => {
    moneyTests(scenario, rounds);
    windowTests(scenario);
    rateTests(scenario);
    noticeTests(scenario);
    orderTests(open, runs);
  });
}
