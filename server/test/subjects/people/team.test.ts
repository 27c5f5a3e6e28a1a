/**
 * Goal: people join an account only by an invitation to their address, can do what their role permits from the next request on, and an
 * account never loses its last owner. Method: the API over HTTP; reads mails from the outbox.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { at, type Json } from '../../admin/admin-bench.ts';
import { startPeopleBench, type Asks, type PeopleBench } from '../../console/people-bench.ts';

let bench: PeopleBench;
let account = '';
let owner: Asks;
before(async () => {
  bench = await startPeopleBench();
  owner = bench.person('owner', { locale: 'en' });
  account = (await owner('GET', '/session')).body.accounts[0].id;
});
after(() => bench.close());

const of = (rest: string): string => `/accounts/${account}/${rest}`;

/** The link of the last mail to an address. */
async function linkOf(email: string): Promise<{ readonly token: string; readonly params: Json; readonly locale: string }> {
  const { body } = await bench.ask('GET', at`/api/admin/mails?recipient=${email}`);
  const [mail] = body.data;
  const params = (await bench.control.stores.mails.read(mail.id, {
    atMs: 0,
    actor: 'test',
    sourceIp: null,
    action: 'mail.read',
    objectKind: 'mail',
    objectId: mail.id,
    before: null,
    after: null,
  })) as Json;
  return { token: params.url.split('#token=')[1], params, locale: mail.locale };
}

/** A person who accepted the owner's invitation. */
async function join(id: string, role: string, more: object = {}): Promise<Asks> {
  const made = await owner('POST', of('invitations'), { email: `${id}@example.com`, role, ...more });
  assert.equal(made.status, 201, made.text);
  const asks = bench.person(id);
  const { token } = await linkOf(`${id}@example.com`);
  const accepted = await asks('POST', '/invitations/accept', { token });
  assert.deepEqual([accepted.status, accepted.body.account_id, accepted.body.role], [200, account, role], accepted.text);
  return asks;
}

describe('an invitation', () => {
  test('is a mail with a link of 256 bits, of which only a hash is kept', async () => {
    await owner('POST', of('invitations'), { email: 'Fresh@example.com', role: 'developer' });
    const { token, params, locale } = await linkOf('Fresh@example.com');
    assert.match(params.url, /^https:\/\/console\.test\/invite#token=[0-9A-Za-z]{43}$/);
    assert.deepEqual([params.inviter, params.role, locale], ['owner@example.com', 'developer', 'en']);
    const { text, body } = await owner('GET', of('invitations'));
    assert.ok(!text.includes(token) && body.data[0].email === 'Fresh@example.com');
    const log = await bench.ask('GET', '/api/admin/audit-log?action=invitation.create');
    assert.ok(!log.text.includes(token));
  });

  test('is accepted once, only by its verified address, in any case', async () => {
    const { token } = await linkOf('Fresh@example.com');
    const accept = (asks: Asks) => asks('POST', '/invitations/accept', { token });
    assert.equal((await accept(bench.nobody)).status, 401);
    assert.equal((await accept(bench.person('thief'))).status, 404);
    const unverified = await accept(bench.person('fresh0', { email: 'fresh@example.com', emailVerified: false }));
    assert.deepEqual([unverified.status, unverified.body.error.code], [403, 'address_not_verified']);
    const fresh = bench.person('fresh', { email: 'fresh@example.com' });
    const answers = await Promise.all([accept(fresh), accept(fresh), accept(fresh)]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 404, 404]);
    const { accounts } = (await fresh('GET', '/session')).body;
    assert.deepEqual(
      accounts.map(({ id, role }: Json) => [id, role]),
      [[account, 'developer']],
    );
  });

  test('is over after 7 days, when it is withdrawn, and when there is a newer one', async () => {
    const send = () => owner('POST', of('invitations'), { email: 'slow@example.com', role: 'finance' });
    const slow = bench.person('slow');
    const accept = (token: string) => slow('POST', '/invitations/accept', { token });
    await send();
    const { token: first } = await linkOf('slow@example.com');
    bench.clock.advance(1);
    const { body } = await send();
    assert.equal((await accept(first)).status, 404);
    assert.equal((await owner('DELETE', of(at`invitations/${body.id}`))).status, 200);
    assert.equal((await accept((await linkOf('slow@example.com')).token)).status, 404);
    bench.clock.advance(1);
    await send();
    bench.clock.advance(7 * 86_400_000);
    assert.equal((await accept((await linkOf('slow@example.com')).token)).status, 404);
    assert.ok(!(await owner('GET', of('invitations'))).text.includes('slow@'));
  });
});

