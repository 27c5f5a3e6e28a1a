import { sessionAnswer } from '@tollgate/contract/console/session';
import { answers } from '../control-http/route-schema.ts';
import { accountsOf } from '../control/sign-up.ts';
import type { ConsoleResource } from './console-deps.ts';
import { deviceIn } from './device-cookie.ts';
import { signedInOf, sourceOf } from './who-asks.ts';

/** Who is signed in, and what they belong to. */
export const sessionResource: ConsoleResource = (app, deps) => {
  const { control, trials } = deps;

  app.get(
    '/session',
    {
      config: { who: 'signed-in' },
      schema: {
        tags: ['Console: people'],
        summary: 'Read who is signed in',
        description:
          'The first request of somebody whose address is verified and who belongs to no account opens one, with its trial credit.',
        response: answers(sessionAnswer),
      },
    },
    async (request) => {
      const { person, sessionId } = signedInOf(request);
      const arrival = { person, sourceIp: sourceOf(deps, request), device: deviceIn(request) ?? control.ids.secret(22) };
      const [memberships, operator] = await Promise.all([accountsOf(control, trials, arrival), deps.operatorRoleOf(person.id)]);
      return {
        user: {
          id: person.id,
          email: person.email,
          name: person.name,
          email_verified: person.emailVerified,
          locale: person.locale,
          two_factor: person.twoFactorEnabled,
        },
        session_id: sessionId,
        accounts: memberships.map(({ member, account }) => ({
          id: account.id,
          name: account.name,
          role: member.role,
          sub_account_id: member.subAccountId,
        })),
        operator,
        source_ip: arrival.sourceIp,
        time_zone: control.calendar.timeZone,
      };
    },
  );
};
