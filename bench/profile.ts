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

export interface Share {
  readonly what: string;
  /** Share of the busy time, 0 to 1. */
  readonly share: number;
}

export interface SelfTimes {
  /** By function, the greatest first. */
  readonly functions: readonly Share[];
  /** By room of the server, package, or the runtime. */
  readonly rooms: readonly Share[];
}

type Frame = CpuProfile['nodes'][number]['callFrame'];

/** The last two parts of a path name a file well enough in a table. */
function functionOf({ functionName, url, lineNumber }: Frame): string {
  const name = functionName === '' ? '(anonymous)' : functionName;
  if (url === '') return name;
  const short = url.startsWith('node:') ? url : url.split('/').slice(-2).join('/');
  return `${name} ${short}:${String(lineNumber + 1)}`;
}

function roomOf({ functionName, url }: Frame): string {
  const found = /\/server\/src\/([^/]+)\/|\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url);
  if (found !== null) return found[1] ?? found[2] ?? '';
  if (functionName.startsWith('(')) return functionName;
  return url === '' ? 'native code' : url.startsWith('node:') ? 'runtime library' : 'other';
}

function shares(totals: ReadonlyMap<string, number>, count: number): Share[] {
  const busy = [...totals.values()].reduce((sum, micros) => sum + micros, 0);
  const sorted = [...totals].toSorted((a, b) => b[1] - a[1]).slice(0, count);
  return sorted.map(([what, micros]) => ({ what, share: micros / busy }));
}

/** Self times of the profiled thread; idle time and the profiler itself are left out. */
export function selfTimes(file: string, count: number): SelfTimes {
  const profile = JSON.parse(readFileSync(file, 'utf8')) as CpuProfile;
  const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]));
  const functions = new Map<string, number>();
  const rooms = new Map<string, number>();
  profile.samples.forEach((sample, index) => {
    const frame = frames.get(sample);
    if (frame === undefined || frame.functionName === '(idle)' || frame.url === 'node:inspector') return;
    const micros = profile.timeDeltas[index] ?? 0;
    const [name, room] = [functionOf(frame), roomOf(frame)];
    functions.set(name, (functions.get(name) ?? 0) + micros);
    rooms.set(room, (rooms.get(room) ?? 0) + micros);
  });
  return { functions: shares(functions, count), rooms: shares(rooms, count) };
}
