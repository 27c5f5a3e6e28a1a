import type { SQLInputValue } from 'node:sqlite';
import { amountsOf } from '@tollgate/contract/quantities';
import type { Writing } from './commit-mark.ts';
import type { Connection } from './connection.ts';
import { closedWidth, noticeWidth, openedWidth, strayWidth } from './group-message.ts';
import type { GroupMessage } from './group-message.ts';
import type { PricedMore } from '../../domain/books/call-record.ts';
import type { Cell } from '../call-column.ts';
import { callColumnAt, callColumnList, statusClassOf } from '../call-columns.ts';
import { uuidIntoBytes } from '../uuid-bytes.ts';

// Conflict: the existing call is kept. The number of rows written shows that the call is a duplicate.
const insertCall = [
  'insert into calls',
  `(${[...callColumnList.map(({ name }) => name), 'status_class'].join(', ')})`,
  `values (${Array(closedWidth + 1)
    .fill('?')
    .join(',')}) on conflict (id) do nothing`,
].join(' ');

const addUsage = `insert into usage_hours (account_id, sub_account_id, key_id, model, hour_start, day, node, calls, charged_calls,
  input_tokens, cached_tokens, output_tokens, reasoning_tokens, charge, uncollected, upstream_cost)
  values (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)
  on conflict (account_id, key_id, model, sub_account_id, hour_start, node) do update set
  calls = calls + excluded.calls, charged_calls = charged_calls + excluded.charged_calls,
  input_tokens = input_tokens + excluded.input_tokens, cached_tokens = cached_tokens + excluded.cached_tokens,
  output_tokens = output_tokens + excluded.output_tokens, reasoning_tokens = reasoning_tokens + excluded.reasoning_tokens,
  charge = charge + excluded.charge, uncollected = uncollected + excluded.uncollected,
  upstream_cost = upstream_cost + excluded.upstream_cost`;

const addQuantity = `insert into usage_hour_quantities (account_id, sub_account_id, key_id, model, hour_start, day, node, name, amount)
  values (?,?,?,?,?,?,?,?,?)
  on conflict (hour_start, account_id, key_id, model, sub_account_id, node, name) do update set amount = amount + excluded.amount`;

// Conflict: the existing mark is kept: a call's mark never changes.
const insertMark = 'insert into open_calls (id, incarnation, mark) values (?,?,?) on conflict (id) do nothing';
const anyMark = 'select 1 from open_calls limit 1';
const deleteMark = 'delete from open_calls where id = ?';
// Conflict: the existing notice is kept: an exceeded cap is reported once per window, level and arming.
const insertNotice = `insert into notices (account_id, key_id, window, kind, arming, text, created_at, params, mail_due)
  values (?,?,?,?,?,?,?,?,?)
  on conflict (window, kind, arming) do nothing`;
const insertStray = 'insert into stray_refusals (at, source_ip, path, code, fault, count) values (?,?,?,?,?,?)';

/** Sums of one group for one row of `usage_hours`. */
interface UsageSum {
  /** account, sub-account, key, model, hour, day. */
  readonly identity: readonly Cell[];
  calls: number;
  chargedCalls: number;
  input: number;
  cached: number;
  output: number;
  reasoning: number;
  charge: bigint;
  uncollected: bigint;
  upstreamCost: bigint;
  /** Quantities besides the four token counts; nearly always none. */
  quantities: Map<string, number> | null;
}

/** Positions of the cells of a closed call. */
const {
  accountId: accountIdAt,
  cachedTokens: cachedTokensAt,
  charge: chargeAt,
  count: countAt,
  day: dayAt,
  hourStartMs: hourStartMsAt,
  id: idAt,
  inputTokens: inputTokensAt,
  keyId: keyIdAt,
  model: modelAt,
  outputTokens: outputTokensAt,
  priced: pricedAt,
  reasoningTokens: reasoningTokensAt,
  status: statusAt,
  subAccountId: subAccountIdAt,
  uncollected: uncollectedAt,
  upstreamCost: upstreamCostAt,
} = callColumnAt;

/** Holds a call ID as bytes, without an allocation per call. */
const idBytes = new Uint8Array(16);

function row(cells: readonly Cell[], at: number, width: number): Cell[] {
  return cells.slice(at, at + width);
}

