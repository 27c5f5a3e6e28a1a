import { test } from 'node:test';
import { Caller, type HarnessOptions, type OpenHarness } from './caller.ts';

/** A test with one caller on a separate engine. */
export type Scenario = (guarantee: string, body: (caller: Caller) => Promise<void>, options?: HarnessOptions) => void;

export function scenariosOn(open: OpenHarness): Scenario {
  return (guarantee, body, options) => {
    void test(guarantee, async () => {
      const harness = await open(options);
      try {
        await body(new Caller(harness));
      } finally {
        await harness.close();
      }
    });
  };
}
