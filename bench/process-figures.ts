/** CPU time and memory of any process, read from outside; a gateway in another language is measured the same way. */
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';

/** Only Linux offers /proc; elsewhere the scenarios that need it are left out. */
export const processFiguresAvailable = process.platform === 'linux';

const ticksPerSecond = processFiguresAvailable ? Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' })) : 100;

/** The process and everything it started: worker processes belong to the gateway that forked them. */
function family(pid: number): number[] {
  let members = [pid];
  try {
    for (const thread of readdirSync(`/proc/${String(pid)}/task`)) {
      const children = readFileSync(`/proc/${String(pid)}/task/${thread}/children`, 'utf8').trim();
      for (const child of children.split(' ').filter(Boolean)) members = [...members, ...family(Number(child))];
    }
  } catch {
    // A process may end while it is being read.
  }
  return members;
}

/** Name and CPU seconds, user and system, of itself and of its ended children (proc(5): fields 2 and 14 to 17 of stat). */
function readStat(file: string): { name: string; seconds: number; endedSeconds: number } {
  const stat = readFileSync(file, 'utf8');
  const end = stat.lastIndexOf(')');
  const fields = stat.slice(end + 2).split(' ');
  const seconds = (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
  const endedSeconds = (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
  return { name: stat.slice(stat.indexOf('(') + 1, end), seconds, endedSeconds };
}

const tries = 20;

/** Reads the whole family again if a member ended meanwhile: its time then counts as its parent's. */
function whileAllLive<Figure>(read: () => Figure): Figure {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return read();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || attempt === tries) throw error;
    }
  }
}

/** Seconds of CPU of all threads since the start. */
export function cpuSeconds(pid: number): number {
  return whileAllLive(() =>
    family(pid).reduce((sum, member) => {
      const { seconds, endedSeconds } = readStat(`/proc/${String(member)}/stat`);
      return sum + seconds + endedSeconds;
    }, 0),
  );
}

/** Seconds of CPU by thread, as `name id`. */
export function threadSeconds(pid: number): ReadonlyMap<string, number> {
  const folder = `/proc/${String(pid)}/task`;
  return new Map(
    readdirSync(folder).map((thread) => {
      const { name, seconds } = readStat(`${folder}/${thread}/stat`);
      return [`${name} ${thread}`, seconds];
    }),
  );
}

/** Resident memory in MiB. */
export function residentMiB(pid: number): number {
  let kibibytes = 0;
  for (const member of family(pid)) {
    const status = readFileSync(`/proc/${String(member)}/status`, 'utf8');
    kibibytes += Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0);
  }
  return kibibytes / 1024;
}