test('an account invites one address 5 times in 24 hours and anybody 100 times, also what it withdraws', async () => {
  const crowd = bench.person('crowd', { locale: 'en' });
  const own: string = (await crowd('GET', '/session')).body.accounts[0].id;
  const send = async (email: string): Promise<number> => {
    const { status, body } = await crowd('POST', `/accounts/${own}/invitations`, { email, role: 'developer' });
    if (status === 201) assert.equal((await crowd('DELETE', at`/accounts/${own}/invitations/${body.id}`)).status, 200);
    else assert.deepEqual([body.error.code, body.error.param], ['rate_limit_exceeded', 'email']);
    return status;
  };
  for (let sent = 0; sent < 5; sent += 1) assert.equal(await send('Flooded@example.com'), 201);
  assert.equal(await send('flooded@Example.com'), 429);
  for (let sent = 5; sent < 100; sent += 1) assert.equal(await send(`crowd${String(sent)}@example.com`), 201);
  assert.equal(await send('crowd100@example.com'), 429);
  bench.clock.advance(86_400_001);
  assert.equal(await send('flooded@example.com'), 201);
});

describe('a removed person, or one with fewer rights', () => {
  test('cannot return by their own invitation, nor bring anyone else', async () => {
    const admin = await join('leaver', 'admin');
    const { members } = await owner('GET', of('members')).then(({ body }) => ({ members: body.data as readonly Json[] }));
    const { user_id: userId } = members.find(({ email }) => email === 'leaver@example.com') ?? {};
    const inviteAs = async (asks: Asks, email: string): Promise<string> => {
      const made = await asks('POST', of('invitations'), { email, role: 'developer' });
      assert.equal(made.status, 201, made.text);
      return (await linkOf(email)).token;
    };
    const [second, third] = [bench.person('friend'), bench.person('cousin')];
    const token = await inviteAs(admin, 'friend@example.com');
    const later = await inviteAs(admin, 'cousin@example.com');
    const accept = async (asks: Asks, given: string): Promise<number> =>
      (await asks('POST', '/invitations/accept', { token: given })).status;
    assert.equal((await owner('PATCH', of(at`members/${userId}`), { role: 'developer' })).status, 200);
    assert.equal(await accept(second, token), 404);
    assert.equal((await owner('PATCH', of(at`members/${userId}`), { role: 'admin' })).status, 200);
    assert.equal(await accept(second, token), 200);
    assert.equal((await owner('DELETE', of(at`members/${userId}`))).status, 200);
    assert.equal(await accept(third, later), 404);
  });
});

describe('an invited person without an account', () => {
  const invited = async (id: string): Promise<Asks> => {
    await owner('POST', of('invitations'), { email: `${id}@example.com`, role: 'developer' });
    return bench.person(id);
  };

  test('is asked first, and accepts without the mail at hand; no separate account is opened', async () => {
    const asks = await invited('asked');
    const { accounts, invitations } = (await asks('GET', '/session')).body;
    assert.deepEqual([accounts, invitations.length, invitations[0].inviter], [[], 1, 'owner@example.com']);
    const { id } = invitations[0];
    assert.equal((await bench.person('curious')('POST', '/invitations/accept', { id })).status, 404);
    assert.equal((await asks('POST', '/invitations/accept', { id })).body.account_id, account);
    const after = (await asks('GET', '/session')).body;
    assert.deepEqual([after.accounts.map((one: Json) => one.id), after.invitations], [[account], []]);
  });

  test('opens a separate account once if they want that instead, and may still accept', async () => {
    const asks = await invited('own');
    const unverified = bench.person('own0', { email: 'own@example.com', emailVerified: false });
    assert.deepEqual((await unverified('GET', '/session')).body.invitations, []);
    assert.equal((await unverified('POST', '/accounts', {})).body.error.code, 'address_not_verified');
    const answers = await Promise.all([1, 2, 3].map(() => asks('POST', '/accounts', {})));
    const [opened]: Json = answers.map(({ body }) => body.accounts);
    for (const { status, body } of answers) assert.deepEqual([status, body.accounts], [200, opened]);
    assert.equal(opened.length, 1);
    assert.equal((await asks('GET', at`/accounts/${opened[0].id}/balance`)).body.available, '10.0000');
    const { accounts, invitations } = (await asks('GET', '/session')).body;
    assert.deepEqual([accounts.length, invitations.length], [1, 1]);
    assert.equal((await asks('POST', '/invitations/accept', { id: invitations[0].id })).status, 200);
    assert.equal((await asks('GET', '/session')).body.accounts.length, 2);
  });
});

