import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { OutsideRefusal } from '@tollgate/contract/people/outside-refusals';
import type { Browser } from './browser.ts';
import { Issuer } from './issuer.ts';
import { overProvider, provider } from './over-provider.ts';
import { isSignedIn, PeoplePlace } from './people-place.ts';

const issuer = new Issuer();
const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const withoutSignature = (token: string): string => `${base64({ alg: 'none' })}.${token.split('.')[1] ?? ''}.`;

interface Lie {
  readonly what: string;
  readonly lies?: Issuer['lies'];
  readonly idToken?: (genuine: string) => string | undefined;
  readonly who?: Partial<Issuer['who']>;
  readonly ends: OutsideRefusal;
}

const unproven = { ends: 'identity_unproven' } as const;
const hourS = 3600;

/** What a provider, or an attacker in between, can claim about a person. */
const table: readonly Lie[] = [
  { what: 'no ID token', idToken: () => undefined, ...unproven },
  { what: 'an ID token that is none', idToken: () => 'abc', ...unproven },
  { what: 'an ID token without a signature', idToken: withoutSignature, ...unproven },
  { what: 'an ID token with another signature', idToken: (token) => `${token.slice(0, -8)}AAAAAAAA`, ...unproven },
  { what: 'a signature by a shared secret', lies: { header: { alg: 'HS256' } }, ...unproven },
  { what: 'a foreign issuer', lies: { claims: { iss: 'https://evil.example' } }, ...unproven },
  { what: 'a foreign audience', lies: { claims: { aud: 'somebody-else' } }, ...unproven },
  { what: 'no audience', lies: { claims: { aud: undefined } }, ...unproven },
  { what: 'several audiences without a party', lies: { claims: { aud: ['tollgate', 'somebody-else'] } }, ...unproven },
  { what: 'a foreign authorized party', lies: { claims: { azp: 'somebody-else' } }, ...unproven },
  { what: 'a foreign party among several audiences', lies: { claims: { aud: ['tollgate', 'b'], azp: 'b' } }, ...unproven },
  { what: 'a foreign nonce', lies: { claims: { nonce: 'of another sign-in' } }, ...unproven },
  { what: 'no nonce', lies: { claims: { nonce: undefined } }, ...unproven },
  { what: 'a token from an hour ago', lies: { claims: { exp: Math.floor(Date.now() / 1000) - hourS } }, ...unproven },
  { what: 'a token without an end', lies: { claims: { exp: undefined } }, ...unproven },
  { what: 'nobody', lies: { claims: { sub: undefined } }, ...unproven },
  { what: 'an empty subject', lies: { claims: { sub: ' ' } }, ...unproven },
  { what: 'a subject without end', lies: { claims: { sub: 's'.repeat(5000) } }, ...unproven },
  {
    what: 'an address from another person’s page',
    who: { email: undefined },
    lies: { userInfo: { sub: 'other', email: 'x@example.org' } },
    ...unproven,
  },
  { what: 'no address', who: { email: undefined }, ends: 'email_not_found' },
  { what: 'an empty address', who: { email: '' }, ends: 'email_not_found' },
  { what: 'an address without @', who: { email: 'nobody' }, ends: 'email_not_valid' },
  { what: 'an address that is a list', who: { email: ['a@example.org'] }, ends: 'email_not_valid' },
  { what: 'an address with a line end', who: { email: 'a@example.org\r\nBcc: b@example.org' }, ends: 'email_not_valid' },
  { what: 'an address longer than addresses are', who: { email: `${'a'.repeat(250)}@example.org` }, ends: 'email_not_valid' },
];

let place: PeoplePlace;
before(async () => {
  await issuer.listen();
  place = await PeoplePlace.open(provider(issuer.url));
});
after(async () => {
  await place.close();
  issuer.close();
});
beforeEach(() => {
  issuer.lies = {};
  issuer.idTokenInstead = null;
  issuer.instead = () => false;
});

