import assert from 'node:assert/strict';
import type { OpenMark } from '../../src/domain/books/call-record.ts';
import type { Admission, MoneyLimit } from '../../src/domain/limits/coordination.ts';
import { closedRecord, openMark } from './gateway-process.ts';
import { boundsOf, type Decision, type ModelCall, type ModelKey, type MoneyModel, type SongTask } from './model.ts';
import { concurrency, requestsPerMinute, type World } from './world.ts';

export function limitsOf(model: MoneyModel, world: World, key: ModelKey): readonly MoneyLimit[] {
  const { day, month } = world.process.calendar.now();
  return [
    { scope: 'account', window: world.accountId, limit: model.credits, arming: 0 },
    ...boundsOf(key, { day, month }).map(({ cap, ...bound }) => ({ ...bound, limit: cap })),
  ];
}

/** The request for a key: an answer, or a song. */
export interface Wanted {
  readonly key: ModelKey;
  readonly reserve: bigint;
  readonly song: SongTask | null;
  /** Additional data of its mark. */
  readonly mark?: Partial<OpenMark>;
}

/** Asks both model and program whether a call can start; `null` if it cannot. */
export async function admit(
  model: MoneyModel,
  world: World,
  { key, reserve, song, mark: more }: Wanted,
): Promise<{ readonly call: ModelCall; readonly mark: OpenMark } | null> {
  if (key.deleted) return null;
  const { process, clock, accountId } = world;
  const [atMs, callId] = [clock.nowMs(), world.ids.uuid()];
  const expected = model.decide(key, reserve, atMs, clock.monotonicMs());
  await process.coordination.prepare(accountId, key.id, key.team.id);
  const admission = await process.coordination.admit({
    callId,
    accountId,
    keyId: key.id,
    revision: 0,
    atMs,
    rates: [{ id: accountId, scope: 'account', requestsPerMinute, tokensPerMinute: null, concurrency }],
    money: limitsOf(model, world, key),
    reserve,
    strict: key.strict,
    expectedTokens: 0,
    heldMax: null,
  });
  assert.equal(decisionOf(admission), expected);
  const { day, hourStartMs } = process.calendar.now();
  const mark = { ...openMark(callId, accountId, key, { atMs, day, hourStartMs }), ...more };
  if (!admission.admitted) {
    process.books.close(closedRecord(mark, 429, 0n), []);
    return null;
  }
  const call = model.admit({ id: callId, key, reserve, song }, [atMs, clock.monotonicMs()]);
  assert.deepEqual(admission.reservation.windows, [accountId, ...call.windows]);
  assert.deepEqual([day, hourStartMs], [call.day, call.hourStartMs]);
  if (song === null) process.reservations.set(callId, admission.reservation);
  process.books.open(mark);
  return { call, mark };
}

function decisionOf(admission: Admission): Decision {
  if (admission.admitted) return 'admitted';
  const { refusal } = admission;
  if (refusal.reason === 'rate' || refusal.reason === 'concurrency') return refusal.reason;
  assert.ok(refusal.reason === 'money_spent' || refusal.reason === 'money_reserved', refusal.reason);
  return refusal.reason === 'money_spent' ? `spent:${refusal.scope}` : `reserved:${refusal.scope}`;
}
