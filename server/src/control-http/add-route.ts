import { errorAnswer } from '@tollgate/contract/lists';
import type { OutputOf, Route, RoutePath } from '@tollgate/contract/route';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TypedApp } from './typed-app.ts';

type Rights = { readonly [Name in keyof RoutePath]: RoutePath[Name] | undefined };

declare module 'fastify' {
  /** Properties of a contract route for hooks; see `RoutePath`. */
  interface FastifyContextConfig {
    who?: Rights['who'];
    isForMembersOnly?: Rights['isForMembersOnly'];
    operators?: Rights['operators'];
    mayWhileImpersonating?: Rights['mayWhileImpersonating'];
    changesCatalogue?: Rights['changesCatalogue'];
    /** Refusals declared in the contract; `undefined` if the contract does not describe the route. */
    refusals?: readonly string[];
  }
}

/** A request with the types that its route declares. */
export type RequestOf<R extends Route> = FastifyRequest<{
  Params: OutputOf<R['params']>;
  Querystring: OutputOf<R['query']>;
  Body: OutputOf<R['body']>;
}>;

/** The result of a route's handler: an object of its schema or, without a schema, the response that was sent. */
type AnswerOf<R extends Route> = OutputOf<R['answer']>;

/** Responses that every route may also return. */
const faults = { '4xx': errorAnswer, '5xx': errorAnswer };

function schemaOf({ tags, summary, description, hide, params, query, body, answer, status }: Route) {
  const parts = { description, hide, params, querystring: query, body };
  return {
    tags,
    summary,
    ...Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined)),
    ...(answer === undefined ? {} : { response: { [status ?? 200]: answer, ...faults } }),
  };
}

/**
 * Serves a route of the contract. The app's own prefix is the beginning of the route's path.
 * @param options.bodyBytesMax if it differs from the API's.
 */
export function addRoute<R extends Route>(
  app: TypedApp,
  route: R,
  handler: (request: RequestOf<R>, reply: FastifyReply) => AnswerOf<R> | Promise<AnswerOf<R>>,
  options: { readonly bodyBytesMax?: number } = {},
): void {
  const {
    method,
    path,
    kind,
    status,
    refusals = [],
    who,
    isForMembersOnly,
    operators,
    mayWhileImpersonating,
    changesCatalogue,
  } = route;
  if (!path.startsWith(app.prefix)) throw new Error(`${path} is not below ${app.prefix}`);
  app.route({
    method,
    url: path.slice(app.prefix.length),
    // A response to HEAD has no reader, so a stream of events would stay open.
    ...(kind === 'events' ? { exposeHeadRoute: false } : {}),
    ...(options.bodyBytesMax === undefined ? {} : { bodyLimit: options.bodyBytesMax }),
    config: { who, isForMembersOnly, operators, mayWhileImpersonating, changesCatalogue, refusals },
    schema: schemaOf(route),
    handler: (request, reply) => {
      if (status !== undefined) reply.code(status);
      return handler(request as RequestOf<R>, reply);
    },
  });
}
