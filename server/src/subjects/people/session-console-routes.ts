import { peopleRoutes } from '@tollgate/contract/people/console-routes';
import { addRoute } from '../../control-http/add-route.ts';
import { invitationsFor } from './invitations.ts';
import { accountsOf, openOwnAccount, type Arrival, type Membership } from './sign-up.ts';
import { operator } from '../../control/principal.ts';
import { findAccount } from '../../control/within-scope.ts';
import { showTime, showTimeOrNull } from '../../control/show-time.ts';
import type { FastifyRequest } from 'fastify';
import type { ConsoleDeps, ConsoleResource } from '../../console-api/console-deps.ts';
import { deviceIn } from '../../console-api/device-cookie.ts';
import { activeImpersonation, signedInOf, sourceOf } from '../../console-api/request-principal.ts';

function arrivalOf(deps: ConsoleDeps, request: FastifyRequest): Arrival {
  const { person } = signedInOf(request);
  return { person, sourceIp: sourceOf(deps, request), device: deviceIn(request) ?? deps.control.ids.secret(22) };
}

/** Why all calls of an account are refused, as shown to its members. */
function stateOf({ account: { status, closesAtMs }, freeze }: Pick<Membership, 'account' | 'freeze'>) {
  const isFrozen = freeze !== undefined || (status !== 'active' && closesAtMs === undefined);
  return {
    frozen: isFrozen ? { reason: freeze?.reason ?? null, at: showTimeOrNull(freeze?.atMs ?? null) } : null,
    closes_at: showTimeOrNull(closesAtMs ?? null),
  };
}

function shown({ member, account, freeze }: Membership) {
  const { role, subAccountId } = member;
  return { id: account.id, name: account.name, role, sub_account_id: subAccountId, ...stateOf({ account, freeze }) };
}

/** The account that an operator views, in the form of an own account. */
async function lookOf(deps: ConsoleDeps, request: FastifyRequest) {
  const { person } = signedInOf(request);
  const looked = await activeImpersonation(deps, person.id);
  if (looked === null) return null;
  const { account, freeze } = await findAccount(deps.control, operator(person.email), looked.accountId);
  return {
    account: {
      id: account.id,
      name: account.name,
      role: 'owner' as const,
      sub_account_id: null,
      ...stateOf({ account, freeze }),
    },
    shown: { account_id: account.id, name: account.name, until: showTime(looked.untilMs) },
  };
}

/** The signed-in person, and their accounts. */
export const sessionResource: ConsoleResource = (app, deps) => {
  const { control, trials } = deps;

  addRoute(app, peopleRoutes.readSession, async (request) => {
    const { sessionId } = signedInOf(request);
    const arrival = arrivalOf(deps, request);
    const { person } = arrival;
    const looks = await lookOf(deps, request);
    const [memberships, invitations, operator] = await Promise.all([
      looks === null ? accountsOf(control, trials, arrival) : [],
      invitationsFor(control, arrival),
      deps.operatorRoleOf(person.id),
    ]);
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
      accounts: looks === null ? memberships.map(shown) : [looks.account],
      looks_at: looks?.shown ?? null,
      invitations: invitations.map(({ invitation: { id, role, inviter, expiresAtMs }, accountName }) => ({
        id,
        role,
        inviter,
        account_name: accountName,
        expires_at: showTime(expiresAtMs),
      })),
      operator,
      source_ip: arrival.sourceIp,
      time_zone: control.calendar.timeZone,
    };
  });

  addRoute(app, peopleRoutes.openAccount, async (request) => ({
    accounts: (await openOwnAccount(control, trials, arrivalOf(deps, request))).map(shown),
  }));
};
