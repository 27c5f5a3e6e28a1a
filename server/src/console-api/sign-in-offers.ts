import { challengeAnswer, setupAnswer, setupRequest, signInOffersAnswer } from '@tollgate/contract/console/setup';
import { ApiError } from '@tollgate/contract/errors';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { answers } from '../control-http/route-schema.ts';
import type { SignInDeps } from './auth.ts';
import type { ConsoleResource } from './console-deps.ts';
import { sourceOf } from './who-asks.ts';

const tags = ['Console: sign-in'];
const setupState = z.object({ open: z.boolean() }).meta({ id: 'SetupState' });

/** @throws {ApiError} 429 where one address asks again and again. */
function countOpen({ openRequests }: SignInDeps, source: string, nowMs: number): void {
  if (!openRequests.record(source, nowMs)) return;
  throw new ApiError('too_many_failed_attempts', {
    message: 'Too many requests of this kind came from this address. Wait a minute.',
    retryAfterSeconds: Math.max(1, Math.ceil(openRequests.retryAfterMs(source, nowMs) / 1000)),
  });
}

/** What the pages of sign-in need besides sign-in itself. */
export const signInOffers =
  (deps: SignInDeps): ConsoleResource =>
  (app, { control }) => {
    const { firstAdministrator, identity } = deps;
    const count = (request: FastifyRequest): void => {
      countOpen(deps, sourceOf(deps, request), control.clock.nowMs());
    };
    const config = { who: 'everybody' } as const;

    app.get(
      '/sign-in',
      { config, schema: { tags, summary: 'Read what sign-in offers', response: answers(signInOffersAnswer) } },
      async () => {
        const [isOpen, offers] = await Promise.all([firstAdministrator.isOpen(), identity.offers()]);
        return {
          setup_open: isOpen,
          sign_up: offers.signUp,
          mail: offers.mail,
          outside: offers.outside === null ? null : { id: 'oidc', name: offers.outside },
        };
      },
    );

    app.get(
      '/challenge',
      {
        config,
        schema: {
          tags,
          summary: 'Get a challenge',
          description: 'Its solution goes along as `altcha` where an answer was `challenge_needed`. Each can be used once.',
          response: answers(challengeAnswer),
        },
      },
      async (request) => {
        count(request);
        return challengeAnswer.parse(await identity.challenge(sourceOf(deps, request)));
      },
    );

    app.get(
      '/setup',
      { config, schema: { tags, summary: 'Read whether a link for an administrator waits', response: answers(setupState) } },
      async () => ({ open: await firstAdministrator.isOpen() }),
    );

    app.post(
      '/setup',
      {
        config,
        schema: {
          tags,
          summary: 'Become the administrator',
          description: 'With the token of the one-time link that the first start prints.',
          body: setupRequest,
          response: answers(setupAnswer, 201),
        },
      },
      async (request, reply) => {
        count(request);
        const { id, email, name } = await firstAdministrator.claim(request.body, sourceOf(deps, request));
        return reply.code(201).send({ id, email, name });
      },
    );
  };
