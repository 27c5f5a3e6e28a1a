import { invite, listInvitations, withdrawInvitation } from '../../../src/subjects/people/invitations.ts';
import { appointOperator, dismissOperator, listOperators } from '../../../src/subjects/people/operators.ts';
import type { PeopleFinder } from '../../../src/domain/people/people-finder.ts';
import { listMembers, patchMember, removeMember } from '../../../src/subjects/people/team.ts';
import { compilerFor } from '../../../src/storage/compiler.ts';
import { memberStatement } from '../../../src/subjects/people/members-store.ts';
import type { AdminBench } from '../admin-bench.ts';
import type { ScopeCases } from './scope-case.ts';
import { unknownIds } from './unknown-ids.ts';

const nobody: PeopleFinder = { findPerson: () => Promise.resolve(null) };
const somebody: PeopleFinder = {
  findPerson: () =>
    Promise.resolve({
      id: 'usr_1',
      email: 'some@example.com',
      name: 'Some',
      emailVerified: true,
      locale: null,
      twoFactorEnabled: false,
      createdAtMs: 0,
    }),
};

/** Adds a member to the account, if it exists. */
async function joined({ control, engine }: AdminBench, accountId: string): Promise<{ readonly userId: string }> {
  const userId = 'usr_one';
  const isThere = (await control.stores.members.find(accountId, userId)) !== null;
  const member = { accountId, userId, role: 'finance' as const, subAccountId: null, createdAtMs: 1 };
  if (!isThere && accountId !== unknownIds.account) await engine.write([memberStatement(engine, member)], []);
  return { userId };
}

/** Invites a person to the account, if it exists, without an entry in the audit log. */
async function invited({ control, engine }: AdminBench, accountId: string): Promise<{ readonly id: string }> {
  const [known] = await control.stores.members.invitationsOf(accountId, control.clock.nowMs());
  if (known !== undefined || accountId === unknownIds.account) return known ?? { id: 'inv_none' };
  const columns = { id: `inv_${accountId}`, account_id: accountId, email: 'x@example.com', email_lower: 'x@example.com' };
  const rest = { role: 'finance' as const, token_hash: Buffer.from(accountId), inviter: 'test', created_at: 1 };
  const query = compilerFor('sqlite').insertInto('invitations');
  const row = query.values({ ...columns, ...rest, expires_at: control.clock.nowMs() + 1000 });
  await engine.write([{ query: row.compile() }], []);
  return columns;
}

export const peopleCases: ScopeCases = {
  listMembers: { may: 'whole', ask: (control, principal, { account }) => listMembers(control, principal, account, nobody) },
  patchMember: {
    may: 'whole',
    ask: async (control, principal, { account }, bench) => {
      const member = await joined(bench, account);
      return patchMember(control, principal, { ...member, accountId: account, people: nobody }, { role: 'admin' });
    },
  },
  removeMember: {
    may: 'whole',
    ask: async (control, principal, { account }, bench) => {
      const member = await joined(bench, account);
      await removeMember(control, principal, { ...member, accountId: account, people: nobody, isSelf: false });
      return 'done';
    },
  },
  listInvitations: { may: 'whole', ask: (control, principal, { account }) => listInvitations(control, principal, account) },
  invite: {
    may: 'whole',
    ask: (control, principal, { account }) => {
      const request = { email: 'new@example.com', role: 'finance' as const };
      return invite(
        control,
        principal,
        { accountId: account, request },
        { people: nobody, locale: 'en', consoleOrigin: () => '' },
      );
    },
  },
  withdrawInvitation: {
    may: 'whole',
    ask: async (control, principal, { account }, bench) => {
      const { id } = await invited(bench, account);
      await withdrawInvitation(control, principal, account, id);
      return 'done';
    },
  },
  listOperators: { may: 'operator', ask: (control, principal) => listOperators(control, nobody, principal) },
  appointOperator: {
    may: 'operator',
    ask: (control, principal) => appointOperator(control, somebody, principal, { email: 'some@example.com', role: 'support' }),
  },
  dismissOperator: {
    may: 'operator',
    ask: (control, principal) => dismissOperator(control, somebody, principal, 'usr_2'),
  },
};
