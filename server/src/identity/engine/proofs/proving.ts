import { systemClock } from '../../../platform/clock.ts';
import type { EngineCalls } from '../engine-calls.ts';
import { proofHoldsMs } from './fresh-proof.ts';
import type { Library } from '../library.ts';
import type { SignInParts } from '../sign-in-parts.ts';
import { endPending } from '../ways-in.ts';

const minuteMs = 60_000;
/** Wrong attempts by one person before further ones have to wait. */
const freeAttempts = { windowMs: 15 * minuteMs, max: 10 } as const;
/** How long a sign-in counts as new. */
const freshMs = proofHoldsMs;

/** Checks before irreversible actions, and the deletion of a person. */
export function provingCalls(parts: SignInParts, library: Library): Pick<EngineCalls, 'proves' | 'forget'> {
  return {
    async proves({ personId, sessionId, password }) {
      const { internalAdapter, password: passwords } = await library.inside();
      const accounts = await internalAdapter.findAccounts(personId);
      const hash = accounts.find(({ providerId }) => providerId === 'credential')?.password;
      if (typeof hash !== 'string') {
        const session = (await internalAdapter.listSessions(personId)).find(({ id }) => id === sessionId);
        const isFresh = session !== undefined && systemClock.nowMs() - session.createdAt.getTime() < freshMs;
        return isFresh ? 'proven' : 'sign_in_again';
      }
      const { allowed } = await parts.limits.take(`proves:${personId}`, freeAttempts);
      if (!allowed) return 'too_many';
      return (await passwords.verify({ hash, password: password ?? '' })) ? 'proven' : 'wrong';
    },

    async forget(personId) {
      const { internalAdapter } = await library.inside();
      // Pending links and second steps do not refer to their person in the database.
      await endPending(parts, personId);
      // All other data of the person is deleted together with the row.
      await internalAdapter.deleteUser(personId);
    },
  };
}
