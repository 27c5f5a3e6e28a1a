import { errorAnswer } from '@tollgate/contract/lists';
import type { OutputOf, Route, RoutePath } from '@tollgate/contract/route';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TypedApp } from './typed-app.ts';

type Rights = { readonly [Name in keyof RoutePath]: RoutePath[Name] | undefined };

declare module 'fastify' {
  /** Of a path of the contract, what hooks ask for: see `RoutePath`. */
  interface FastifyContextConfig {
    who?: Rights['who'];
    isForMembersOnly?: Rights['isForMembersOnly'];
    operators?: Rights['operators'];
    mayWhileImpersonating?: Rights['mayWhileImpersonating'];
    changesCatalogue?: Rights['changesCatalogue'];
    /** What the contract says that the route may refuse; `undefined`: the contract does not describe it. */
    refusals?: readonly string[];
  }
}

/** A request as the description of its route says it is. */
export type RequestOf<R extends Route> = FastifyRequest<{
  Params: OutputOf<R['params']>;
  Querystring: OutputOf<R['query']>;
  Body: OutputOf<R['body']>;
}>;

/** What the handler of a route answers: an object of its schema, or, without one, what it has sent. */
type AnswerOf<R extends Route> = OutputOf<R['answer']>;

/** What every route may also answer. */
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
 * Serves a route that the contract describes. The app's own prefix begins the path of the route.
 * @param options.bodyBytesMax where it is not that of the interface.
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
    // The answer to HEAD has no reader, so a stream of events would not end before its time.
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
