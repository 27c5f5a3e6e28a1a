import { ApiError } from '@tollgate/contract/errors';
import { sql } from 'kysely';
import { actingRight, type RightBasis } from '../platform/held-right.ts';
import { compilerFor } from './compiler.ts';
import { UnitConflict, type Engine, type UnitStatement } from './engine.ts';

const guardName = 'right of whoever changes it';

/** Writes what is there already: that counts on every engine, and a server keeps the row as it is until the unit commits. */
function guardOf(engine: Pick<Engine, 'sql'>, basis: RightBasis): UnitStatement {
  const { userId, role } = basis;
  const row =
    basis.kind === 'operator'
      ? sql`update operators set role = role where user_id = ${userId} and role = ${role}`
      : sql`update members set role = role where account_id = ${basis.accountId} and user_id = ${userId} and role = ${role}
          and coalesce(sub_account_id, '') = ${basis.subAccountId ?? ''}`;
  return { query: row.compile(compilerFor(engine.sql)), mustWrite: guardName };
}

/**
 * The engine as stores see it. What a request of a person writes is written only while the person still has the right that the
 * request was let through with: the sign-in is asked immediately before the unit, the row of the member or operator within it.
 */
export function rightGuarded(engine: Engine): Engine {
  return {
    ...engine,
    async write(unit, audit) {
      const right = actingRight();
      if (right === null) return engine.write(unit, audit);
      await right.askSignIn();
      if (right.basis === null) return engine.write(unit, audit);
      try {
        const [, ...written] = await engine.write([guardOf(engine, right.basis), ...unit], audit);
        return written;
      } catch (error) {
        if (!(error instanceof UnitConflict && error.statement === guardName)) throw error;
        await right.ask();
        throw new ApiError('conflict', { message: 'Your role was changed at the same moment. Reload the page and try again.' });
      }
    },
  };
}
