import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkDomain } from './sign-up-rules.ts';

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
