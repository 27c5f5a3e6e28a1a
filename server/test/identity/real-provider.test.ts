import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Browser } from './browser.ts';
import { provider } from './over-provider.ts';
import { isSignedIn, PeoplePlace } from './people-place.ts';
import { RealProvider, signatures, throughProvider, type ProviderManner } from './real-provider.ts';

const real = new RealProvider();
let place: PeoplePlace;

before(() => real.listen());
after(() => {
  real.close();
});
beforeEach(() => {
  real.isRefused = false;
});

/** The service caches what it discovers about a provider, so each variant has a separate service. */
async function withProvider(manner: Partial<ProviderManner>, work: () => Promise<void>): Promise<void> {
  place = await PeoplePlace.open(provider(real.url));
  try {
    real.serve(place.browser().origin, manner);
    await work();
  } finally {
    await place.close();
  }
}

async function wayBack(browser: Browser): Promise<URL> {
  const begun = await browser.auth('/sign-in/social', { provider: 'oidc', callbackURL: '/overview' });
  assert.equal(begun.status, 200, begun.text);
  return await throughProvider(begun.body.url, browser.origin);
}

async function comeBack(browser: Browser, back: URL): Promise<string | null> {
  const headers = { 'sec-fetch-site': 'cross-site' };
  return (await browser.ask('GET', back.pathname + back.search, { headers })).headers.get('location');
}

async function personBy(browser: Browser): Promise<{ readonly id: string; readonly email: string; readonly name: string }> {
  assert.equal(await comeBack(browser, await wayBack(browser)), '/overview');
  return (await browser.get('/api/console/session')).body.user;
}

for (const signature of signatures)
  test(`a provider that is not ours and signs with ${signature} brings a person, and the same one again`, async () => {
    await withProvider({ signature, isAddressInToken: signature === 'ES256' }, async () => {
      const first = await personBy(place.browser());
      assert.deepEqual([first.email, first.name], ['ada@example.org', 'Ada Lovelace']);
      assert.equal((await personBy(place.browser())).id, first.id);
      assert.deepEqual(
        place.told.filter((sentence) => !sentence.includes('identity provider')),
        [],
      );
    });
  });

test('a provider that takes the secret in the head alone gets it there, and none takes a wrong one', async () => {
  await withProvider({ clientAuth: 'client_secret_basic' }, async () => {
    assert.equal((await personBy(place.browser())).email, 'ada@example.org');
  });
  await withProvider({ secret: 'another one' }, async () => {
    const browser = place.browser();
    assert.equal(await comeBack(browser, await wayBack(browser)), '/sign-in?error=code_refused');
    assert.equal(await isSignedIn(browser), false);
  });
});

test('a person who declines, returns twice, or returns from another provider is not signed in, and reads why', async () => {
  await withProvider({}, async () => {
    real.isRefused = true;
    const refused = place.browser();
    assert.equal(await comeBack(refused, await wayBack(refused)), '/sign-in?error=access_denied');
    real.isRefused = false;
    const browser = place.browser();
    const back = await wayBack(browser);
    assert.equal(back.searchParams.get('iss'), real.url, 'it names itself');
    const forged = new URL(back);
    forged.searchParams.set('iss', 'https://evil.example');
    assert.equal(await comeBack(browser, forged), '/sign-in?error=issuer_mismatch');
    const again = place.browser();
    const whole = await wayBack(again);
    assert.equal(await comeBack(again, whole), '/overview');
    assert.equal(await comeBack(again, whole), '/sign-in?error=state_lost');
    assert.equal(await isSignedIn(refused), false);
    assert.equal(await isSignedIn(browser), false);
  });
});
