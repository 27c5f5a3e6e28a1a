/** Tests wait for real events, never for a period of time and never endlessly: a failing test must not hang. */
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';

/** Real time in which anything a test waits for has happened, however busy the machine. */
const patienceMs = Number(process.env.TOLLGATE_TEST_PATIENCE_MS ?? 60_000);
/** After one failed wait many later ones fail too; not all of them may take as long. */
const impatienceMs = 10_000;
/** The most that one step of a wait counts for: a machine that hangs for a minute has not had a minute for anything. */
const stepMs = 5_000;
/** Then looks leave the processor to others. */
const eagerMs = 1_000;
let hasWaitedInVain = false;

export interface Waiting {
  /** What the test waits for, shown if it never happens. */
  readonly what?: string | (() => string);
  /** Between two looks. Without it one look follows the other: for what happens in this process. */
  readonly everyMs?: number;
  /** Where more than the usual patience is needed. */
  readonly withinMs?: number;
}

function deadlineMs({ withinMs = patienceMs }: Waiting): number {
  return hasWaitedInVain ? Math.min(withinMs, impatienceMs) : withinMs;
}

/** The error of a wait; made when it begins, because where that was says more than where it ended. */
function inVain(began: Error, { what = 'what the test waited for' }: Waiting): Error {
  hasWaitedInVain = true;
  began.message = `never happened: ${typeof what === 'string' ? what : what()}`;
  return began;
}

/** Looks again and again until the condition is true. */
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

/** The event, which fails instead of never coming. */
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
