import type { Member } from '../domain/people/person.ts';
import { found, type ControlContext } from './control-context.ts';

/** What a person is in an account. Whoever is nothing in it is told what is told of an unknown one. @throws {ApiError} 404 */
export async function memberOf({ stores }: Pick<ControlContext, 'stores'>, accountId: string, userId: string): Promise<Member> {
  return found(await stores.members.find(accountId, userId), 'account');
}
