import { sql, type Kysely } from 'kysely';
import type { SignInTables } from '../database/sign-in-tables.ts';

/** As sign-in and its callback name the provider. */
export const outsideProviderId = 'oidc';
/** Identities from before issuers were noted. */
export const unboundProviderId = 'oidc-of-any-issuer';

/**
 * A subject is somebody's at one issuer alone: at another one the same word may be another person. An issuer has no fragment, so the
 * first `#` ends it.
 */
export function identityKey(issuer: string, subject: string): string {
  return `${issuer.replace(/\/+$/, '')}#${subject}`;
}

/** Identities from before issuers were noted are those of the issuer that the service has now. */
export async function bindIdentities(own: Kysely<SignInTables>, issuer: string): Promise<void> {
  await own
    .updateTable('account')
    .set({ providerId: outsideProviderId, accountId: sql<string>`${identityKey(issuer, '')} || ${sql.ref('accountId')}` })
    .where('providerId', '=', unboundProviderId)
    .execute();
}
