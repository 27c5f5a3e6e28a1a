import { sql, type Kysely } from 'kysely';
import type { SignInTables } from '../database/sign-in-tables.ts';

/** The provider's ID in sign-in and in its callback. */
export const outsideProviderId = 'oidc';
/** For identities from before issuers were stored. */
export const unboundProviderId = 'oidc-of-any-issuer';

/**
 * A subject identifies a person at one issuer only: at another one, the same value may be another person. An issuer has no fragment, so the
 * first `#` ends it.
 */
export function identityKey(issuer: string, subject: string): string {
  return `${issuer.replace(/\/+$/, '')}#${subject}`;
}

/** Assigns identities from before issuers were stored to the current issuer. */
export async function bindIdentities(own: Kysely<SignInTables>, issuer: string): Promise<void> {
  await own
    .updateTable('account')
    .set({ providerId: outsideProviderId, accountId: sql<string>`${identityKey(issuer, '')} || ${sql.ref('accountId')}` })
    .where('providerId', '=', unboundProviderId)
    .execute();
}
