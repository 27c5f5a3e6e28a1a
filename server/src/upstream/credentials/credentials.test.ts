/**
 * Goal: upstreams accept every way of presenting a key. Method: real HTTP; the upstreams check signatures and tokens with separate code,
 * for AWS with the examples that AWS has published.
 */
import assert from 'node:assert/strict';
import { createHmac, createVerify, generateKeyPairSync } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { UpstreamAuth } from '@tollgate/contract/catalogue/upstream-auth';
import { chat, refusal, whole } from '../../../test/scripted-upstream/behaviours.ts';
import { Gate } from '../../../test/scripted-upstream/gate.ts';
import type { Behaviour, RecordedRequest } from '../../../test/scripted-upstream/scripted-exchange.ts';
import { verifyAwsSignature } from '../../../test/upstream/aws-signature.ts';
import { ListeningSink } from '../../../test/upstream/listening-sink.ts';
import { TransportBench, turns } from '../../../test/upstream/transport-bench.ts';

let bench: TransportBench;
before(async () => {
  bench = await TransportBench.start();
});
after(() => bench.close());

/** Responds to requests with the right credential. */
function checking(isRight: (request: RecordedRequest) => boolean): Behaviour {
  return (exchange) => (isRight(exchange.request) ? chat() : refusal(401))(exchange);
}

async function status(auth: UpstreamAuth, apiKey: string, isRight: (request: RecordedRequest) => boolean): Promise<number> {
  return (await bench.outcome(checking(isRight), { route: bench.route({ auth, apiKey }) })).status;
}

