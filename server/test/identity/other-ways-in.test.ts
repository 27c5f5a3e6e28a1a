import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { freePort } from '../servers/free-port.ts';
import { Authenticator } from './authenticator.ts';
import { Issuer } from './issuer.ts';
import { overProvider, provider } from './over-provider.ts';
import { isSignedIn, password, PeoplePlace } from './people-place.ts';

const issuer = new Issuer();
const later = new Issuer();
let place: PeoplePlace;
before(async () => {
  await issuer.listen();
  place = await PeoplePlace.open(provider(issuer.url));
});
after(async () => {
  await place.close();
  issuer.close();
  later.close();
});

test('a passkey signs its owner in, at this host alone', async () => {
  const browser = await place.enter('passkey@example.org');
  const authenticator = new Authenticator(browser.origin);
  const options = await browser.auth('/passkey/generate-register-options');
  assert.equal(options.body.rp.id, 'localhost');
  const added = await browser.auth('/passkey/verify-registration', {
    response: authenticator.create(options.body),
  });
  assert.equal(added.status, 200, added.text);

  const elsewhere = place.browser();
  const { body: asked } = await elsewhere.auth('/passkey/generate-authenticate-options');
  const response = authenticator.get(asked);
  const entered = await elsewhere.auth('/passkey/verify-authentication', { response });
  assert.equal(entered.status, 200, entered.text);
  assert.ok(await isSignedIn(elsewhere));

  const replayed = place.browser();
  for (const [name, value] of elsewhere.cookies) if (name !== 'tollgate') replayed.cookies.set(name, value);
  assert.notEqual((await replayed.auth('/passkey/verify-authentication', { response })).status, 200);
  const foreign = place.browser();
  const { body: again } = await foreign.auth('/passkey/generate-authenticate-options');
  const lured = new Authenticator('https://evil.example').get(again);
  assert.notEqual((await foreign.auth('/passkey/verify-authentication', { response: lured })).status, 200);
  assert.equal(await isSignedIn(foreign), false);
});

test('authenticators and passkeys call the service as its settings do, from the change on', async () => {
  const browser = await place.enter('named@example.org');
  const names = async () => {
    const { body: enabled } = await browser.auth('/two-factor/enable', { password });
    const { body: options } = await browser.auth('/passkey/generate-register-options');
    return [new URL(enabled.totpURI).searchParams.get('issuer'), options.rp.name];
  };
  assert.deepEqual(await names(), ['Tollgate', 'Tollgate']);
  await place.settings({ service_name: '示例 AI' });
  assert.deepEqual(await names(), ['示例 AI', '示例 AI']);
  assert.ok(await isSignedIn(browser), 'whoever is signed in stays so');
});

test('a person known to the provider signs in, first as a new person and then as the same', async () => {
  const browser = place.browser();
  assert.equal((await overProvider(browser)).pathname, '/overview');
  assert.ok(await isSignedIn(browser));
  const again = place.browser();
  await overProvider(again);
  const people = await Promise.all([browser, again].map((each) => each.get('/api/console/session')));
  assert.equal(people[0]?.body.user.id, people[1]?.body.user.id);
  assert.equal(people[0]?.body.user.email_verified, true);
});

test('an address that the provider has not proved opens nobody else’s door', async () => {
  const owner = await place.enter('owner@example.org');
  issuer.who = { sub: 'two', email: 'owner@example.org', email_verified: false, name: 'Two' };
  const browser = place.browser();
  const landed = await overProvider(browser);
  assert.equal(landed.pathname, '/sign-in');
  assert.equal(await isSignedIn(browser), false);
  const { body: accounts } = await owner.auth('/list-accounts');
  assert.deepEqual(
    accounts.map(({ providerId }: { providerId: string }) => providerId),
    ['credential'],
  );
});

test('a provider that does not answer at the start holds nobody up, is reported, and works when it is there', async () => {
  const port = await freePort();
  const other = await PeoplePlace.open(provider(`http://127.0.0.1:${String(port)}`));
  try {
    assert.ok(await isSignedIn(await other.enter('early@example.org')));
    assert.ok(
      other.told.some((sentence) => sentence.includes('oidc') || sentence.includes('provider')),
      other.told.join('\n'),
    );
    const refused = await other.browser().auth('/sign-in/social', { provider: 'oidc', callbackURL: '/overview' });
    assert.ok(refused.status >= 400, refused.text);
    await later.listen(port);
    later.who = { sub: 'three', email: 'three@example.org', email_verified: true, name: 'Three' };
    const browser = other.browser();
    assert.equal((await overProvider(browser)).pathname, '/overview');
    assert.ok(await isSignedIn(browser));
  } finally {
    await other.close();
  }
});

test("the operator's sign-up setting applies to the provider as well", async () => {
  const closed = await PeoplePlace.open({ ...provider(issuer.url), TOLLGATE_SIGN_UP: 'closed' });
  try {
    const browser = closed.browser();
    const refused = await browser.auth('/sign-up/email', { email: 'new@example.org', password, name: 'New' });
    assert.equal(refused.body.error.code, 'sign_up_closed');
    issuer.who = { sub: 'four', email: 'four@example.org', email_verified: true, name: 'Four' };
    assert.notEqual((await overProvider(browser)).pathname, '/overview');
    assert.equal(await isSignedIn(browser), false);
    assert.equal((await browser.get('/api/console/sign-in')).body.sign_up, 'closed');
  } finally {
    await closed.close();
  }
});

test('mailboxes to throw away get no account, nor do names that advertise', async () => {
  const signUp = (form: object) =>
    place.browser().auth('/sign-up/email', { email: 'a@example.org', password, name: 'Some', ...form });
  assert.equal((await signUp({ email: 'a@mailinator.com' })).body.error.code, 'address_not_accepted');
  assert.equal((await signUp({ name: 'see https://evil.example' })).body.error.code, 'invalid_name');
  assert.equal((await signUp({ password: 'too short' })).body.error.code, 'password_too_short');
  assert.equal((await signUp({})).status, 200);
});