describe('a role', () => {
  test('is in force from the next request on, for every caller', async () => {
    const asks = await join('changing', 'developer');
    assert.equal((await asks('GET', of('keys'))).status, 200);
    const one = of('members/changing');
    assert.equal((await owner('PATCH', one, { role: 'finance' })).body.role, 'finance');
    assert.equal((await asks('GET', of('keys'))).status, 403);
    assert.equal((await owner('DELETE', one)).status, 200);
    assert.equal((await asks('GET', of('balance'))).status, 404);
  });

  test('of owner is assigned and removed only by owners, and the last owner stays', async () => {
    const admin = await join('admin', 'admin');
    assert.equal((await admin('POST', of('invitations'), { email: 'x@example.com', role: 'owner' })).status, 403);
    assert.equal((await admin('PATCH', of('members/admin'), { role: 'owner' })).status, 403);
    assert.equal((await admin('PATCH', of('members/owner'), { role: 'admin' })).status, 403);
    assert.equal((await admin('DELETE', of('members/owner'))).status, 403);
    for (const refused of [
      await owner('PATCH', of('members/owner'), { role: 'admin' }),
      await owner('DELETE', of('members/owner')),
      await owner('POST', of('leave'), {}),
    ])
      assert.deepEqual([refused.status, refused.body.error.code], [409, 'conflict']);
    const second = await join('second', 'owner');
    const both = await Promise.all([owner('POST', of('leave'), {}), second('POST', of('leave'), {})]);
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409], 'two who leave at once do not leave nobody');
    if (both[0].status === 200) owner = second;
  });

  test('may be bound to a sub-account, but not that of owners and admins', async () => {
    const { body: part } = await owner('POST', of('sub-accounts'), { name: 'Part' });
    const wanted = { email: 'b@example.com', role: 'admin', sub_account_id: part.id };
    assert.equal((await owner('POST', of('invitations'), wanted)).body.error.param, 'sub_account_id');
    const bound = await join('bound', 'developer', { sub_account_id: part.id });
    assert.equal((await bound('GET', of('balance'))).status, 403);
    const { body } = await owner('GET', of('members'));
    const row = body.data.find(({ user_id }: Json) => user_id === 'bound');
    assert.deepEqual([row.email, row.sub_account_name, row.is_you], ['bound@example.com', 'Part', false]);
    assert.equal((await bound('POST', of('leave'), {})).status, 200);
  });
});

test('owners and admins read what was changed by whom; which operator acted is not shown', async () => {
  await bench.ask('PATCH', at`/api/admin/accounts/${account}`, { name: 'Renamed' });
  const { body } = await owner('GET', of('audit?limit=200'));
  const actions = new Set(body.data.map(({ action }: Json) => action));
  for (const action of ['account.open', 'invitation.create', 'invitation.accept', 'member.patch', 'sub-account.create'])
    assert.ok(actions.has(action), action);
  assert.deepEqual([body.data[0].action, body.data[0].actor, body.data[0].source_ip], ['account.patch', null, null]);
  const stranger = bench.person('stranger');
  assert.equal((await stranger('GET', of('audit'))).status, 404);
});
