import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkDomain, checkMode } from './sign-up-rules.ts';

type Rules = Readonly<Record<string, unknown>>;

function rules(own: Rules) {
  const all = { mode: 'open', domainsAllowed: [], domainsRefused: [], areDisposableAccepted: false, ...own };
  return { ask: () => Promise.resolve(all) } as never;
}

async function isTaken(own: Rules, email: string): Promise<boolean> {
  return checkDomain(rules(own), email).then(
    () => true,
    () => false,
  );
}

test('a domain stands for those below it, and for no other that ends alike', async () => {
  const refused = { domainsRefused: ['evil.org'] };
  for (const domain of ['evil.org', 'EVIL.org', 'mail.evil.org', 'a.b.evil.org'])
    assert.equal(await isTaken(refused, `a@${domain}`), false, domain);
  for (const domain of ['notevil.org', 'evil.org.cn', 'org']) assert.equal(await isTaken(refused, `a@${domain}`), true, domain);
  const allowed = { domainsAllowed: ['corp.cn'] };
  for (const domain of ['corp.cn', 'mail.corp.cn']) assert.equal(await isTaken(allowed, `a@${domain}`), true, domain);
  for (const domain of ['xcorp.cn', 'cn', 'example.org']) assert.equal(await isTaken(allowed, `a@${domain}`), false, domain);
});

test('mailboxes to throw away are known by their domain and by those above it', async () => {
  assert.equal(await isTaken({}, 'a@mailinator.com'), false);
  assert.equal(await isTaken({}, 'a@any.thing.33mail.com'), false, 'of the list of wildcards');
  assert.equal(await isTaken({ areDisposableAccepted: true }, 'a@mailinator.com'), true);
  assert.equal(await isTaken({ domainsAllowed: ['mailinator.com'] }, 'a@mailinator.com'), true);
});

test('a domain is taken apart once, and no further than a domain goes', async () => {
  let looked = 0;
  const domainsRefused = Array.from({ length: 100 }, (_, at) => `d${String(at)}.org`);
  const counted = new Proxy(domainsRefused, {
    get(target, name, receiver) {
      looked += 1;
      return Reflect.get(target, name, receiver) as unknown;
    },
  });
  await isTaken({ domainsRefused: counted, areDisposableAccepted: true }, `a@${'.'.repeat(20_000)}`);
  assert.ok(looked <= 3 * domainsRefused.length, `${String(looked)} looks at a list of ${String(domainsRefused.length)}`);
});

test('a domain has at most 127 parts, and those above it are found up to there', async () => {
  const below = (parts: number): string => `${'a.'.repeat(parts)}evil.org`;
  const refused = { domainsRefused: ['evil.org'], areDisposableAccepted: true };
  assert.equal(await isTaken(refused, `a@${below(126)}`), false);
  assert.equal(await isTaken(refused, `a@${below(127)}`), true);
});

test('a refused domain stays refused beside an allowed one above it, and a list of allowed ones lets nobody else in', async () => {
  const own = { domainsAllowed: ['corp.cn'], domainsRefused: ['old.corp.cn'] };
  for (const [domain, taken] of Object.entries({ 'corp.cn': true, 'old.corp.cn': false, 'a.old.corp.cn': false, 'x.cn': false }))
    assert.equal(await isTaken(own, `a@${domain}`), taken, domain);
  await assert.rejects(
    checkDomain(rules(own), 'a@x.cn'),
    (error: { body: { code: string } }) => error.body.code === 'ADDRESS_NOT_ACCEPTED',
  );
});

test('people come by themselves where sign-up is open, with an invitation where it needs one, and otherwise not', async () => {
  const code = (mode: string, isInvited: boolean) => {
    const ask = (what: string, about: unknown) => {
      if (what === 'isInvited') assert.deepEqual(about, { email: 'a@example.org' });
      return Promise.resolve(what === 'isInvited' ? isInvited : { mode });
    };
    return checkMode({ ask } as never, 'a@example.org').then(
      () => null,
      (error: unknown) => (error as { body: { code: string } }).body.code,
    );
  };
  assert.deepEqual([await code('open', false), await code('invitation', true)], [null, null]);
  assert.equal(await code('invitation', false), 'INVITATION_NEEDED');
  assert.deepEqual([await code('closed', true), await code('closed', false)], ['SIGN_UP_CLOSED', 'SIGN_UP_CLOSED']);
});
