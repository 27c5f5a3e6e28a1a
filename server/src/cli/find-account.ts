import { CommandFault } from './fault.ts';
import { pathTo } from './request.ts';
import type { Session } from './session.ts';
import type { Row } from './table.ts';

/** Enough to show that several accounts share a name. */
const rowsMax = 10;

/**
 * The ID of an account, found by its ID, its name or its e-mail address.
 * @throws {CommandFault} if there is none, or several, which are then listed.
 */
export async function accountId(session: Session, named = ''): Promise<string> {
  if (named.startsWith('acc_')) return named;
  const found = await session.rows(pathTo('accounts'), { named }, rowsMax);
  const [first] = found;
  if (first === undefined)
    throw new CommandFault(`No account has the id, name or e-mail address "${named}". Run "accounts list" to see all accounts.`);
  if (found.length === 1) return String(first.id);
  const those = found.map(
    ({ id, name, email }) => `${String(id)} (${String(name)}, ${typeof email === 'string' ? email : 'no e-mail address'})`,
  );
  throw new CommandFault(`"${named}" matches more than one account. Use an id: ${those.join('; ')}.`);
}

/** A query with the account that `--account` named. */
export async function withAccount<Query extends Row>(session: Session, query: Query): Promise<Query> {
  if (typeof query.account_id !== 'string') return query;
  return { ...query, account_id: await accountId(session, query.account_id) };
}
