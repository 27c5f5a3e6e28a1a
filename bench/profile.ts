/** Reads a V8 CPU profile: where a process spends its own time. */
import { readFileSync } from 'node:fs';

interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  }[];
  readonly samples: readonly number[];
  /** Microseconds between samples. */
  readonly timeDeltas: readonly number[];
}

export interface SelfTime {
  readonly what: string;
  /** Share of the busy time, 0 to 1. */
  readonly share: number;
}

/** The last two parts of a path name a file well enough in a table. */
function place(url: string, line: number): string {
  if (url === '') return '';
  const short = url.startsWith('node:') ? url : url.split('/').slice(-2).join('/');
  return ` ${short}:${String(line + 1)}`;
}

/** Functions by self time, the greatest first; idle time is left out. */
export function selfTimes(file: string, count: number): SelfTime[] {
  const profile = JSON.parse(readFileSync(file, 'utf8')) as CpuProfile;
  const names = new Map(
    profile.nodes.map(({ id, callFrame }) => {
      const name = callFrame.functionName === '' ? '(anonymous)' : callFrame.functionName;
      return [id, name + place(callFrame.url, callFrame.lineNumber)];
    }),
  );
  const totals = new Map<string, number>();
  let busy = 0;
  profile.samples.forEach((sample, index) => {
    const name = names.get(sample) ?? '(unknown)';
    if (name === '(idle)') return;
    const micros = profile.timeDeltas[index] ?? 0;
    busy += micros;
    totals.set(name, (totals.get(name) ?? 0) + micros);
  });
  return [...totals]
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, count)
    .map(([what, micros]) => ({ what, share: micros / busy }));
}
