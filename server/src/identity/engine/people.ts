import { createEmailVerificationToken } from 'better-auth/api';
import type { Person } from '../../domain/people/person.ts';
import { systemClock } from '../../platform/clock.ts';
import { createIds } from '../../platform/ids.ts';
import type { EngineCalls } from './engine-calls.ts';
import type { Library } from './library.ts';
import { linkMinutes } from './mails/mails.ts';
import type { SignInParts } from './sign-in-parts.ts';
import { endWaysIn } from './ways-in.ts';

const ids = createIds(systemClock);

/** A person as the library stores them. */
interface StoredUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly emailVerified: boolean;
  readonly createdAt: Date;
  readonly twoFactorEnabled?: boolean | null | undefined;
  readonly locale?: string | null | undefined;
}

export function personOf(user: StoredUser): Person {
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    emailVerified: user.emailVerified,
    locale: user.locale === 'zh' || user.locale === 'en' ? user.locale : null,
    twoFactorEnabled: user.twoFactorEnabled === true,
    createdAtMs: user.createdAt.getTime(),
  };
}

const normalised = (email: string): string => email.trim().toLowerCase();

/** Operations on people that are not requested by the people themselves. */
export function peopleCalls(
  parts: SignInParts,
  library: Library,
): Pick<EngineCalls, 'findPerson' | 'makeVerified' | 'linkFor' | 'signInsOf' | 'isSignedIn'> {
  async function verifyToken(user: StoredUser, seconds: number): Promise<string> {
    return await createEmailVerificationToken(parts.data.secret, user.email, undefined, seconds, { userId: user.id });
  }

  async function resetToken(user: StoredUser, seconds: number): Promise<string> {
    const { internalAdapter } = await library.inside();
    const token = ids.secret(32);
    const expiresAt = new Date(systemClock.nowMs() + seconds * 1000);
    await internalAdapter.createVerificationValue({ value: user.id, identifier: `reset-password:${token}`, expiresAt });
    return token;
  }

  return {
    async findPerson(who) {
      const { internalAdapter } = await library.inside();
      if ('id' in who) {
        const user = await internalAdapter.findUserById(who.id);
        return user === null ? null : personOf(user);
      }
      const found = await internalAdapter.findUserByEmail(normalised(who.email));
      return found === null ? null : personOf(found.user);
    },

    async makeVerified({ email, password, name }) {
      const { internalAdapter, password: passwords } = await library.inside();
      const found = await internalAdapter.findUserByEmail(normalised(email), { includeAccounts: true });
      if (found !== null) {
        const kept = found.accounts.find(({ providerId }) => providerId === 'credential')?.password;
        if (typeof kept !== 'string' || !(await passwords.verify({ hash: kept, password }))) return null;
        if (!found.user.emailVerified)
          await endWaysIn(parts, found.user.id, { session: null, credentials: false, secondStep: false });
        await internalAdapter.updateUser(found.user.id, { emailVerified: true });
        return personOf({ ...found.user, emailVerified: true });
      }
      const hash = await passwords.hash(password);
      const user = await internalAdapter.createUser({ email: normalised(email), name, emailVerified: true }, { method: 'admin' });
      await internalAdapter.linkAccount({ userId: user.id, providerId: 'credential', accountId: user.id, password: hash });
      return personOf(user);
    },

    async linkFor({ purpose, email, origin }) {
      const { internalAdapter } = await library.inside();
      const user = (await internalAdapter.findUserByEmail(normalised(email)))?.user;
      if (user === undefined) return null;
      const makeToken = { verify: verifyToken, reset: resetToken }[purpose];
      return `${origin}/${purpose}#token=${await makeToken(user, linkMinutes[purpose] * 60)}`;
    },

    async isSignedIn({ personId, sessionId }) {
      const { internalAdapter } = await library.inside();
      const sessions = await internalAdapter.listSessions(personId);
      return sessions.some(({ id, expiresAt }) => id === sessionId && expiresAt.getTime() > systemClock.nowMs());
    },

    async signInsOf(personId) {
      const { internalAdapter } = await library.inside();
      const sessions = await internalAdapter.listSessions(personId);
      return sessions
        .map(({ createdAt, expiresAt, ipAddress, userAgent }) => ({
          createdAtMs: createdAt.getTime(),
          expiresAtMs: expiresAt.getTime(),
          ip: ipAddress ?? null,
          userAgent: userAgent ?? null,
        }))
        .sort((left, right) => right.createdAtMs - left.createdAtMs);
    },
  };
}
