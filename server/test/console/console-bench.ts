import type { MemberRole } from '@tollgate/contract/people/rights';
import type { AdminAnswer } from '../ask-admin.ts';
import fastify from 'fastify';
import { recheckRights } from '../../src/control-http/rights-of-requests.ts';
import { registerConsoleApi } from '../../src/console-api/console-api.ts';
import { consoleResources } from '../../src/subjects/console-resources.ts';
import { checkBySchemas } from '../../src/control-http/check-by-schemas.ts';
import { answerFault } from '../../src/control-http/fault-answer.ts';
import { createSignUpMarks } from '../../src/domain/people/sign-up-marks.ts';
import { silentLogger } from '../../src/platform/logger.ts';
import type { Service } from '../../src/service/service.ts';
import { compilerFor } from '../../src/storage/compiler.ts';

export interface ConsoleAnswer {
  readonly status: number;
  readonly body: AdminAnswer['body'];
}

/** The console API of a running service, with a header that names the person instead of a sign-in. */
export interface ConsoleBench {
  /** Address of the API. */
  readonly url: string;
  /** Ends the session of a person. */
  signOut(userId: string): void;
  /** Adds a member. */
  join(accountId: string, userId: string, role: MemberRole, subAccountId?: string): Promise<void>;
  ask(
    userId: string | null,
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    given?: { readonly body?: object; readonly headers?: Readonly<Record<string, string>> },
  ): Promise<ConsoleAnswer>;
  /** Returns the raw response. */
  fetch(userId: string, path: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
  close(): Promise<void>;
}

export async function openConsole({ control, gateway, storage, signIn }: Service): Promise<ConsoleBench> {
  const signedOut = new Set<string>();
  // Sign-in is a header here, also for the checks of the service itself.
  signIn.identity.isSignedIn = ({ personId }) => Promise.resolve(!signedOut.has(personId));
  const app = fastify();
  recheckRights(app, control.clock);
  checkBySchemas(app);
  app.setErrorHandler(answerFault(silentLogger));
  registerConsoleApi(
    app,
    {
      control,
      sourceIp: gateway.sourceIp,
      operatorRoleOf: () => Promise.resolve(null),
      people: { findPerson: () => Promise.resolve(null) },
      proves: (_who, password) => Promise.resolve(password === 'wrong' ? 'wrong' : 'proven'),
      consoleOrigin: () => 'https://console.test',
      trials: { marksOf: createSignUpMarks('the secret of these tests'), perDayMax: 1000 },
      logger: silentLogger,
      signedIn: ({ headers: { 'x-test-person': id } }) =>
        Promise.resolve(
          typeof id !== 'string' || signedOut.has(id)
            ? null
            : {
                sessionId: `of ${id}`,
                person: {
                  id,
                  name: id,
                  email: `${id}@example.com`,
                  emailVerified: true,
                  locale: null,
                  twoFactorEnabled: false,
                  createdAtMs: 0,
                },
              },
        ),
    },
    consoleResources,
  );
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    url,
    signOut: (userId) => void signedOut.add(userId),
    async join(accountId, userId, role, subAccountId) {
      const row = { account_id: accountId, user_id: userId, role, sub_account_id: subAccountId ?? null, created_at: 0 };
      const query = compilerFor(storage.engine.sql).insertInto('members').values(row);
      await storage.engine.write([{ query: query.compile() }], []);
    },
    async ask(userId, method, path, { body, headers: given } = {}) {
      const headers = {
        origin: url,
        ...(userId === null ? {} : { 'x-test-person': userId }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...given,
      };
      const answer = await fetch(`${url}/api/console${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
    },
    fetch: (userId, path, headers) => fetch(`${url}/api/console${path}`, { headers: { 'x-test-person': userId, ...headers } }),
    close: () => app.close(),
  };
}
