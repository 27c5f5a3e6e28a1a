import type { AccountDataExport, PeopleInExport } from '../../subjects/calls/exports/export-ports.ts';
import type { MembersStore } from '../../subjects/people/member-ports.ts';
import type { Identity } from '../../identity/identity.ts';

/** The sign-in service, which is opened after the parts that use it. */
export interface LatePeople {
  identity: Identity | null;
}

const iso = (ms: number): string => Temporal.Instant.fromEpochMilliseconds(ms).toString();

/** Members of an account with their names and addresses; sign-ins only of the person who requested the export. */
export async function peopleInExport(
  members: Pick<MembersStore, 'ofAccount'>,
  identity: Pick<Identity, 'findPerson' | 'signInsOf'> | null,
  { accountId, personId }: Pick<AccountDataExport, 'accountId' | 'personId'>,
): Promise<PeopleInExport> {
  if (identity === null) throw new Error('sign-in is not open yet');
  const known: PeopleInExport['members'][number][] = [];
  for (const { userId, role, subAccountId, createdAtMs } of await members.ofAccount(accountId)) {
    const person = await identity.findPerson({ id: userId });
    const who = { id: userId, name: person?.name ?? null, email: person?.email ?? null, locale: person?.locale ?? null };
    known.push({ ...who, role, sub_account_id: subAccountId, since: iso(createdAtMs) });
  }
  const signIns = (await identity.signInsOf(personId)).map(({ createdAtMs, expiresAtMs, ip, userAgent }) => ({
    since: iso(createdAtMs),
    until: iso(expiresAtMs),
    ip,
    user_agent: userAgent,
  }));
  return { members: known, signIns };
}
