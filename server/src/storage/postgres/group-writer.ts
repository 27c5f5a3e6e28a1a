import type { ClientBase, QueryConfig } from 'pg';
import type { CallRecord, NoticeDraft } from '../../domain/books/call-record.ts';
import { isMailed } from '../../domain/books/notice-text.ts';
import type { StrayRefusal } from '../../domain/books/books.ts';
import type { CallGroup } from '../engine.ts';
import { IncarnationFenced } from '../storage-error.ts';
import { uuidText } from '../uuid-bytes.ts';
import { callArrays, sortedById } from './group-arrays.ts';
import { numberArray, textArray, uuidArray } from './values.ts';

const names = callArrays.map(({ name }) => name).join(', ');
const arrays = callArrays.map(({ type }, index) => `$${String(index + 1)}::${type}[]`).join(', ');
const added = [
  'calls',
  'charged_calls',
  'input_tokens',
  'cached_tokens',
  'output_tokens',
  'reasoning_tokens',
  'charge',
  'uncollected',
  'upstream_cost',
];

/** Only inserted rows add to the usage: the later parts of the statement read the rows that the first one returns. */
// Conflict: the existing call is kept. The statement returns the inserted rows; every other call is a duplicate.
const insertAndAdd = `with inserted as (
    insert into calls (${names}) select * from unnest(${arrays})
    on conflict (id) do nothing returning *
  ), used as (
    insert into usage_hours (account_id, sub_account_id, key_id, model, hour_start, day, node, ${added.join(', ')})
    select account_id, coalesce(sub_account_id, ''), key_id, coalesce(model, ''), hour_start, min(day), $${String(callArrays.length + 1)},
      sum(count), count(*) filter (where charge > 0), sum(input_tokens), sum(cached_tokens), sum(output_tokens),
      sum(reasoning_tokens), sum(charge), sum(uncollected), sum(upstream_cost)
    from inserted
    group by account_id, coalesce(sub_account_id, ''), key_id, coalesce(model, ''), hour_start
    order by hour_start, account_id, key_id, coalesce(model, ''), coalesce(sub_account_id, '')
    on conflict (hour_start, account_id, key_id, model, sub_account_id, node) do update set
      ${added.map((column) => `${column} = usage_hours.${column} + excluded.${column}`).join(', ')}
  )`;

const insertCalls = `${insertAndAdd}
  select id from inserted`;

/** For a group with a call that has quantities besides the four token counts. */
const insertCallsWithQuantities = `${insertAndAdd}, named as (
    insert into usage_hour_quantities (account_id, sub_account_id, key_id, model, hour_start, day, node, name, amount)
    select account_id, coalesce(sub_account_id, ''), key_id, coalesce(model, ''), hour_start, min(day), $${String(callArrays.length + 1)},
      part.key, sum(part.value::bigint)
    from inserted, jsonb_each_text(priced::jsonb -> 'more') part
    group by account_id, coalesce(sub_account_id, ''), key_id, coalesce(model, ''), hour_start, part.key
    order by hour_start, account_id, key_id, coalesce(model, ''), coalesce(sub_account_id, ''), part.key
    on conflict (hour_start, account_id, key_id, model, sub_account_id, node, name) do update set
      amount = usage_hour_quantities.amount + excluded.amount
  )
  select id from inserted`;

/** An incarnation that other nodes declared dead must commit nothing: their declaration waits for this lock. */
const lockIncarnation = 'select state from nodes where incarnation = $1 for share';
// Conflict: the existing mark is kept: a call's mark never changes.
const insertMarks = `insert into open_calls (id, incarnation, mark) select id, $3, mark
  from unnest($1::bytea[], $2::text[]) as marks (id, mark) on conflict (id) do nothing`;
const deleteMarks = 'delete from open_calls where id = any($1::bytea[])';
// Conflict: the existing notice is kept: an exceeded cap is reported once per window, level and arming.
const insertNotices = `insert into notices (account_id, key_id, "window", kind, arming, text, created_at, params, mail_due)
  select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::text[], $7::bigint[], $8::text[], $9::bigint[])
  on conflict ("window", kind, arming) do nothing`;
const insertStrays = `insert into stray_refusals (at, source_ip, path, code, fault, count)
  select * from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[])`;

