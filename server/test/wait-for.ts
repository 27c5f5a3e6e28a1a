/** Tests wait for real events, never for a period of time and never endlessly, because a failing test must not hang. */
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';

/** Real time within which everything a test waits for has happened, however busy the machine. */
const patienceMs = Number(process.env.TOLLGATE_TEST_PATIENCE_MS ?? 60_000);
/** After one failed wait many later ones fail as well; they must not all take as long. */
const impatienceMs = 10_000;
/** Maximum time that one step of a wait counts: if the machine hangs for a minute, nothing had a minute to happen. */
const stepMs = 5_000;
/** After this time, checks leave the CPU to others. */
const eagerMs = 1_000;
let hasWaitedInVain = false;

export interface Waiting {
  /** What the test waits for; shown if it never happens. */
  readonly what?: string | (() => string);
  /** Interval between checks. Without it, checks follow each other directly, for events in this process. */
  readonly everyMs?: number;
  /** Set if the usual patience is not enough. */
  readonly withinMs?: number;
}

function deadlineMs({ withinMs = patienceMs }: Waiting): number {
  return hasWaitedInVain ? Math.min(withinMs, impatienceMs) : withinMs;
}

/** The error of a wait, created when it starts, because its start is more informative than its end. */
function inVain(began: Error, { what = 'what the test waited for' }: Waiting): Error {
  hasWaitedInVain = true;
  began.message = `never happened: ${typeof what === 'string' ? what : what()}`;
  return began;
}

/** Checks repeatedly until the condition is true. */
export async function waitFor(condition: () => boolean | Promise<boolean>, waiting: Waiting = {}): Promise<void> {
  const began = new Error();
  let passedMs = 0;
  do {
    const lookedMs = performance.now();
    if (await condition()) return;
    if (waiting.everyMs !== undefined) await pause(waiting.everyMs);
    else await (passedMs < eagerMs ? turn() : pause(1));
    passedMs += Math.min(performance.now() - lookedMs, Math.max(stepMs, waiting.everyMs ?? 0));
  } while (passedMs < deadlineMs(waiting));
  throw inVain(began, waiting);
}

/** The event, with an error if it never comes. */
export async function inTime<Value>(event: Promise<Value>, waiting: Waiting): Promise<Value> {
  const began = new Error();
  const late = Promise.withResolvers<never>();
  let timer: NodeJS.Timeout | undefined;
  const wait = (leftMs: number): void => {
    timer = setTimeout(
      () => {
        if (leftMs > stepMs) wait(leftMs - stepMs);
        else late.reject(inVain(began, waiting));
      },
      Math.min(leftMs, stepMs),
    );
  };
  wait(deadlineMs(waiting));
  try {
    return await Promise.race([event, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
