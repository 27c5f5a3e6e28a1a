import { CommandFault } from './fault.ts';
import { pathTo } from './request.ts';
import type { Session } from './session.ts';
import type { Row } from './table.ts';

/**
 * The provider of this name or ID.
 * @throws {CommandFault} if there is none.
 */
export async function findProvider(session: Session, name: string | undefined): Promise<Row> {
  const all = await session.rows(pathTo('providers'), {}, Infinity);
  const found = all.find((row) => row.id === name) ?? all.find((row) => row.name === name);
  if (found === undefined)
    throw new CommandFault(`No provider is named "${name ?? ''}". Run "providers list" to see all providers.`);
  return found;
}

/**
 * Its path in the admin API.
 * @throws {CommandFault} if there is none.
 */
export async function providerPath(session: Session, name = ''): Promise<string> {
  const id = name.startsWith('prv_') ? name : String((await findProvider(session, name)).id);
  return pathTo('providers', id);
}
