import { peopleRoutes } from '@tollgate/contract/people/console-routes';
import { addRoute } from '../../control-http/add-route.ts';
import { challengeAnswer } from '@tollgate/contract/people/setup';
import { refusal } from '@tollgate/contract/refusals/refusal';
import type { FastifyRequest } from 'fastify';
import type { SignInDeps } from './auth-routes.ts';
import type { ConsoleResource } from '../../console-api/console-deps.ts';
import { sourceOf } from '../../console-api/request-principal.ts';

/** @throws {ApiError} 429 if one address asks too often. */
function countOpen({ openRequests }: SignInDeps, source: string, nowMs: number): void {
  if (!openRequests.record(source, nowMs)) return;
  throw refusal(
    'sign_in_offers_busy',
    {},
    { retryAfterSeconds: Math.max(1, Math.ceil(openRequests.retryAfterMs(source, nowMs) / 1000)) },
  );
}

/** Data that the sign-in pages need in addition to sign-in itself. */
export const signInOffers =
  (deps: SignInDeps): ConsoleResource =>
  (app, { control }) => {
    const { firstAdministrator, identity } = deps;
    const count = (request: FastifyRequest): void => {
      countOpen(deps, sourceOf(deps, request), control.clock.nowMs());
    };

    addRoute(app, peopleRoutes.readSignInOffers, async () => {
      const [isOpen, offers] = await Promise.all([firstAdministrator.isOpen(), identity.offers()]);
      return {
        setup_open: isOpen,
        sign_up: offers.signUp,
        mail: offers.mail,
        outside: offers.outside === null ? null : { id: 'oidc', name: offers.outside },
      };
    });

    addRoute(app, peopleRoutes.getChallenge, async (request) => {
      count(request);
      return challengeAnswer.parse(await identity.challenge(sourceOf(deps, request)));
    });

    addRoute(app, peopleRoutes.readSetup, async () => ({ open: await firstAdministrator.isOpen() }));

    addRoute(app, peopleRoutes.completeSetup, async (request) => {
      count(request);
      const { id, email, name } = await firstAdministrator.claim(request.body, sourceOf(deps, request));
      return { id, email, name };
    });
  };
