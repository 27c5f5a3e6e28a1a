import type { Member } from '../domain/people/person.ts';
import { found, type ControlContext } from './control-context.ts';

/**
 * The role of a person in an account. For a person without a role, the response is the same as for an unknown account.
 * @throws {ApiError} 404
 */
export async function memberOf({ stores }: Pick<ControlContext, 'stores'>, accountId: string, userId: string): Promise<Member> {
  return found(await stores.members.find(accountId, userId), 'account');
}
