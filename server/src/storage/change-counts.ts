import type { ApiError } from '@tollgate/contract/errors';
import { refusal } from '@tollgate/contract/refusals/refusal';
import { sql } from 'kysely';
import type { Changer } from '../platform/held-right.ts';
import { compilerFor } from './compiler.ts';
import type { Engine, UnitStatement } from './engine.ts';

/** Limits on the changes that one person can make in the console. All members of an account together can make twice as many. */
export interface ChangeLimits {
  readonly perMinute: number;
  readonly perDay: number;
}

const spans = [
  { name: 'minute', ms: 60_000 },
  { name: 'day', ms: 86_400_000 },
] as const;

/** A window of one person or account, and the refusal when it is full. */
interface Window {
  readonly subject: string;
  readonly who: 'person' | 'account';
  readonly span: (typeof spans)[number];
  readonly max: number;
}

/** The limit for deletions is 50 % higher, so that a person at the limit can still delete a leaked key. */
function windowsOf({ personId, accountId, takesAway }: Changer, { perMinute, perDay }: ChangeLimits): readonly Window[] {
  const all = [
    { who: 'person' as const, subject: `person:${personId}`, times: 1 },
    ...(accountId === null ? [] : [{ who: 'account' as const, subject: `account:${accountId}`, times: 2 }]),
  ];
  return all.flatMap(({ who, subject, times }) =>
    spans.map((span) => {
      const max = times * (span.name === 'minute' ? perMinute : perDay);
      return { subject, who, span, max: takesAway ? Math.ceil(1.5 * max) : max };
    }),
  );
}

/** Adds one to the count, or writes nothing at the limit. Nodes whose clocks differ slightly share a window. */
function countOne(engine: Pick<Engine, 'sql'>, { subject, span, max }: Window, nowMs: number): UnitStatement {
  const ms = BigInt(span.ms);
  const start = BigInt(nowMs) - (BigInt(nowMs) % ms);
  const isSame = sql`(change_counts.started_at >= ${start} and change_counts.started_at <= ${start + ms})`;
  const query = sql`insert into change_counts (subject, span_ms, started_at, changes) values (${subject}, ${ms}, ${start}, 1)
    on conflict (subject, span_ms) do update set
      changes = case when ${isSame} then change_counts.changes + 1 else 1 end,
      started_at = case when ${isSame} then change_counts.started_at else excluded.started_at end
    where not ${isSame} or change_counts.changes < ${BigInt(max)}`;
  return { query: query.compile(compilerFor(engine.sql)), mustWrite: `changes of one ${subject} in a ${span.name}` };
}

const reasons = {
  person: { minute: 'changes_this_minute', day: 'changes_today' },
  account: { minute: 'account_changes_this_minute', day: 'account_changes_today' },
} as const;

function refusalIn({ who, span, max }: Window, nowMs: number): ApiError {
  const retryAfterSeconds = Math.max(1, Math.ceil((span.ms - (nowMs % span.ms)) / 1000));
  return refusal(reasons[who][span.name], { max }, { retryAfterSeconds });
}

/** The count of a change, written in the unit that commits it. */
export interface CountedChange {
  readonly statements: readonly UnitStatement[];
  /** The refusal if the named statement wrote nothing; `null` if the statement is not one of these. */
  readonly refusalOf: (statement: string) => ApiError | null;
}

/** Counts a change by person and by account, per UTC minute and day, across all nodes. */
export function countedChange(
  engine: Pick<Engine, 'sql'>,
  changer: Changer,
  { limits, nowMs }: { readonly limits: ChangeLimits; readonly nowMs: number },
): CountedChange {
  const counted = windowsOf(changer, limits).map((window) => ({ window, statement: countOne(engine, window, nowMs) }));
  return {
    statements: counted.map(({ statement }) => statement),
    refusalOf(name) {
      const full = counted.find(({ statement }) => statement.mustWrite === name);
      return full === undefined ? null : refusalIn(full.window, nowMs);
    },
  };
}
