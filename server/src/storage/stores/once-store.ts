import { sql } from 'kysely';
import type { OnceAnswer, OnceMark, OnceStore } from '../../control/once-ports.ts';
import { compilerFor } from '../compiler.ts';
import type { Engine, UnitStatement } from '../engine.ts';
import { wholeNumber } from '../whole-number.ts';

/** Name of the unit statement that fails when something was carried out under the key before. */
export const onceStatementName = 'idempotency key';

/**
 * For the unit that carries a request out, before everything else in it: the request is then carried out once, however often and from
 * wherever it is sent. Nothing for one without a key.
 */
export function onceStatements(engine: Pick<Engine, 'sql'>, mark: OnceMark | null): readonly UnitStatement[] {
  if (mark === null) return [];
  const { accountId, key, contentHash, answer, atMs } = mark;
  if (accountId === null) {
    // Conflict: the unit fails, and the first answer is returned.
    const ofOperators = sql`insert into operator_once_marks (name, content_hash, status, answer, created_at)
      values (${key}, ${contentHash}, ${BigInt(answer.status)}, ${answer.body}, ${BigInt(atMs)}) on conflict do nothing`;
    return [{ query: ofOperators.compile(compilerFor(engine.sql)), mustWrite: onceStatementName }];
  }
  // Conflict: the same.
  const query = sql`insert into once_marks (account_id, name, content_hash, status, answer, created_at)
    values (${accountId}, ${key}, ${contentHash}, ${BigInt(answer.status)}, ${answer.body}, ${BigInt(atMs)})
    on conflict do nothing`;
  return [{ query: query.compile(compilerFor(engine.sql)), mustWrite: onceStatementName }];
}

export function createOnceStore(engine: Engine): OnceStore {
  return {
    async find(accountId, key) {
      const whose =
        accountId === null
          ? sql`operator_once_marks where name = ${key}`
          : sql`once_marks where account_id = ${accountId} and name = ${key}`;
      const query = sql`select content_hash, status, answer, created_at from ${whose}`;
      const [row] = await engine.read('hot', query.compile(compilerFor(engine.sql)));
      if (row === undefined) return null;
      const status: OnceAnswer['status'] = wholeNumber(row.status) === 200n ? 200 : 201;
      return {
        accountId,
        key,
        contentHash: Buffer.from(row.content_hash as Uint8Array),
        answer: { status, body: String(row.answer) },
        atMs: Number(wholeNumber(row.created_at)),
      };
    },
  };
}
