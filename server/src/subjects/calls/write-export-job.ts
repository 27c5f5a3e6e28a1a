import { z } from 'zod';
import type { QueueJob } from '../../jobs/queue-job.ts';
import { hourMs } from '../../jobs/timed-job.ts';

const payload = z.object({ id: z.string() });

export interface WriteExportOptions {
  readonly queue: string;
  /** Writes the file. Returns the result; `null`: the file is not wanted any more. */
  readonly write: (
    id: string,
    signal: AbortSignal,
    onRows: (rows: number) => Promise<void>,
  ) => Promise<{ readonly rows: number; readonly bytes: number } | null>;
  /** There will be no further attempt. */
  readonly failed: (id: string) => Promise<void>;
}

/** Creates a requested file, from the beginning at each attempt. */
export function writeExportJob({ queue, write, failed }: WriteExportOptions): QueueJob<z.output<typeof payload>> {
  return {
    queue,
    payload,
    // One account's file does not wait for another's, and two of them leave room for calls.
    concurrency: 2,
    attemptsMax: 3,
    backOff: { firstMs: 5000, factor: 4, maxMs: 60_000 },
    timeLimitMs: hourMs,
    run: ({ id }, { signal, progress }) => write(id, signal, (rows) => progress({ rows })),
    gaveUp: ({ id }) => failed(id),
  };
}
