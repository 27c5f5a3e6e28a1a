import { z } from 'zod';
import type { QueueJob } from '../../../jobs/queue-job.ts';
import { hourMs } from '../../../jobs/timed-job.ts';

const payload = z.object({ id: z.string() });

export interface WriteExportOptions {
  readonly queue: string;
  /** Writes the file and returns the result; `null` if the file is no longer wanted. */
  readonly write: (
    id: string,
    signal: AbortSignal,
    onRows: (rows: number) => Promise<void>,
  ) => Promise<{ readonly rows: number; readonly bytes: number } | null>;
  /** Called after the last failed attempt. */
  readonly failed: (id: string) => Promise<void>;
}

/** Creates a requested file. Each attempt starts from the beginning. */
export function writeExportJob({ queue, write, failed }: WriteExportOptions): QueueJob<z.output<typeof payload>> {
  return {
    queue,
    payload,
    // Two accounts do not wait for each other, and two exports leave room for calls.
    concurrency: 2,
    attemptsMax: 3,
    backOff: { firstMs: 5000, factor: 4, maxMs: 60_000 },
    timeLimitMs: hourMs,
    run: ({ id }, { signal, progress }) => write(id, signal, (rows) => progress({ rows })),
    gaveUp: ({ id }) => failed(id),
  };
}
