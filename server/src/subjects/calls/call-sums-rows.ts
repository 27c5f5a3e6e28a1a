import { sql, type RawBuilder } from 'kysely';
import type { CallsFilter, CallsStore } from './call-ports.ts';
import { compilerFor, readRows } from '../../storage/compiler.ts';
import type { Engine } from '../../storage/engine.ts';
import { firstUuidBytesAt, uuidText } from '../../storage/uuid-bytes.ts';

/** A total of integers; some engines return it as text. */
type Sum = bigint | string;

interface SumsRow {
  readonly status_class: bigint;
  readonly error_code: string | null;
  readonly calls: Sum;
  readonly charge: Sum;
  readonly input_tokens: Sum;
  readonly cached_tokens: Sum;
  readonly output_tokens: Sum;
  readonly newest: Uint8Array;
  readonly first_token: bigint | null;
}

/** The middle of a class of times that is at most 10 % wide: few enough classes to total them with the period. */
const firstToken = sql`case when c.streamed <> 1 then null
    when c.first_token_ms < 100 then c.first_token_ms / 5 * 5 + 2
    when c.first_token_ms < 1000 then c.first_token_ms / 10 * 10 + 5
    when c.first_token_ms < 10000 then c.first_token_ms / 100 * 100 + 50
    else c.first_token_ms / 1000 * 1000 + 500 end`;

const classDigits = { '2xx': 2n, '4xx': 4n, '5xx': 5n } as const;
const allClasses = [2n, 3n, 4n, 5n] as const;

function conditionsOf(accountId: string | undefined, filter: CallsFilter, isOfAll: boolean): readonly RawBuilder<unknown>[] {
  const { subAccountId, keyId, model, ending, errorCode } = filter;
  return [
    ...(isOfAll ? [] : [sql`c.key_id = k.id`]),
    ...(accountId === undefined ? [] : [sql`k.account_id = ${accountId}`]),
    ...(subAccountId === undefined ? [] : [sql`k.sub_account_id = ${subAccountId}`]),
    ...(keyId === undefined ? [] : [sql`k.id = ${keyId}`]),
    ...(model === undefined ? [] : [sql`c.model = ${model}`]),
    ...(ending === undefined ? [] : [sql`c.ending = ${ending}`]),
    ...(errorCode === undefined ? [] : [sql`c.error_code = ${errorCode}`]),
  ];
}

/**
 * Totals calls of one account or of all accounts. Only calls with the same key and status class are stored together, so an account is read
 * key by key. A key never changes its account.
 */
export function callSums(engine: Engine): CallsStore['sums'] {
  const db = compilerFor(engine.sql);
  const newest = engine.sql === 'sqlite' ? sql`max(c.id)` : sql`decode(max(encode(c.id, 'hex') collate "C"), 'hex')`;

  return async (accountId, stretch) => {
    const { fromMs, toMs, subAccountId, keyId, statusClass, withFirstToken } = stretch;
    const classes = statusClass === undefined ? allClasses : [classDigits[statusClass]];
    // Totals over all accounts are not read key by key, because all calls of a period are stored together.
    const isOfAll = accountId === undefined && subAccountId === undefined && keyId === undefined;
    const conditions = conditionsOf(accountId, stretch, isOfAll);
    const query = sql<SumsRow>`select c.status_class, c.error_code, ${newest} as newest, sum(c.count) as calls,
        sum(c.charge) as charge, sum(c.input_tokens) as input_tokens, sum(c.cached_tokens) as cached_tokens,
        sum(c.output_tokens) as output_tokens, ${withFirstToken === true ? firstToken : sql`null`} as first_token
      from ${isOfAll ? sql`calls c` : sql`keys k cross join calls c`}
      where c.status_class in (${sql.join(classes.map((digit) => sql.lit(digit)))})
        and c.id >= ${firstUuidBytesAt(fromMs)} and c.id < ${firstUuidBytesAt(toMs)}
        ${sql.join(
          conditions.map((condition) => sql`and ${condition}`),
          sql` `,
        )}
      group by c.status_class, c.error_code${withFirstToken === true ? sql`, ${firstToken}` : sql``}`;
    const compiled = query.compile(db);
    const rows = await readRows(engine, 'reports', { compile: () => compiled });
    return rows.map((row) => ({
      statusClass: Number(row.status_class),
      errorCode: row.error_code,
      calls: BigInt(row.calls),
      charge: BigInt(row.charge),
      inputTokens: BigInt(row.input_tokens),
      cachedTokens: BigInt(row.cached_tokens),
      outputTokens: BigInt(row.output_tokens),
      newestId: uuidText(row.newest),
      firstTokenMs: row.first_token === null ? null : Number(row.first_token),
    }));
  };
}
