import { sql } from 'kysely';
import { taskStates, type Task, type TaskMoney } from '../../domain/tasks/task.ts';
import type { InheritedTask } from '../../domain/tasks/task-ownership.ts';
import { uuidText } from '../uuid-bytes.ts';
import { wholeNumber } from '../whole-number.ts';

type Row = Readonly<Record<string, unknown>>;

/** The task is being worked on, or will be. */
export const isUnfinished = sql`state in ('submitting', 'running', 'storing')`;

export function idOf(row: Row): string {
  return uuidText(row.id as Uint8Array);
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** Process starts that have ended, as listed in a column. */
export function namesIn(value: unknown): readonly string[] {
  return textOrNull(value)?.split(',') ?? [];
}

function numberOrNull(value: unknown): number | null {
  return value === null ? null : Number(wholeNumber(value));
}

/** As JSON with amounts as strings: JSON numbers are not exact enough for money. */
export function writeMoney({ amount, windows, strict }: TaskMoney): string {
  return JSON.stringify({ amount: String(amount), windows, strict });
}

function readMoney(text: unknown): TaskMoney {
  const { amount, ...money } = JSON.parse(String(text)) as Omit<TaskMoney, 'amount'> & { readonly amount: string };
  return { amount: BigInt(amount), ...money };
}

/** Opens sealed values. The second argument is the ID of the row that holds the value. */
export interface Opener {
  open(sealed: Uint8Array, owner: string): string;
}

export function taskOf(row: Row, box: Opener): Task {
  const id = idOf(row);
  const { request } = row;
  return {
    id,
    accountId: String(row.account_id),
    keyId: String(row.key_id),
    model: String(row.model),
    money: readMoney(row.money),
    terms: String(row.terms),
    request: request === null ? null : box.open(request as Uint8Array, id),
    createdAtMs: Number(wholeNumber(row.created_at)),
    deadlineMs: Number(wholeNumber(row.deadline)),
    state: taskStates.find((state) => state === row.state) ?? 'failed',
    isCancelAsked: wholeNumber(row.cancel_asked) === 1n,
    routeId: textOrNull(row.route_id),
    upstreamId: textOrNull(row.upstream_id),
    progress: numberOrNull(row.progress),
    result: textOrNull(row.result),
    errorCode: textOrNull(row.error_code),
    error: textOrNull(row.error),
    endedAtMs: numberOrNull(row.ended_at),
    expiresAtMs: numberOrNull(row.expires_at),
  };
}

export function inheritedTaskOf(row: Row): InheritedTask {
  const { amount, windows, strict } = readMoney(row.money);
  const [callId, accountId, keyId] = [idOf(row), String(row.account_id), String(row.key_id)];
  return {
    reservation: { callId, accountId, keyId, amount, windows },
    strict,
    from: namesIn(row.adopted_from),
    isBooked: wholeNumber(row.booked) === 1n,
  };
}
