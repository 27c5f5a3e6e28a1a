import type { Submitted, TaskPlan } from '../dialects/music-upstream.ts';
import type { Task } from '../domain/tasks/task.ts';
import { nextTurn } from '../platform/next-turn.ts';
import type { Candidate } from '../upstream/routing/candidate.ts';
import { mayHaveBegun } from '../upstream/routing/retry-rule.ts';
import { askUpstream, noLongerThan, type UpstreamAnswer } from './ask-upstream.ts';
import { refused, TaskFailed, upstreamFailed } from './task-end.ts';
import type { SpokenMusic, TaskParts } from './task-parts.ts';
import type { Fresh, SubmittedTask, Work } from './work.ts';

const attemptsMax = 3;
const idleTimeoutMs = 60_000;
/** For upstreams that only accept a task, and do the work later. */
const submitMsMax = 120_000;

/** Reads in steps, between which the event loop does other work. */
export async function readInSteps<Value>(reading: Generator<undefined, Value>): Promise<Value> {
  for (;;) {
    const next = reading.next();
    if (next.done === true) return next.value;
    await nextTurn();
  }
}

export function planOf(
  parts: Pick<TaskParts, 'catalog'>,
  task: Pick<Task, 'id' | 'model'>,
  at: { readonly provider: Candidate['provider']; readonly upstreamModel: string },
): TaskPlan {
  const supportedParameters = parts.catalog.current.models.get(task.model)?.supportedParameters ?? [];
  return { upstreamModel: at.upstreamModel, quirks: at.provider.quirks, callId: task.id, supportedParameters };
}

/** The result of an attempt. If `submitted` is `null`, another route may be tried, because this one has certainly not started work. */
type Attempt = { readonly submitted: Submitted | null; readonly failure: TaskFailed };

/** The request, its upstream and its client. */
interface Asked {
  readonly candidate: Candidate;
  readonly spoken: SpokenMusic;
  readonly plan: TaskPlan;
  readonly accountId: string;
}

async function judge(parts: TaskParts, { candidate, spoken, plan, accountId }: Asked, answer: UpstreamAnswer): Promise<Attempt> {
  const { routing } = parts;
  if (answer.kind === 'fault') {
    routing.failed(candidate, { fault: answer.fault.kind }, answer.fault.cause, accountId);
    const failure = upstreamFailed(answer.fault.cause);
    if (answer.wasSent) throw failure;
    return { submitted: null, failure };
  }
  if (answer.status !== 200) {
    const refusal = spoken.music.readRefusal(answer.status, answer.bytes);
    const failure = refused(refusal, `the upstream answered with status ${String(answer.status)}`, candidate.called);
    if (refusal.blame === 'client') routing.refused(candidate, accountId);
    else routing.failed(candidate, { status: refusal.status, retryAfterMs: null, blame: refusal.blame }, failure.told, accountId);
    if (refusal.blame === 'client' || mayHaveBegun(answer.status)) throw failure;
    return { submitted: null, failure };
  }
  const submitted = await readInSteps(spoken.music.readSubmit(answer, plan)).catch((error: unknown) => {
    routing.abandoned(candidate);
    throw error;
  });
  const isKeyRefused = submitted.state === 'failed' && submitted.refusal.blame === 'credentials';
  if (isKeyRefused) routing.failed(candidate, { status: 401, retryAfterMs: null, blame: 'credentials' }, submitted.cause);
  else routing.succeeded(candidate, null, accountId);
  if (submitted.state === 'unclear') throw upstreamFailed(submitted.fault);
  if (submitted.state !== 'failed') return { submitted, failure: upstreamFailed('') };
  const failure = refused(submitted.refusal, submitted.cause, candidate.called);
  if (submitted.refusal.blame === 'client') throw failure;
  return { submitted: null, failure };
}

async function attempt(parts: TaskParts, work: Work, task: Task, at: { readonly candidate: Candidate; readonly fresh: Fresh }) {
  const { routing, transport, clock } = parts;
  const { candidate, fresh } = at;
  const spoken = parts.musicOf(candidate.provider);
  if (spoken === null) return null;
  const plan = planOf(parts, task, candidate);
  const leftMs = task.deadlineMs - clock.nowMs();
  // If the response is the music itself, it may take as long as the task.
  const slow = { ...parts.timeouts, firstByteTimeoutMs: leftMs, idleTimeoutMs, totalTimeoutMs: leftMs };
  const timeouts = spoken.music.polling === null ? slow : noLongerThan(parts.timeouts, Math.min(submitMsMax, leftMs));
  const message = spoken.music.submit(fresh.request, plan);
  work.isOwnRoute = candidate.provider.accountId !== undefined;
  routing.started(candidate);
  const startedMs = clock.monotonicMs();
  const note = (fault: string | null): void => {
    const route = `${candidate.provider.name}/${candidate.route.region}`;
    work.attempts.push({ route, key: candidate.key.id, fault, durationMs: Math.round(clock.monotonicMs() - startedMs) });
  };
  const answer = await askUpstream({ transport, route: candidate.called, dialect: spoken.name, message, timeouts }, (cancel) => {
    work.drop = cancel;
  });
  if (candidate.isCounted) routing.released(candidate);
  try {
    const judged = await judge(parts, { candidate, spoken, plan, accountId: task.accountId }, answer);
    note(judged.submitted === null ? judged.failure.told : null);
    return judged;
  } catch (error) {
    note(error instanceof TaskFailed ? error.told : 'its answer could not be read');
    throw error;
  }
}

/**
 * Submits a task to the first route that accepts it, and never again once a route may have started work.
 * @throws {TaskFailed}
 */
export async function submitTask(parts: TaskParts, work: Work, task: Task, fresh: Fresh): Promise<SubmittedTask> {
  let last: TaskFailed | null = null;
  for (const candidate of fresh.candidates.slice(0, attemptsMax)) {
    const taken = parts.routing.take(candidate);
    const tried = taken === null ? null : await attempt(parts, work, task, { candidate: taken, fresh });
    if (tried === null || taken === null) continue;
    if (last === null || tried.failure.code === 'upstream_unavailable') last = tried.failure;
    const { submitted } = tried;
    if (submitted?.state === 'accepted') return { candidate: taken, upstreamId: submitted.upstreamId, songs: null };
    if (submitted?.state === 'done') return { candidate: taken, upstreamId: null, songs: submitted.songs };
  }
  throw last ?? upstreamFailed('no route was tried');
}