function addToSums(sums: Map<string, UsageSum>, cells: readonly Cell[]): void {
  const account = cells[accountIdAt];
  const sub = cells[subAccountIdAt];
  const key = cells[keyIdAt];
  const model = cells[modelAt];
  const hour = cells[hourStartMsAt];
  const name = `${String(account)}\n${String(key)}\n${String(model ?? '')}\n${String(sub ?? '')}\n${String(hour)}`;
  let sum = sums.get(name);
  if (sum === undefined) {
    const identity = [account ?? null, sub ?? '', key ?? null, model ?? '', hour ?? null, cells[dayAt] ?? null];
    sum = {
      identity,
      calls: 0,
      chargedCalls: 0,
      input: 0,
      cached: 0,
      output: 0,
      reasoning: 0,
      charge: 0n,
      uncollected: 0n,
      upstreamCost: 0n,
      quantities: null,
    };
    sums.set(name, sum);
  }
  const charge = cells[chargeAt] as bigint;
  sum.calls += cells[countAt] as number;
  if (charge > 0n) sum.chargedCalls += 1;
  sum.input += cells[inputTokensAt] as number;
  sum.cached += cells[cachedTokensAt] as number;
  sum.output += cells[outputTokensAt] as number;
  sum.reasoning += cells[reasoningTokensAt] as number;
  sum.charge += charge;
  sum.uncollected += cells[uncollectedAt] as bigint;
  sum.upstreamCost += cells[upstreamCostAt] as bigint;
  const priced = cells[pricedAt];
  if (typeof priced === 'string') addQuantities(sum, JSON.parse(priced) as PricedMore);
}

function addQuantities(sum: UsageSum, { more }: PricedMore): void {
  if (more === undefined) return;
  const quantities = (sum.quantities ??= new Map<string, number>());
  for (const [name, amount] of amountsOf(more)) quantities.set(name, (quantities.get(name) ?? 0) + amount);
}

/** Inserts the closed calls. Returns the IDs that already had a row, and the sums of the inserted calls. */
function insertClosed(connection: Connection, closed: readonly Cell[]): { duplicates: string[]; sums: Map<string, UsageSum> } {
  const insert = connection.prepare(insertCall);
  const unmark = connection.prepare(deleteMark);
  // While upstreams answer faster than groups are committed, there are no marks, and no call has to look up its own.
  const areMarks = connection.prepare(anyMark).get() !== undefined;
  const duplicates: string[] = [];
  const sums = new Map<string, UsageSum>();
  for (let at = 0; at < closed.length; at += closedWidth) {
    const cells = row(closed, at, closedWidth);
    const id = cells[idAt] as string;
    const bound = cells as SQLInputValue[];
    bound[idAt] = uuidIntoBytes(id, idBytes);
    bound.push(statusClassOf(cells[statusAt] as number));
    if (insert.run(...bound).changes === 0n) duplicates.push(id);
    else addToSums(sums, cells);
    if (areMarks) unmark.run(idBytes);
  }
  return { duplicates, sums };
}

function addSums(connection: Connection, sums: Map<string, UsageSum>, node: string): void {
  const add = connection.prepare(addUsage);
  for (const sum of sums.values()) {
    add.run(
      ...sum.identity,
      node,
      sum.calls,
      sum.chargedCalls,
      BigInt(sum.input),
      BigInt(sum.cached),
      BigInt(sum.output),
      BigInt(sum.reasoning),
      sum.charge,
      sum.uncollected,
      sum.upstreamCost,
    );
    for (const [name, amount] of sum.quantities ?? [])
      connection.prepare(addQuantity).run(...sum.identity, node, name, BigInt(amount));
  }
}

function insertRows(connection: Connection, sql: string, rows: { cells: readonly Cell[]; width: number }): void {
  if (rows.cells.length === 0) return;
  const insert = connection.prepare(sql);
  for (let at = 0; at < rows.cells.length; at += rows.width) insert.run(...row(rows.cells, at, rows.width));
}

/** Writes one group in one transaction with one fsync. Returns the IDs of calls that already had a row. */
export function writeGroup({ connection, commits }: Writing, group: GroupMessage, incarnation: string): string[] {
  connection.db.exec('begin immediate');
  // Marks are written first: a call that was both opened and closed in this group must leave none.
  const mark = connection.prepare(insertMark);
  for (let at = 0; at < group.opened.length; at += openedWidth) {
    mark.run(uuidIntoBytes(group.opened[at] as string, idBytes), incarnation, group.opened[at + 1] ?? null);
  }
  const { duplicates, sums } = insertClosed(connection, group.closed);
  addSums(connection, sums, incarnation);
  insertRows(connection, insertNotice, { cells: group.notices, width: noticeWidth });
  insertRows(connection, insertStray, { cells: group.strays, width: strayWidth });
  commits.commit();
  return duplicates;
}
