import type { OpenedAccount, SignUpsStore } from './sign-up-ports.ts';
import type { AuditEntry } from '../../domain/books/audit-entry.ts';
import { compilerFor } from '../../storage/compiler.ts';
import type { Engine } from '../../storage/engine.ts';
import { wasCommitted } from '../../storage/was-committed.ts';
import { accountColumns } from '../tenants/accounts/account-statements.ts';
import { creditStatements } from '../ledger/credit-statements.ts';
import { memberStatement } from './members-store.ts';
import { claimStatement } from '../ledger/trials/trial-claims-store.ts';

/** Writes account, owner, claim and credit in one transaction; `false`, with nothing written, if the account id is taken. */
async function openAccount(engine: Engine, opened: OpenedAccount, audit: readonly AuditEntry[]): Promise<boolean> {
  const { record, credit, owner, claim } = opened;
  // Conflict: the transaction fails and `false` is returned; `subjects/people/sign-up.ts` tries the next id.
  const query = compilerFor(engine.sql)
    .insertInto('accounts')
    .values({ id: record.account.id, created_at: record.account.createdAtMs, ...accountColumns(record) })
    .onConflict((conflict) => conflict.doNothing());
  const statement = 'account that is opened';
  const unit = [
    { query: query.compile(), mustWrite: statement },
    memberStatement(engine, owner),
    claimStatement(engine, claim),
    ...(credit === null ? [] : creditStatements(engine, credit)),
  ];
  return wasCommitted(engine.write(unit, audit), [statement]);
}

/** Stores accounts that people open for themselves. */
export function createSignUpsStore(engine: Engine): SignUpsStore {
  return { open: (opened, audit) => openAccount(engine, opened, audit) };
}
