import { sql } from 'kysely';
import { usageOf, worthOf, type PricedRow } from '../../domain/catalog/explain.ts';
import type { PriceVersion } from '../../domain/catalog/model.ts';
import { listLabel, ownLabel } from '../../domain/catalog/price-label.ts';
import type { CallRow } from '../../storage/call-columns.ts';
import { compilerFor } from '../../storage/compiler.ts';
import { priceVersionOf } from '../../storage/price-rows.ts';
import { uuidText } from '../../storage/uuid-bytes.ts';
import { inPiece } from '../call-sums.ts';
import type { LogPiece } from '../call-sums.ts';
import type { AuditScope } from './audit-scope.ts';

/** Few rows, because each is recomputed on the event loop. */
const rowsPerRead = 500;

/** Versions by the name that the log uses for them. The name of an account-specific version includes the account's ID. */
export type PriceVersions = ReadonlyMap<string, PriceVersion>;

function ofAccount(label: string, accountId: string): string {
  return `${label} ${accountId}`;
}

/** Reads all versions of all prices. */
export async function readPriceVersions({ engine, snapshot }: AuditScope): Promise<PriceVersions> {
  const db = compilerFor(engine.sql);
  const versions = new Map<string, PriceVersion>();
  const listed = db.selectFrom('model_prices').selectAll();
  for (const row of (await snapshot.read(listed.compile())) as unknown as Awaited<ReturnType<typeof listed.execute>>) {
    const label = listLabel(row.model, Number(row.version));
    versions.set(label, priceVersionOf(row, label));
  }
  const own = db.selectFrom('price_overrides').selectAll();
  for (const row of (await snapshot.read(own.compile())) as unknown as Awaited<ReturnType<typeof own.execute>>) {
    const label = ownLabel({ ownerKind: row.owner_kind, ownerId: row.owner_id }, row.model, Number(row.version));
    const name = row.owner_kind === 'account' ? ofAccount(label, row.owner_id) : label;
    versions.set(name, priceVersionOf(row, label));
  }
  return versions;
}

/** The columns that a row's charge is computed from. */
const columns = [
  ...(['id', 'account_id', 'request_time', 'input_tokens', 'cached_tokens', 'output_tokens', 'reasoning_tokens'] as const),
  ...(['charge', 'uncollected', 'price_version', 'multiplier_ppm', 'priced'] as const),
] as const;
const selected = sql.join(columns.map((name) => sql.ref(name)));

type Row = Pick<CallRow, (typeof columns)[number]>;

function pricedRowOf(row: Row): PricedRow {
  return {
    requestTimeMs: Number(row.request_time),
    inputTokens: Number(row.input_tokens),
    cachedTokens: Number(row.cached_tokens),
    outputTokens: Number(row.output_tokens),
    reasoningTokens: Number(row.reasoning_tokens),
    charge: row.charge,
    uncollected: row.uncollected,
    priceVersion: row.price_version,
    multiplierPpm: row.multiplier_ppm,
    // The cast is safe: only this program writes the column.
    priced: row.priced === null ? null : (JSON.parse(row.priced) as PricedRow['priced']),
  };
}

function check({ sheet }: AuditScope, versions: PriceVersions, row: Row): void {
  const call = pricedRowOf(row);
  const amount = call.charge + call.uncollected;
  const label = call.priceVersion ?? '';
  const version = versions.get(label) ?? versions.get(ofAccount(label, row.account_id));
  // The usage of a node that was declared dead is unknown; only its value was entered later.
  if (usageOf(call) === null && call.charge === 0n) return;
  const worth = version === undefined ? null : worthOf(call, version);
  if (worth === amount) return;
  // Built-in prices are part of the program and are 0.
  if (version === undefined && amount === 0n) return;
  const place = `call ${uuidText(row.id)} is worth ${String(amount)} nano-CNY`;
  if (worth === null) sheet.find('price', `${place}, and its price "${label}" or its usage does not say why`, amount);
  else sheet.find('price', `${place}, and its usage at the price "${label}" comes to ${String(worth)}`, amount - worth);
}

/**
 * Recomputes every row in a range of the log from its usage and the price version that it names. Versions that did not store the multiplier
 * cannot be recomputed; the checks of sums cover their rows.
 */
export async function checkCharges(scope: AuditScope, versions: PriceVersions, piece: LogPiece): Promise<void> {
  const db = compilerFor(scope.engine.sql);
  for (let rest = piece; ;) {
    const query = sql`select ${selected} from calls where ${inPiece(rest)} and multiplier_ppm is not null order by id limit ${rowsPerRead}`;
    const rows = (await scope.snapshot.read(query.compile(db))) as unknown as readonly Row[];
    for (const row of rows) check(scope, versions, row);
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsPerRead) return;
    rest = { ...piece, fromId: behind(last.id) };
  }
}

/** The smallest ID after the given one. */
function behind(id: Uint8Array): Uint8Array {
  const next = Uint8Array.from(id);
  for (let at = next.length - 1; at >= 0; at -= 1) {
    next[at] = ((next[at] ?? 0) + 1) & 255;
    if (next[at] !== 0) return next;
  }
  return next;
}