type Statement = QueryConfig<string[]>;

/** A group as statements, built once and reused for every attempt. */
export interface GroupStatements {
  readonly incarnation: string;
  readonly calls: Statement | null;
  /** In a fixed order of tables. */
  readonly others: readonly Statement[];
}

function noticesStatement(notices: readonly NoticeDraft[]): Statement {
  const sorted = [...notices].sort((a, b) => (a.window < b.window ? -1 : 1));
  const values = [
    textArray(sorted.map((notice) => notice.accountId)),
    textArray(sorted.map((notice) => notice.keyId)),
    textArray(sorted.map((notice) => notice.window)),
    textArray(sorted.map((notice) => notice.kind)),
    numberArray(sorted.map((notice) => notice.arming)),
    textArray(sorted.map((notice) => notice.text)),
    numberArray(sorted.map((notice) => Math.round(notice.atMs))),
    textArray(sorted.map((notice) => JSON.stringify(notice.params ?? {}))),
    numberArray(sorted.map((notice) => (isMailed(notice) ? 1 : 0))),
  ];
  return { name: 'insert notices', text: insertNotices, values };
}

function straysStatement(strays: readonly StrayRefusal[]): Statement {
  const values = [
    numberArray(strays.map((stray) => Math.round(stray.atMs))),
    textArray(strays.map((stray) => stray.sourceIp)),
    textArray(strays.map((stray) => stray.path)),
    textArray(strays.map((stray) => stray.code)),
    textArray(strays.map((stray) => stray.fault)),
    numberArray(strays.map((stray) => stray.count ?? 1)),
  ];
  return { name: 'insert strays', text: insertStrays, values };
}

function insertionOf(calls: readonly CallRecord[]): Pick<Statement, 'name' | 'text'> & { readonly text: string } {
  const isPlain = calls.every(({ priced }) => priced === null);
  if (isPlain) return { name: 'insert calls', text: insertCalls };
  return { name: 'insert calls with quantities', text: insertCallsWithQuantities };
}

/** @throws {StorageError} for an ID that is not a UUID. */
export function groupStatements(group: CallGroup, incarnation: string): GroupStatements {
  const calls = sortedById(group.closed);
  const closed = new Set(calls.map((call) => call.id));
  // A call that was both opened and closed in this group must leave no mark.
  const marks = sortedById(group.opened).filter((mark) => !closed.has(mark.id));
  const others: Statement[] = [];
  if (marks.length > 0) {
    const values = [uuidArray(marks.map((mark) => mark.id)), textArray(marks.map((mark) => JSON.stringify(mark))), incarnation];
    others.push({ name: 'insert marks', text: insertMarks, values });
  }
  if (calls.length > 0) others.push({ name: 'delete marks', text: deleteMarks, values: [uuidArray([...closed])] });
  if (group.notices.length > 0) others.push(noticesStatement(group.notices));
  if (group.strays.length > 0) others.push(straysStatement(group.strays));
  const values = () => [...callArrays.map(({ of }) => of(calls)), incarnation];
  return {
    incarnation,
    calls: calls.length === 0 ? null : { ...insertionOf(calls), values: values() },
    others,
  };
}

/**
 * Writes a group within a transaction. Returns the inserted IDs.
 * @throws {IncarnationFenced}
 */
export async function runGroup(client: ClientBase, statements: GroupStatements): Promise<ReadonlySet<string>> {
  const { incarnation, calls, others } = statements;
  const fence = { name: 'lock incarnation', text: lockIncarnation, values: [incarnation] };
  const { rows: nodes } = await client.query<{ state: string }>(fence);
  if (nodes[0] !== undefined && nodes[0].state !== 'live') throw new IncarnationFenced(incarnation);
  const inserted = calls === null ? [] : (await client.query<{ id: Uint8Array }>(calls)).rows;
  for (const statement of others) await client.query(statement);
  return new Set(inserted.map((row) => uuidText(row.id)));
}

/** The IDs that already had a row, which may be from the same group. */
export function duplicatesOf(group: CallGroup, inserted: ReadonlySet<string>): string[] {
  const left = new Set(inserted);
  return group.closed.filter((call) => !left.delete(call.id)).map((call) => call.id);
}
