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

function statFields(pid: number): string[] {
  const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** Seconds of CPU, user and system, of all threads since the start (proc(5): fields 14 and 15 of stat). */
export function cpuSeconds(pid: number): number {
  let ticks = 0;
  for (const member of family(pid)) {
    const fields = statFields(member);
    ticks += Number(fields[11]) + Number(fields[12]);
  }
  return ticks / ticksPerSecond;
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
