import { refusal } from '@tollgate/contract/refusals/refusal';
import { sql } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import { actingRight, type HeldRight, type RightBasis } from '../platform/held-right.ts';
import { countedChange, type ChangeLimits } from './change-counts.ts';
import { compilerFor } from './compiler.ts';
import { UnitConflict, type Engine, type UnitStatement } from './engine.ts';

const guardName = 'right of the person who changes it';

/** Writes the existing value: every engine counts that as a write, and a server locks the row until the unit commits. */
function guardOf(engine: Pick<Engine, 'sql'>, basis: RightBasis): UnitStatement {
  const { userId, role } = basis;
  const row =
    basis.kind === 'operator'
      ? sql`update operators set role = role where user_id = ${userId} and role = ${role}`
      : sql`update members set role = role where account_id = ${basis.accountId} and user_id = ${userId} and role = ${role}
          and coalesce(sub_account_id, '') = ${basis.subAccountId ?? ''}`;
  return { query: row.compile(compilerFor(engine.sql)), mustWrite: guardName };
}

interface GuardOptions {
  readonly clock: Pick<Clock, 'nowMs'>;
  /** `null`: changes are not limited. */
  readonly limits: ChangeLimits | null;
}

/**
 * The engine as stores use it. A person's request writes only while the person still has the right that authorized it. The sign-in is
 * checked immediately before the unit, the row of the member or operator within it. The first unit of a request counts as a change, within
 * the unit itself. No route can therefore forget to count, and a failed change does not count.
 */
export function rightGuarded(engine: Engine, { clock, limits }: GuardOptions): Engine {
  const counted = new WeakSet<HeldRight>();

  function countOf(right: HeldRight) {
    if (limits === null || right.changer === null || counted.has(right)) return { statements: [], refusalOf: () => null };
    return countedChange(engine, right.changer, { limits, nowMs: clock.nowMs() });
  }

  return {
    ...engine,
    read: (lane, query) => engine.read(lane, query),
    snapshot: (work) => engine.snapshot(work),
    async write(unit, audit) {
      const right = actingRight();
      if (right === null) return engine.write(unit, audit);
      await right.askSignIn();
      const count = countOf(right);
      const before = [...(right.basis === null ? [] : [guardOf(engine, right.basis)]), ...count.statements];
      try {
        const written = await engine.write([...before, ...unit], audit);
        counted.add(right);
        return written.slice(before.length);
      } catch (error) {
        if (!(error instanceof UnitConflict)) throw error;
        const refused = count.refusalOf(error.statement);
        if (refused !== null) throw refused;
        if (error.statement !== guardName) throw error;
        await right.ask();
        throw refusal('role_changed');
      }
    },
  };
}
