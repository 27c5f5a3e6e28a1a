import { ApiError } from '@tollgate/contract/errors';
import type { TaskDraft } from '../domain/tasks/task.ts';
import type { MusicReading } from '../endpoints/endpoint.ts';
import { writeTerms } from '../tasks/task-terms.ts';
import type { Work } from '../tasks/work.ts';
import type { RoutedCall } from './call.ts';
import type { GatewayContext } from './gateway-context.ts';
import type { HandedOver } from './outcome.ts';
import { sendObject } from './files/send-object.ts';
import { sendError } from './refusals/send-error.ts';

type Parts = Pick<GatewayContext, 'brokenConnections' | 'clock' | 'local' | 'logger' | 'objects' | 'runner' | 'state'>;

/** Clients and proxies in front of them give up soon after this. */
const waitSecondsMax = 110;
/** Upstreams respond to a submission in seconds, unless the response is the music itself. */
const submitWaitMs = 15_000;
const deadlineSeconds = 1_800;
const retryAfterSeconds = 30;

/** How long the client wants to wait for the task to end. */
function waitMsOf({ body, request }: RoutedCall): number {
  const { wait } = body.value;
  const [, preferred] = /(?:^|[,;\s])wait=(\d{1,5})\b/.exec(String(request.headers.prefer ?? '')) ?? [];
  const asked = typeof wait === 'number' ? wait : Number(preferred ?? 0);
  return 1000 * Math.min(waitSecondsMax, wait === true ? waitSecondsMax : asked);
}

function draftOf(call: RoutedCall, nowMs: number): TaskDraft {
  const { id, entry, model, quote, strict, reservation, estimate, endpoint, hourStartMs, day } = call;
  const { accountId, keyId, amount, windows } = reservation;
  const mark = {
    id,
    accountId,
    keyId,
    hourStartMs,
    day,
    requestTimeMs: call.requestTimeMs,
    subAccountId: entry.key.subAccountId,
    endpoint: endpoint.name,
    model: model.name,
    kind: endpoint.kind,
    streamed: false,
    sourceIp: call.sourceIp,
    priceVersion: quote.priceVersion,
  };
  const songs = call.wants.choices;
  const each = (more: typeof estimate.worst.more): number => Math.floor((more?.output_audio_ms ?? 0) / songs);
  const terms = writeTerms({
    mark,
    multiplierPpm: String(quote.multiplierPpm),
    expected: { songs, millisecondsEach: each(estimate.expected.more) },
    worstMillisecondsEach: each(estimate.worst.more),
  });
  return {
    id,
    accountId,
    keyId,
    model: model.name,
    terms,
    openMark: JSON.stringify(mark),
    money: { amount, windows, strict },
    request: JSON.stringify(call.music),
    createdAtMs: nowMs,
    deadlineMs: nowMs + 1000 * (model.music?.deadlineSeconds ?? deadlineSeconds),
  };
}

/** @throws {ApiError} if nothing was started, so that the call ends like every other. */
async function begin(context: Parts, call: RoutedCall): Promise<Work> {
  const { accountId } = call.reservation;
  if (!(await context.objects.hasRoom(accountId, 'calls')))
    throw new ApiError('rate_limit_exceeded', {
      message:
        'There is no room for another song: those of this account, or of all accounts, take all that they may. They are kept for 7 days; repeat later. An account that has topped up may keep more.',
      shouldRetry: false,
    });
  if (call.music === undefined) throw new ApiError('internal_error', { cause: 'a task without a request' });
  const draft = draftOf(call, context.clock.nowMs());
  let work: Work | null;
  try {
    work = await context.runner.begin(draft, { candidates: call.candidates, request: call.music });
  } catch (error) {
    context.runner.forget(draft.id);
    throw error;
  }
  if (work === null) throw new ApiError('maintenance');
  return work;
}

/** Waits until the task has ended, the client has left, or the time is over. */
async function wait(context: Parts, call: RoutedCall, work: Work): Promise<void> {
  const within = (promise: Promise<void>, ms: number): Promise<void> =>
    new Promise((resolve) => {
      const cancel = context.clock.after(ms, resolve);
      const end = (): void => {
        cancel();
        resolve();
      };
      call.client.onLeft(end);
      call.interrupt = end;
      void promise.then(end);
    });
  const waitMs = waitMsOf(call);
  await within(work.submitted, submitWaitMs);
  if (waitMs > 0) await within(work.over, waitMs);
}

async function answer(
  context: Parts,
  call: RoutedCall,
  at: { readonly work: Work; readonly reading: MusicReading },
): Promise<void> {
  const { client } = call;
  await wait(context, call, at.work);
  if (client.left) return;
  const { refusal } = at.work;
  if (refusal !== null) {
    const { code, message, param, told } = refusal;
    const isUpstreams = code === 'upstream_unavailable';
    const advice = isUpstreams ? await context.local.tasks.advice(call.reservation.keyId) : '';
    const error = new ApiError(code, {
      message: message + advice,
      param,
      cause: told,
      ...(isUpstreams ? { retryAfterSeconds } : {}),
    });
    await sendError(call, error);
    return;
  }
  const { tasks } = context.local;
  const task = await tasks.find(call.reservation.keyId, call.id);
  if (task === null) throw new Error('a task that was begun is not there');
  await sendObject(context, call, at.reading.show(tasks, task));
}

/** Turns the call into a task and responds with its state. From here on, the task meters, settles and logs it. */
export async function handOver(context: Parts, call: RoutedCall, reading: MusicReading): Promise<HandedOver> {
  const work = await begin(context, call);
  const { reservation, entry, id: callId } = call;
  const { accountId, keyId, amount: reserved } = reservation;
  // A client gains nothing from a task by breaking off the connection.
  void context.brokenConnections.ended({
    callId,
    accountId,
    keyId,
    rules: entry.account.account.brokenConnections,
    reserved,
    charged: 0n,
    taken: 0n,
    leftEarly: false,
    atMs: context.clock.nowMs(),
  });
  try {
    await answer(context, call, { work, reading });
  } catch (thrown) {
    context.logger.error({ callId, err: thrown }, 'a task was started, but its client could not be notified');
    const message = `Could not load the task, which was created as ${reading.nameOf(callId)}. Request it by that id; do not send the request again.`;
    const error = new ApiError('internal_error', { message, shouldRetry: false });
    if (!call.client.left && call.client.status === null) await sendError(call, error);
  }
  return { kind: 'handed_over' };
}