async function refusedWith(browser: Browser): Promise<string | null> {
  const landed = await overProvider(browser);
  assert.equal(await isSignedIn(browser), false);
  assert.equal(landed.pathname, '/sign-in');
  assert.deepEqual([...landed.searchParams.keys()], ['error'], 'nothing that others wrote is in the address');
  return landed.searchParams.get('error');
}

describe('what a provider claims', () => {
  for (const [index, { what, lies = {}, idToken, who, ends }] of table.entries()) {
    it(`lets nobody in with ${what}, and says why`, async () => {
      issuer.who = {
        sub: `lie-${String(index)}`,
        email: `lie-${String(index)}@example.org`,
        email_verified: true,
        name: 'Lie',
        ...who,
      };
      issuer.lies = lies;
      issuer.idTokenInstead = idToken ?? null;
      assert.equal(await refusedWith(place.browser()), ends);
    });
  }

  it('lets in whom a token for us and others names, if we are its party', async () => {
    issuer.who = { sub: 'several', email: 'several@example.org', email_verified: true, name: 'Several' };
    issuer.lies = { claims: { aud: ['tollgate', 'b'], azp: 'tollgate' } };
    const browser = place.browser();
    assert.equal((await overProvider(browser)).pathname, '/overview');
    assert.ok(await isSignedIn(browser));
  });

  it('takes an address from the page about the same person where the token has none', async () => {
    issuer.who = { sub: 'elsewhere', email: 'elsewhere@example.org', email_verified: true, name: 'Else' };
    issuer.lies = { claims: { email: undefined } };
    const browser = place.browser();
    await overProvider(browser);
    assert.equal((await browser.get('/api/console/session')).body.user.email, 'elsewhere@example.org');
  });

  const names: readonly (readonly [given: unknown, kept: string])[] = [
    ['Ada Lovelace', 'Ada Lovelace'],
    ['Ada\r\nBcc: all@example.org', 'Ada Bcc: all@example.org'],
    ['x'.repeat(5000), 'x'.repeat(32)],
    ['txt\u202eexe', 'txt exe'],
    ['see https://evil.example', 'named'],
    [{ first: 'Ada' }, 'named'],
    [' \u0000 ', 'named'],
    ['王小明', '王小明'],
  ];
  for (const [index, [given, kept]] of names.entries()) {
    it(`keeps of the name ${JSON.stringify(given).slice(0, 40)} what the rule for names allows`, async () => {
      issuer.who = {
        sub: `named-${String(index)}`,
        email: `named@n${String(index)}.example.org`,
        email_verified: true,
        name: given,
      };
      const browser = place.browser();
      await overProvider(browser);
      assert.equal((await browser.get('/api/console/session')).body.user.name, kept);
    });
  }
});

