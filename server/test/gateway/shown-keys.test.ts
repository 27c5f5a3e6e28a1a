/**
 * Goal: however an upstream receives its key, nobody else sees it. Method: the real service, and upstreams that quote the request; then
 * searches all log lines, rows and responses for the key, plain and URL-encoded.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { UpstreamAuth } from '@tollgate/contract/catalogue/upstream-auth';
import type { Logger } from '../../src/platform/logger.ts';
import { must } from '../scenarios/scenario.ts';
import { chat, closeBeforeAnswer, refusal, refusedBaseUrl } from '../scripted-upstream/behaviours.ts';
import type { Behaviour } from '../scripted-upstream/scripted-exchange.ts';
import { startFixture, type Fixture } from './fixture.ts';
import { post } from './raw-client.ts';

const secret = 'kept/secret+of=the';
const apiKey = `upstream-id:${secret}`;
const lines: string[] = [];
const note = (fields: object, message: string): void => void lines.push(`${message} ${JSON.stringify(fields)}`);
const logger: Logger = { debug: note, info: note, warn: note, error: note };

let fixture: Fixture;
let providerId = '';
before(async () => {
  fixture = await startFixture({ logger });
  const { data } = (await must(fixture, 'GET', '/providers')) as { data: { id: string; name: string }[] };
  providerId = data.find(({ name }) => name.startsWith('scripted'))?.id ?? '';
});
after(() => fixture.closeSettled());

/** Everything of a request that an upstream could quote. */
const quoting =
  (status: number): Behaviour =>
  (exchange) => {
    const { path, headers } = exchange.request;
    return refusal(status, { error: { message: `not so: ${path} ${JSON.stringify(headers)}`, type: 'invalid_request_error' } })(
      exchange,
    );
  };

const styles: readonly UpstreamAuth[] = [
  { style: 'bearer' },
  { style: 'header', name: 'api-key' },
  { style: 'query', name: 'key' },
  { style: 'aws-sigv4', service: 'bedrock', region: 'us-east-1' },
  { style: 'jwt-hs256' },
];

for (const auth of styles)
  test(`a key shown as ${auth.style} is in no log, no row and no answer`, async () => {
    const told: string[] = [];
    const call = async (base_url = fixture.upstream.baseUrl): Promise<number> => {
      const routes = [{ region: 'domestic', base_url, api_key: apiKey, auth }];
      told.push(JSON.stringify(await must(fixture, 'PATCH', `/providers/${providerId}`, { routes })));
      const body = { model: 'test/chat', messages: [{ role: 'user', content: 'hello' }] };
      const answer = await post(fixture.port, body, { key: fixture.key });
      told.push(answer.body, JSON.stringify(await fixture.nextRow()));
      return answer.status;
    };
    const meets = async (behaviour: Behaviour): Promise<number> => {
      fixture.upstream.otherwise(behaviour);
      return call();
    };
    assert.equal(await meets(chat()), 200);
    // A text about keys counts as our fault.
    assert.ok([400, 503].includes(await meets(quoting(400))));
    for (const behaviour of [quoting(401), quoting(500), closeBeforeAnswer()]) assert.equal(await meets(behaviour), 503);
    assert.equal(await call(await refusedBaseUrl()), 503);
    told.push(JSON.stringify(await must(fixture, 'GET', '/audit-log?limit=200')));
    const all = [...told, ...lines].join('\n');
    for (const form of [secret, encodeURIComponent(secret), encodeURIComponent(apiKey)]) assert.ok(!all.includes(form), form);
  });

test('a key must fit the way it is shown, and the refusal says what it lacks', async () => {
  const wrong: readonly (readonly [auth: object, key: string, words: RegExp])[] = [
    [{ style: 'aws-sigv4', service: 'bedrock', region: 'us-east-1' }, 'only-one-part', /must be ID:SECRET, or ID:SECRET:TOKEN/],
    [{ style: 'jwt-hs256' }, 'a:b:c', /must be ID:SECRET/],
    [{ style: 'google-service-account' }, '{"client_email": "only"}', /must be the JSON of a key file/],
    [{ style: 'bearer' }, '{"a key file": "elsewhere"}', /without spaces/],
    [{ style: 'header', name: 'Content-Length' }, 'key', /must not be a header that the gateway sets/],
    [{ style: 'header', name: 'x\r\ny' }, 'key', /must consist of/],
    [{ style: 'basic' }, 'key', /routes\[0\]\.auth/],
  ];
  for (const [auth, api_key, words] of wrong) {
    const routes = [{ region: 'domestic', base_url: fixture.upstream.baseUrl, api_key, auth }];
    const { status, body } = await fixture.admin('PATCH', `/providers/${providerId}`, { routes });
    assert.equal(status, 400, JSON.stringify(auth));
    assert.match(JSON.stringify(body), words);
    assert.ok(api_key === 'key' || !JSON.stringify(body).includes(api_key));
  }
});
