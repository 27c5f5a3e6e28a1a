import { sql } from 'kysely';
import type { OnceAnswer, OnceMark, OnceStore } from '../../control/once-ports.ts';
import { compilerFor } from '../compiler.ts';
import type { Engine, UnitStatement } from '../engine.ts';
import { wholeNumber } from '../whole-number.ts';

/** Name of the unit statement that fails if a request was already executed under the key. */
export const onceStatementName = 'idempotency key';

/**
 * Statements to put first in the unit that executes a request. The request is then executed once, regardless of how often and from where it
 * is sent. Empty for a request without a key.
 */
export function onceStatements(engine: Pick<Engine, 'sql'>, mark: OnceMark | null): readonly UnitStatement[] {
  if (mark === null) return [];
  const { accountId, key, contentHash, answer, atMs } = mark;
  if (accountId === null) {
    // Conflict: the unit fails, and the first response is returned.
    const ofOperators = sql`insert into operator_once_marks (name, content_hash, status, answer, created_at)
      values (${key}, ${contentHash}, ${BigInt(answer.status)}, ${answer.body}, ${BigInt(atMs)}) on conflict do nothing`;
    return [{ query: ofOperators.compile(compilerFor(engine.sql)), mustWrite: onceStatementName }];
  }
  // Conflict: the unit fails, as above.
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