describe('a provider that does not answer', () => {
  const parts = ['/.well-known/openid-configuration', '/token', '/keys', '/userinfo'];
  const faults: readonly (readonly [string, (response: Parameters<Issuer['instead']>[1]) => void])[] = [
    ['breaks off', (response) => response.destroy()],
    ['answers 500', (response) => response.writeHead(500).end('{}')],
    ['leads elsewhere', (response) => response.writeHead(302, { location: `${issuer.url}/elsewhere` }).end()],
    [
      'sends without end',
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.write('{"a":"');
        const more = (): void => {
          while (response.writable && response.write('a'.repeat(65_536)));
          response.once('drain', more);
        };
        more();
      },
    ],
  ];
  for (const part of parts) {
    for (const [fault, answer] of faults) {
      it(`is reported when ${part} ${fault}`, async () => {
        // Discovered data is cached for a while, so each of these needs a service without a cache.
        const isKept = part.startsWith('/.well-known') || part === '/keys';
        const other = isKept ? await PeoplePlace.open(provider(issuer.url)) : place;
        try {
          issuer.who = { sub: 'silent', email: part === '/userinfo' ? undefined : 'silent@example.org', email_verified: true };
          issuer.instead = (pathname, response) => {
            if (pathname !== part) return false;
            answer(response);
            return true;
          };
          const browser = other.browser();
          if (part.startsWith('/.well-known')) {
            const refused = await browser.auth('/sign-in/social', { provider: 'oidc', callbackURL: '/overview' });
            assert.deepEqual([refused.status, refused.body.error.code], [503, 'provider_silent']);
          } else assert.equal(await refusedWith(browser), 'provider_silent');
        } finally {
          if (isKept) await other.close();
        }
      });
    }
  }

  const documents: readonly (readonly [string, object])[] = [
    ['calls itself another issuer', { issuer: 'https://evil.example' }],
    ['has no issuer', { issuer: undefined }],
    ['has no keys', { jwks_uri: undefined }],
    ['has a part that is no address', { token_endpoint: 'javascript:alert(1)' }],
    ['signs with a shared secret alone', { id_token_signing_alg_values_supported: ['HS256', 'none'] }],
  ];
  for (const [what, document] of documents) {
    it(`is not used where what it says of itself ${what}`, async () => {
      issuer.lies = { document };
      const other = await PeoplePlace.open(provider(issuer.url));
      try {
        const refused = await other.browser().auth('/sign-in/social', { provider: 'oidc', callbackURL: '/overview' });
        assert.deepEqual([refused.status, refused.body.error.code], [503, 'provider_silent']);
        assert.ok(other.told.some((sentence) => sentence.includes('identity provider')));
      } finally {
        await other.close();
      }
    });
  }
});

describe('the way back', () => {
  async function begun(browser: Browser): Promise<URL> {
    const { body } = await browser.auth('/sign-in/social', { provider: 'oidc', callbackURL: '/overview' });
    const away = await fetch(body.url, { redirect: 'manual' });
    return new URL(away.headers.get('location') ?? '');
  }
  async function comesBack(browser: Browser, back: URL): Promise<string> {
    const answer = await browser.ask('GET', back.pathname + back.search, { headers: { 'sec-fetch-site': 'cross-site' } });
    assert.equal(answer.status, 302, answer.text);
    assert.equal(await isSignedIn(browser), false);
    return answer.headers.get('location') ?? '';
  }

  it('ends at the page of sign-in with a sentence where the state is lost, foreign or used', async () => {
    const browser = place.browser();
    const back = await begun(browser);
    assert.equal(await comesBack(place.browser(), back), '/sign-in?error=state_lost', 'in another browser');
    const without = new URL(back);
    without.searchParams.delete('state');
    assert.equal(await comesBack(browser, without), '/sign-in?error=state_lost');
    const foreign = new URL(back);
    foreign.searchParams.set('state', 'x'.repeat(32));
    assert.equal(await comesBack(browser, foreign), '/sign-in?error=state_lost');
    assert.equal(await comesBack(browser, new URL('/api/console/auth/callback/oidc', back)), '/sign-in?error=state_lost');
  });

  const said: readonly (readonly [Readonly<Record<string, string | null>>, OutsideRefusal])[] = [
    [{ code: null, error: 'access_denied', error_description: 'see https://evil.example' }, 'access_denied'],
    [{ code: null, error: 'temporarily_unavailable' }, 'provider_silent'],
    [{ code: null, error: '<script>' }, 'outside_failed'],
    [{ code: null }, 'code_refused'],
    [{ code: 'of somebody else' }, 'code_refused'],
    [{ iss: 'https://evil.example' }, 'issuer_mismatch'],
  ];
  for (const [changes, why] of said) {
    it(`says ${why} where the provider says ${JSON.stringify(changes)}`, async () => {
      const browser = place.browser();
      const back = await begun(browser);
      for (const [name, value] of Object.entries(changes)) {
        if (value === null) back.searchParams.delete(name);
        else back.searchParams.set(name, value);
      }
      assert.equal(await comesBack(browser, back), `/sign-in?error=${why}`);
    });
  }

  it('leaves nothing for an operator to look after in the log', () => {
    assert.deepEqual(place.told, []);
  });
});
