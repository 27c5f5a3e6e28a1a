import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { betterAuth } from 'better-auth';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import { signInRequests } from '@tollgate/contract/people/sign-in-requests';
import type { z } from 'zod';
import { schemaOptions, schemaPlugins } from '../../src/identity/engine/auth-options.ts';
import { password, PeoplePlace } from './people-place.ts';
import type { Browser } from './browser.ts';

/** Fields that the library accepts in addition to those of its schema, or that a client could try. */
const hoped = [
  'role',
  'emailVerified',
  'twoFactorEnabled',
  'image',
  'id',
  'userId',
  'callbackURL',
  'trustDevice',
  'idToken',
  '__proto__',
];

/** The names in a schema of the library, with all wrappers removed. */
function namesIn(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { shape, def } = schema as { shape?: object; def?: Record<string, unknown> };
  if (shape !== undefined) return Object.keys(shape);
  return [def?.innerType, def?.left, def?.right, ...((def?.options as unknown[] | undefined) ?? [])].flatMap(namesIn);
}

interface Endpoint {
  readonly path?: string;
  readonly options?: { readonly body?: unknown; readonly query?: unknown };
}

/** Every address of the library with the fields that it knows. */
function libraryFields(): ReadonlyMap<string, { readonly body: readonly string[]; readonly query: readonly string[] }> {
  const { api } = betterAuth({
    ...schemaOptions,
    secret: 'a secret of the tests that nobody else has',
    baseURL: 'http://localhost',
    emailAndPassword: { enabled: true },
    plugins: [
      ...schemaPlugins('http://localhost', 'Test'),
      genericOAuth({
        config: [{ providerId: 'oidc', clientId: 'a', authorizationUrl: 'http://localhost/a', tokenUrl: 'http://localhost/b' }],
      }),
    ],
  });
  return new Map(
    Object.values(api as unknown as Record<string, Endpoint>).flatMap(({ path, options }) =>
      path === undefined
        ? []
        : [[path.replace(':id', 'oidc'), { body: namesIn(options?.body), query: namesIn(options?.query) }] as const],
    ),
  );
}

/** A body whose field names are accepted. */
function bodyFor(schema: z.ZodType): Record<string, unknown> {
  const { shape } = schema as { shape?: Readonly<Record<string, z.ZodType>> };
  const values: Readonly<Record<string, unknown>> = { revokeOtherSessions: true, provider: 'oidc', locale: 'zh', response: {} };
  return Object.fromEntries(
    Object.entries(shape ?? {})
      .filter(([name, field]) => name !== 'altcha' && !field.safeParse(undefined).success)
      .map(([name]) => [name, values[name] ?? 'x']),
  );
}

describe('what the addresses of sign-in take', () => {
  const known = libraryFields();
  let place: PeoplePlace;
  let browser: Browser;
  before(async () => {
    place = await PeoplePlace.open();
    browser = await place.enter('fields@example.org');
  });
  after(() => place.close());

  for (const [path, schema] of Object.entries(signInRequests.POST)) {
    it(`POST ${path} refuses by name every field of the library that the console does not send`, async () => {
      const fields = known.get(path);
      assert.ok(fields !== undefined || path === '/prove', `the library serves ${path}`);
      const taken = namesIn(schema);
      const foreign = [...(fields?.body ?? []), ...hoped].filter((name) => !taken.includes(name));
      for (const name of new Set(foreign)) {
        const body = JSON.stringify(bodyFor(schema))
          .replace(/}$/, (end) => `,${JSON.stringify(name)}:true${end}`)
          .replace('{,', '{');
        const answer = await browser.ask('POST', `/api/console/auth${path}`, { raw: body });
        assert.equal(answer.status, 400, `${name}: ${answer.text}`);
        if (name !== '__proto__') assert.match(answer.body.error.message, new RegExp(`\`${name}\` is not a known field`));
      }
      for (const name of fields?.query ?? [])
        assert.equal(
          (await browser.ask('POST', `/api/console/auth${path}?${name}=x`, { body: bodyFor(schema) })).status,
          400,
          name,
        );
    });
  }

  for (const [path, schema] of Object.entries(signInRequests.GET)) {
    it(`GET ${path} takes nothing of the library that the console does not send`, async () => {
      const taken = namesIn(schema);
      const foreign = [...(known.get(path)?.query ?? []), 'disableCookieCache', 'disableRefresh'];
      for (const name of foreign.filter((each) => !taken.includes(each))) {
        const answer = await browser.auth(`${path}?${name}=true`);
        // Parameters that a provider adds to the way back are dropped, not refused.
        if (path !== '/callback/oidc') assert.equal(answer.status, 400, `${name}: ${answer.text}`);
        else assert.deepEqual(schema.parse({ [name]: 'true' }), {});
      }
    });
  }

  it('serves no other address of the library', async () => {
    for (const path of known.keys()) {
      if (path in signInRequests.GET || path in signInRequests.POST) continue;
      const address = path.replace(/:\w+/g, 'x');
      for (const method of ['GET', 'POST'] as const) {
        const answer = await browser.ask(method, `/api/console/auth${address}`, method === 'GET' ? {} : { body: {} });
        assert.ok([404, 405].includes(answer.status), `${method} ${path}: ${String(answer.status)}`);
      }
    }
  });

  it('takes what is nested, of another kind or too long for none of its fields', async () => {
    const odd = [{ a: 1 }, ['x'], 5, true, null, 'x'.repeat(16_500)];
    for (const [path, schema] of Object.entries(signInRequests.POST)) {
      const whole = bodyFor(schema);
      for (const name of Object.keys(whole).filter((each) => each !== 'response')) {
        for (const value of odd) {
          if (name === 'revokeOtherSessions' && value === true) continue;
          const answer = await browser.ask('POST', `/api/console/auth${path}`, { body: { ...whole, [name]: value } });
          assert.equal(answer.status, 400, `${path} ${name}: ${answer.text}`);
        }
      }
    }
    assert.deepEqual(place.told, []);
    assert.equal((await browser.auth('/sign-in/email', { email: 'fields@example.org', password })).status, 200);
  });
});
