import type { SignInParts } from './sign-in-parts.ts';

type Parts = Pick<SignInParts, 'own' | 'database'>;

/** Which sign-in methods of a person are kept. */
export interface KeptWays {
  /** The sign-in to keep, by ID. */
  readonly session: string | null;
  /** Identities of the outside provider, and passkeys. */
  readonly credentials: boolean;
  /** Authenticator codes, and the backup codes for when the authenticator is lost. */
  readonly secondStep: boolean;
}

/** Ends pending steps: links in mails, unfinished second steps, unfinished passkeys, links to a provider. */
export async function endPending({ own }: Pick<Parts, 'own'>, userId: string): Promise<void> {
  await own.deleteFrom('verification').where('value', 'like', `%${userId}%`).execute();
}

/**
 * Ends sign-in methods that another person may have prepared before the owner of the mailbox arrived: identities, passkeys, sign-ins, and a
 * second step that would lock the owner out.
 */
export async function endWaysIn({ own, database }: Parts, userId: string, kept: KeptWays): Promise<void> {
  if (!kept.credentials) {
    await own.deleteFrom('account').where('userId', '=', userId).where('providerId', '!=', 'credential').execute();
    await own.deleteFrom('passkey').where('userId', '=', userId).execute();
  }
  await own
    .deleteFrom('session')
    .where('userId', '=', userId)
    .where('id', '!=', kept.session ?? '')
    .execute();
  if (kept.secondStep) return;
  await own.deleteFrom('twoFactor').where('userId', '=', userId).execute();
  const off = database.type === 'sqlite' ? 0 : false;
  await own.updateTable('user').set({ twoFactorEnabled: off }).where('id', '=', userId).execute();
}
