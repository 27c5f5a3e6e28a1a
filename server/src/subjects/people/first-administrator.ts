import { hash, timingSafeEqual } from 'node:crypto';
import type { ApiError } from '@tollgate/contract/errors';
import { refusal } from '@tollgate/contract/refusals/refusal';
import type { Person } from '../../domain/people/person.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import { auditEntry, type ControlContext } from '../../control/control-context.ts';
import type { SettingsStore } from '../../control/settings-ports.ts';
import { operator } from '../../control/principal.ts';
import { requireOperator } from '../../control/within-scope.ts';
import type { Claim, FirstAdministrator } from './first-administrator-ports.ts';

/** The stored data of the one-time link, without its token. */
interface Invite {
  readonly hash: string;
  /** `null` if the link is valid until it is used. */
  readonly expiresAtMs: number | null;
  /** While one person claims the link, it is closed to others until this time. */
  readonly claimedUntilMs: number;
  readonly used: boolean;
}

export interface FirstAdministratorParts {
  readonly context: Pick<ControlContext, 'stores' | 'clock'>;
  readonly settings: SettingsStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly makeVerified: (person: Omit<Claim, 'token'>) => Promise<Person | null>;
}

const name = 'administrator_invite';

/** Slightly more than 256 bits. */
const tokenLength = 43;

const claimMs = 5 * 60_000;

const inviteHoldsMs = 24 * 3_600_000;

const digest = (token: string): Buffer => hash('sha256', token, 'buffer');

function wrongToken(): ApiError {
  return refusal('administrator_link_wrong');
}

function isRight({ hash: expected, expiresAtMs, used }: Invite, token: string, nowMs: number): boolean {
  const same = timingSafeEqual(digest(token), Buffer.from(expected, 'hex'));
  return same && !used && (expiresAtMs === null || nowMs < expiresAtMs);
}

export function createFirstAdministrator(parts: FirstAdministratorParts): FirstAdministrator {
  const { context, settings, clock, ids, makeVerified } = parts;

  function fresh(expiresAtMs: number | null): { readonly token: string; readonly kept: string } {
    const token = ids.secret(tokenLength);
    const invite: Invite = { hash: digest(token).toString('hex'), expiresAtMs, claimedUntilMs: 0, used: false };
    return { token, kept: JSON.stringify(invite) };
  }

  async function kept(): Promise<{ readonly text: string; readonly invite: Invite } | null> {
    const text = await settings.get(name);
    return text === null ? null : { text, invite: JSON.parse(text) as Invite };
  }

  /** Of several simultaneous requests with the right token, only one continues. */
  async function take(token: string): Promise<{ readonly text: string; readonly invite: Invite }> {
    const found = await kept();
    const nowMs = clock.nowMs();
    if (found === null || !isRight(found.invite, token, nowMs)) throw wrongToken();
    if (found.invite.claimedUntilMs > nowMs) throw refusal('administrator_link_in_use');
    const invite = { ...found.invite, claimedUntilMs: nowMs + claimMs };
    const text = JSON.stringify(invite);
    if (!(await settings.replace(name, found.text, text))) throw refusal('administrator_link_just_taken');
    return { text, invite };
  }

  return {
    async isOpen() {
      const found = await kept();
      if (found === null || found.invite.used) return false;
      return found.invite.expiresAtMs === null || clock.nowMs() < found.invite.expiresAtMs;
    },

    async first() {
      const { token, kept: text } = fresh(null);
      return (await settings.add(name, text)) ? token : null;
    },

    async invite(principal) {
      requireOperator(principal, 'link for an administrator');
      const { token, kept: text } = fresh(clock.nowMs() + inviteHoldsMs);
      await settings.set(name, text);
      return token;
    },

    async claim({ token, ...person }, sourceIp) {
      const { text, invite } = await take(token);
      const free = (): Promise<boolean> => settings.replace(name, text, JSON.stringify({ ...invite, claimedUntilMs: 0 }));
      let made: Person | null;
      try {
        made = await makeVerified(person);
      } catch (error) {
        await free();
        throw error;
      }
      if (made === null) {
        await free();
        throw refusal('address_taken');
      }
      const note = { action: 'operator.create', objectKind: 'operator', objectId: made.id, after: { role: 'administrator' } };
      const audit = auditEntry(context, operator('one-time-link', sourceIp), note);
      await context.stores.operators.put({ userId: made.id, role: 'administrator', createdAtMs: clock.nowMs() }, audit);
      await settings.replace(name, text, JSON.stringify({ ...invite, used: true }));
      return made;
    },
  };
}
