import type { MadeSong, TaskReport } from '../dialects/music-upstream.ts';
import type { Task } from '../domain/tasks/task.ts';
import { randomFraction } from '../platform/random-fraction.ts';
import { askUpstream, noLongerThan } from './ask-upstream.ts';
import { planOf, readInSteps } from './submit-task.ts';
import { cancelled, expired, refused, upstreamFailed } from './task-end.ts';
import type { TaskParts } from './task-parts.ts';
import type { TaskRoute } from './task-route.ts';
import type { Work } from './work.ts';

const firstPauseMs = 2_000;
const longestPauseMs = 15_000;
const growth = 1.5;
/** Upstreams report the state of a task within a second. While a poll runs, nothing else happens to the task, not even a cancellation. */
const lookMsMax = 30_000;
/** After this many reports in a row that the task is unknown, the upstream does not have it. */
const unknownMax = 3;

const unknownStatuses: ReadonlySet<number> = new Set([404, 410]);

async function take(
  { tasks }: TaskParts,
  task: Task,
  { called }: TaskRoute,
  report: TaskReport,
): Promise<readonly MadeSong[] | null> {
  if (report.state === 'failed') throw refused(report.refusal, report.cause, called);
  if (report.state === 'done') return report.songs;
  if (report.state === 'running' && report.progress !== null) await tasks.progressed(task.id, report.progress);
  return null;
}

/** Polls once. `null` if the task is not done yet, or its state is currently unknown. */
async function look(parts: TaskParts, work: Work, task: Task, at: TaskRoute & { readonly unknown: { times: number } }) {
  const spoken = parts.musicOf(at.provider);
  const polling = spoken?.music.polling ?? null;
  if (spoken === null || polling === null || task.upstreamId === null) throw upstreamFailed('the route makes no music any more');
  const plan = planOf(parts, task, at);
  const message = polling.poll(task.upstreamId, plan);
  const { transport, clock } = parts;
  const timeouts = noLongerThan(parts.timeouts, Math.min(lookMsMax, task.deadlineMs - clock.nowMs()));
  const answer = await askUpstream({ transport, route: at.called, dialect: spoken.name, message, timeouts }, (cancel) => {
    work.drop = cancel;
  });
  if (answer.kind === 'fault') return null;
  if (answer.status !== 200) {
    at.unknown.times += unknownStatuses.has(answer.status) ? 1 : 0;
    if (at.unknown.times >= unknownMax) throw upstreamFailed('the upstream knows no such task');
    return null;
  }
  return take(parts, task, at, await readInSteps(polling.readPoll(answer, task.upstreamId, plan)));
}

/**
 * Cancels the work at the upstream, if that supports cancellation.
 * @returns whether the upstream confirms that it has stopped.
 */
export async function cancelThere(parts: TaskParts, task: Task, at: TaskRoute | null): Promise<boolean> {
  const spoken = at === null ? null : parts.musicOf(at.provider);
  const cancel = spoken?.music.polling?.cancel ?? null;
  if (at === null || spoken === null || cancel === null || task.upstreamId === null) return false;
  const message = cancel(task.upstreamId, planOf(parts, task, at));
  const { transport } = parts;
  const timeouts = noLongerThan(parts.timeouts, lookMsMax);
  const answer = await askUpstream({ transport, route: at.called, dialect: spoken.name, message, timeouts });
  return answer.kind === 'answer' && answer.status >= 200 && answer.status < 300;
}

/**
 * Polls an upstream until a task is done. Pauses grow from 2 to 15 s.
 * @throws {TaskFailed} if it failed there, took too long, or was cancelled; {Stopped}
 */
export async function followTask(parts: TaskParts, work: Work, task: Task, at: TaskRoute): Promise<readonly MadeSong[]> {
  const unknown = { times: 0 };
  let pauseMs = firstPauseMs;
  for (;;) {
    if (work.isCancelled) throw cancelled();
    if (parts.clock.nowMs() >= task.deadlineMs) throw expired();
    const songs = await look(parts, work, task, { ...at, unknown });
    if (songs !== null) return songs;
    await work.pauseUnlessCancelled(parts.clock, pauseMs * (0.8 + 0.4 * randomFraction()));
    pauseMs = Math.min(longestPauseMs, pauseMs * growth);
  }
}
