import { fileURLToPath } from 'node:url';
import { nextMessage, startChild } from './children.ts';
import type { LoadPlan, LoadReport } from './load-plan.ts';

const generator = fileURLToPath(new URL('load.ts', import.meta.url));

export interface RunningLoad {
  readonly report: Promise<LoadReport>;
  /** Ends the run before its count and time are up. */
  stop(): void;
}

/**
 * Starts the load generator. Its report fails if more than one call in a thousand failed: figures of refused calls say
 * nothing about served ones.
 */
export function startLoad(plan: LoadPlan): RunningLoad {
  const child = startChild(generator);
  child.process.send(plan);
  return {
    report: nextMessage(child).then(async (message) => {
      await child.end();
      const report = message as LoadReport;
      if (report.calls === 0) throw new Error(`no call to ${plan.url} ended within ${String(plan.maxSeconds)} s`);
      const failed = Object.values(report.failures).reduce((sum, count) => sum + count, 0);
      if (failed <= report.calls / 1000) return report;
      throw new Error(`${String(failed)} of ${String(report.calls)} calls failed, the first with: ${report.firstFailure}`);
    }),
    stop: () => child.process.send('stop'),
  };
}

export function runLoad(plan: LoadPlan): Promise<LoadReport> {
  return startLoad(plan).report;
}