describe('the signature of AWS', () => {
  // From the "AWS Signature Version 4 test suite": get-vanilla, post-vanilla and post-x-www-form-urlencoded.
  const published = { id: 'AKIDEXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };
  const examples = [
    ['GET', 'host;x-amz-date', '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31', {}, ''],
    ['POST', 'host;x-amz-date', '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b', {}, ''],
    [
      ...['POST', 'content-type;host;x-amz-date', 'ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a'],
      { 'content-type': 'application/x-www-form-urlencoded' },
      'Param1=value1',
    ],
  ] as const;

  test('is checked as AWS checks it: its published examples pass, and nothing else', () => {
    for (const [method, names, signature, more, body] of examples) {
      const verify = (id: string, text: string): string | null =>
        verifyAwsSignature(
          {
            method,
            path: '/',
            body: text,
            headers: {
              host: 'example.amazonaws.com',
              'x-amz-date': '20150830T123600Z',
              ...more,
              authorization: `AWS4-HMAC-SHA256 Credential=${id}/20150830/us-east-1/service/aws4_request, SignedHeaders=${names}, Signature=${signature}`,
            },
          },
          new Map([[published.id, published.secret]]),
        );
      assert.equal(verify(published.id, body), 'service/us-east-1', signature);
      assert.equal(verify(published.id, `${body}x`), null);
      assert.equal(verify('AKIDOTHER', body), null);
    }
  });

  const auth: UpstreamAuth = { style: 'aws-sigv4', service: 'bedrock', region: 'eu-west-1' };

  test('covers each request separately, body, address and query, and holds at the time of the gateway', async () => {
    const right = ({ method, path, headers, bytes }: RecordedRequest): boolean => {
      const time = new Date(bench.clock.nowMs()).toISOString().replace(/[:-]|\.\d{3}/g, '');
      const passed = verifyAwsSignature({ method, path, headers, body: bytes }, new Map([[published.id, published.secret]]));
      return passed === 'bedrock/eu-west-1' && headers['x-amz-date'] === time;
    };
    const route = bench.route({
      auth,
      apiKey: `${published.id}:${published.secret}`,
      baseUrl: `${bench.upstream.baseUrl}?b=2&a=1`,
    });
    for (const body of [{ n: 1 }, { n: 2, text: '企鹅 '.repeat(10_000) }]) {
      assert.equal((await bench.outcome(checking(right), { route, body })).status, 200);
      bench.clock.advance(86_400_000);
    }
    assert.equal(await status(auth, `${published.id}:another-secret`, right), 401);
    assert.equal(await status({ ...auth, region: 'us-east-1' }, `${published.id}:${published.secret}`, right), 401);
  });

  test('carries the token of credentials for a while, and signs it too', async () => {
    const right = ({ method, path, headers, bytes }: RecordedRequest): boolean =>
      headers['x-amz-security-token'] === 'a-token' &&
      verifyAwsSignature({ method, path, headers, body: bytes }, new Map([['ASIA', 'secret']])) !== null;
    assert.equal(await status(auth, 'ASIA:secret:a-token', right), 200);
  });
});

describe('a Google service account', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const auth: UpstreamAuth = { style: 'google-service-account' };
  let made = 0;
  const isCurrent = ({ headers }: RecordedRequest): boolean => headers.authorization === `Bearer ya29.${String(made)}`;

  function keyFile(tokenUri = `${bench.upstream.baseUrl}/token`): string {
    const file = { type: 'service_account', client_email: 'gate@project.example', private_key: privateKey, private_key_id: 'k1' };
    return JSON.stringify({ ...file, token_uri: tokenUri }, null, 2);
  }

  /** What Google's endpoint requires of an assertion. */
  function isGood({ path, headers, bytes }: RecordedRequest): boolean {
    const form = new URLSearchParams(bytes.toString('utf8'));
    const [head = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.');
    const read = (part: string): Record<string, unknown> =>
      JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
    const { iat, exp, ...said } = read(claims);
    const seen = { path, type: headers['content-type'], grant: form.get('grant_type'), kid: read(head).kid, said };
    const expected = {
      path: '/v1/token',
      type: 'application/x-www-form-urlencoded',
      grant: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      kid: 'k1',
      said: {
        iss: 'gate@project.example',
        aud: `${bench.upstream.baseUrl}/token`,
        scope: 'https://www.googleapis.com/auth/cloud-platform',
      },
    };
    const isSigned = createVerify('sha256').update(`${head}.${claims}`).verify(publicKey, signature, 'base64url');
    const isNow = Math.abs(Number(iat) - bench.clock.nowMs() / 1000) <= 1 && Number(exp) - Number(iat) === 3600;
    return isSigned && isNow && isDeepStrictEqual(seen, expected);
  }

  const tokenGiven: Behaviour = (exchange) => {
    if (!isGood(exchange.request)) return refusal(400, { error: 'invalid_grant' })(exchange);
    made += 1;
    return whole(JSON.stringify({ access_token: `ya29.${String(made)}`, expires_in: 3599, token_type: 'Bearer' }))(exchange);
  };

  const asked = (): number => bench.upstream.requests.filter(({ path }) => path === '/v1/token').length;

  test('becomes one token for all calls that wait for it, which is renewed before it ends, by one call for all', async () => {
    const call = async (apiKey = keyFile()): Promise<number> => {
      const sink = new ListeningSink();
      bench.send(sink, { route: bench.route({ auth, apiKey }) });
      await sink.over;
      return sink.status;
    };
    bench.upstream.otherwise((exchange) =>
      exchange.request.path === '/v1/token' ? tokenGiven(exchange) : checking(isCurrent)(exchange),
    );
    assert.deepEqual(await Promise.all(Array.from({ length: 20 }, () => call())), Array<number>(20).fill(200));
    assert.equal(asked(), 1);
    bench.clock.advance(3_200_000);
    assert.equal(await call(), 200);
    assert.equal(asked(), 1);
    bench.clock.advance(380_000);
    assert.deepEqual(await Promise.all(Array.from({ length: 20 }, () => call())), Array<number>(20).fill(200));
    assert.equal(asked(), 2);
    assert.equal(await call(Buffer.from(keyFile()).toString('base64')), 200);
    bench.upstream.otherwise(chat());
  });

  test('that is refused a token calls nobody, and says so without a word of the key', async () => {
    bench.upstream.next(refusal(401, { error: 'invalid_client', error_description: privateKey }));
    const sink = new ListeningSink();
    const exchange = bench.send(sink, { route: bench.route({ auth, apiKey: keyFile().replace('gate@', 'other@') }) });
    await sink.over;
    assert.deepEqual(
      sink.faults.map(({ kind }) => kind),
      ['connect'],
    );
    assert.match(sink.faults[0]?.cause ?? '', /the token was refused with status 401$/);
    assert.equal(exchange.isSent, false);
  });

  test('whose caller gives up while the token is made calls nobody', async () => {
    const gate = new Gate();
    const from = bench.upstream.requests.length;
    bench.upstream.next(async (exchange) => {
      await gate.pass();
      await whole('{"access_token":"late","expires_in":10}')(exchange);
    });
    const sink = new ListeningSink();
    const exchange = bench.send(sink, { route: bench.route({ auth, apiKey: keyFile().replace('gate@', 'third@') }) });
    await gate.reached;
    exchange.cancel();
    gate.open();
    await bench.upstream.requests.at(-1)?.over;
    await turns(3);
    assert.deepEqual([sink.ends, sink.faults.length, exchange.isSent, bench.upstream.requests.length - from], [0, 0, false, 1]);
  });
});

describe('other ways', () => {
  test('a token is made of an id and a secret, holds half an hour, and is the same for all that time', async () => {
    const tokens = new Set<string>();
    const right = ({ headers }: RecordedRequest): boolean => {
      const token = (headers.authorization ?? '').replace(/^Bearer /, '');
      tokens.add(token);
      const [head = '', claims = '', signature] = token.split('.');
      const { iss, exp, nbf } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, number | string>;
      const seconds = bench.clock.nowMs() / 1000;
      return (
        createHmac('sha256', 'the-secret').update(`${head}.${claims}`).digest('base64url') === signature &&
        iss === 'the-id' &&
        Number(nbf) <= seconds &&
        Number(exp) > seconds
      );
    };
    for (const passedMs of [0, 1_000_000, 780_000, 30_000]) {
      bench.clock.advance(passedMs);
      assert.equal(await status({ style: 'jwt-hs256' }, 'the-id:the-secret', right), 200);
    }
    assert.ok(tokens.size >= 2 && tokens.size <= 3, String(tokens.size));
    assert.equal(await status({ style: 'jwt-hs256' }, 'the-id:a-wrong-secret', right), 401);
  });

  test('a header, a parameter or nothing is all that an upstream sees of a key', async () => {
    const seen = async (auth: UpstreamAuth, base = ''): Promise<RecordedRequest | undefined> => {
      await bench.outcome(chat(), { route: bench.route({ auth, apiKey: 'a+key/=', baseUrl: bench.upstream.baseUrl + base }) });
      return bench.upstream.requests.at(-1);
    };
    const header = await seen({ style: 'header', name: 'Api-Key' });
    assert.deepEqual([header?.headers['api-key'], header?.headers.authorization], ['a+key/=', undefined]);
    const prefixed = await seen({ style: 'header', name: 'authorization', prefix: 'Key ' });
    assert.equal(prefixed?.headers.authorization, 'Key a+key/=');
    const query = await seen({ style: 'query', name: 'key' }, '?version=1');
    assert.deepEqual(
      [query?.path, query?.headers.authorization],
      ['/v1/chat/completions?version=1&key=a%2Bkey%2F%3D', undefined],
    );
    const none = await seen({ style: 'none' });
    assert.ok(!JSON.stringify([none?.headers, none?.path]).includes('a+key'));
  });
});
