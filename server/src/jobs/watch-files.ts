import type { OperatorAlarms } from '../domain/alarms/operator-alarms.ts';
import type { FileFill } from '../domain/content/objects.ts';
import { dayMs, type TimedJob } from './timed-job.ts';

/** From this level on there is time to act: files of calls are refused at 90 %. */
const fullPercent = 80;
const mebibyte = 1024 ** 2;

export interface WatchFilesOptions {
  readonly fill: () => Promise<FileFill>;
  readonly alarms: OperatorAlarms;
  readonly nowMs: () => number;
}

/** Warns operators that the file store, or the part shared by accounts that have not paid, is filling up; each at most once a day. */
export function watchFilesJob({ fill, alarms, nowMs }: WatchFilesOptions): TimedJob {
  const raisedAtMs = new Map<string, number>();
  return {
    name: 'watch-files',
    everyMs: 60_000,
    async run() {
      const { bytes, bytesMax, unpaidBytes, unpaidBytesMax } = await fill();
      const parts = [
        ['all', bytes, bytesMax],
        ['unpaid', unpaidBytes, unpaidBytesMax],
      ] as const;
      for (const [part, used, max] of parts) {
        const isReported = nowMs() - (raisedAtMs.get(part) ?? -Infinity) < dayMs;
        if (max === 0 || used * 100 < max * fullPercent || isReported) continue;
        raisedAtMs.set(part, nowMs());
        const params = { part, used: String(Math.round(used / mebibyte)), max: String(Math.floor(max / mebibyte)) };
        alarms.raise({ kind: 'file_store_almost_full', subject: part, params });
      }
    },
  };
}
