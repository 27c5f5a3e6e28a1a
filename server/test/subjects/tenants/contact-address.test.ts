/**
 * Goal: mails of an account reach only people who asked for them: a changed contact address takes effect once it is confirmed by the holder
 * of the link, once and in time. Method: real HTTP on a real database; the link is read as an operator reads it.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { adminToken, type Answer } from '../../admin/admin-bench.ts';
import { startPeopleBench, type Asks, type PeopleBench } from '../../console/people-bench.ts';

const hourMs = 3_600_000;
let bench: PeopleBench;
let owner: Asks;
let of: string;

before(async () => {
  bench = await startPeopleBench();
  owner = bench.person('founder');
  of = `/accounts/${String((await owner('GET', '/session')).body.accounts[0].id)}`;
});
after(() => bench.close());

const admin = (path: string): Promise<Answer> =>
  bench.ask('GET', `/api/admin${path}`, undefined, { authorization: `Bearer ${adminToken}` });

interface Mail {
  readonly id: string;
  readonly recipient: string;
  readonly template: string;
}

async function mailsTo(recipient: string): Promise<readonly Mail[]> {
  const { data } = (await admin(`/mails?recipient=${encodeURIComponent(recipient)}`)).body as { readonly data: readonly Mail[] };
  return data.filter(({ template }) => template === 'prove-contact');
}

/** Link of the newest mail. */
async function linkTo(recipient: string): Promise<string> {
  const [mail] = await mailsTo(recipient);
  const said = (await admin(`/mails/${mail?.id ?? ''}`)).text;
  return /\/contact#token=([0-9A-Za-z]{43})/.exec(said)?.[1] ?? assert.fail(said);
}

const change = (email: string | null): Promise<Answer> => owner('PATCH', of, { email });
const prove = (token: string): Promise<Answer> => bench.nobody('POST', '/contact-proofs', { token });
const shown = async (): Promise<readonly (string | null)[]> => {
  const { email, pending_email: pending } = (await owner('GET', of)).body as {
    email: string | null;
    pending_email: string | null;
  };
  return [email, pending];
};

test('the old address stays in force until the new one is proved by its link, which works once and in time', async () => {
  assert.deepEqual(await shown(), ['founder@example.com', null]);
  const changed = await change('books@example.net');
  assert.deepEqual(
    [changed.status, changed.body.email, changed.body.pending_email],
    [200, 'founder@example.com', 'books@example.net'],
  );
  const first = await linkTo('books@example.net');
  bench.clock.advance(1000);
  assert.equal((await owner('POST', `${of}/contact-proof`)).status, 200);
  const second = await linkTo('books@example.net');
  assert.equal((await prove(first)).status, 400, 'a newer link was sent');
  bench.clock.advance(25 * hourMs);
  const late = await prove(second);
  assert.deepEqual([late.status, late.body.error.param], [400, 'token']);
  assert.equal(late.body.error.reason, 'contact_link_over');
  await owner('POST', `${of}/contact-proof`);
  const third = await linkTo('books@example.net');
  const all = await Promise.all(Array.from({ length: 50 }, () => prove(third)));
  assert.equal(all.filter(({ status }) => status === 200).length, 1, 'one use');
  assert.deepEqual(await shown(), ['books@example.net', null]);
  const audit = (await bench.ask('GET', '/api/admin/audit-log?limit=20', undefined, { authorization: `Bearer ${adminToken}` }))
    .text;
  assert.equal(audit.match(/account\.contact_proved/g)?.length, 1);
});

test('the address that a member signs in with counts at once; keeping the old one makes the link worthless', async () => {
  await change('elsewhere@example.net');
  const link = await linkTo('elsewhere@example.net');
  assert.equal((await change('founder@example.com')).body.email, 'founder@example.com');
  assert.equal((await prove(link)).status, 400);
  assert.deepEqual(await shown(), ['founder@example.com', null]);
  bench.person('unverified', { emailVerified: false });
  bench.person('stranger');
  for (const email of ['unverified@example.com', 'stranger@example.com'])
    assert.deepEqual((await change(email)).body.email, 'founder@example.com', `${email} is no member's`);
  assert.equal((await change(null)).body.email, null, 'none is taken at once');
  assert.deepEqual(await shown(), [null, null]);
});

test('strangers are not flooded: five mails a day, whatever addresses are entered, and a mail server is not needed', async () => {
  bench.clock.advance(25 * hourMs);
  const all: Answer[] = [];
  for (let at = 0; at < 8; at += 1) all.push(await change(`victim${String(at)}@example.net`));
  assert.deepEqual(
    all.map(({ status }) => status),
    [200, 200, 200, 200, 200, 429, 429, 429],
  );
  const refused = all.at(-1);
  assert.equal(refused?.body.error.param, 'email');
  assert.ok(Number(refused.headers.get('retry-after')) > 3600);
  assert.deepEqual(await shown(), [null, 'victim4@example.net'], 'what was refused changes nothing');
  const stranger = bench.person('other');
  await stranger('GET', '/session');
  assert.equal((await stranger('POST', `${of}/contact-proof`)).status, 404);
});

test('an invalid link is refused while a change is in progress, so no visitor can delay changes', async () => {
  const { promise: change, resolve: end } = Promise.withResolvers<undefined>();
  const changing = bench.control.changeQueue.run(() => change);
  const guesses = await Promise.all(Array.from({ length: 50 }, (_, at) => prove(`guess-${String(at)}`)));
  assert.deepEqual([...new Set(guesses.map(({ status }) => status))], [400]);
  end(undefined);
  await changing;
});
