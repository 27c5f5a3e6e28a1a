/**
 * Goal: an identity belongs to a person at one issuer. If the provider changes, a person with the same subject there is not signed in as
 * the first one; identities from before issuers were recorded stay. Method: two real providers, one data folder.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { startInProcess } from '../service-in-process.ts';
import { inTempFolder } from '../storage/temp-folder.ts';
import { Browser } from './browser.ts';
import { provider } from './over-provider.ts';
import { RealProvider, throughProvider } from './real-provider.ts';

const [first, second] = [new RealProvider(), new RealProvider()];
before(() => Promise.all([first.listen(), second.listen()]));
after(() => {
  first.close();
  second.close();
});

interface Person {
  readonly id: string;
  readonly email: string;
}

/** The local person for a person at a provider, in a service that knows only this provider. */
async function comesIn(folder: string, at: RealProvider, address = at.url): Promise<Person> {
  const service = await startInProcess({ TOLLGATE_DATA_DIR: folder, ...provider(address) });
  try {
    const browser = new Browser(service.url.replace('127.0.0.1', 'localhost'), null);
    at.serve(browser.origin);
    const begun = await browser.auth('/sign-in/social', { provider: 'oidc', callbackURL: '/overview' });
    const back = await throughProvider(begun.body.url, browser.origin);
    const headers = { 'sec-fetch-site': 'cross-site' };
    const landed = await browser.ask('GET', back.pathname + back.search, { headers });
    assert.equal(landed.headers.get('location'), '/overview');
    return (await browser.get('/api/console/session')).body.user;
  } finally {
    await service.stop();
  }
}

function change(folder: string, ...statements: readonly string[]): void {
  const db = new DatabaseSync(join(folder, 'sign-in.sqlite'));
  for (const statement of statements) db.exec(statement);
  db.close();
}

test('The same subject at another issuer is another person, and at the same one the same, however it is written', async () => {
  await inTempFolder(async (folder) => {
    const ada = await comesIn(folder, first);
    assert.equal(ada.email, 'ada@example.org');
    second.who = { ...second.who, email: 'mallory@example.org', name: 'Mallory' };
    const mallory = await comesIn(folder, second);
    assert.equal(mallory.email, 'mallory@example.org');
    assert.notEqual(mallory.id, ada.id);
    assert.equal((await comesIn(folder, first, `${first.url}/`)).id, ada.id);
    // With the verified address of the first one, they are the same person.
    second.who = { ...second.who, sub: 'ada at her new provider', email: 'ada@example.org' };
    assert.equal((await comesIn(folder, second)).id, ada.id);
  });
});

test('Identities from before issuers were noted are those of the issuer that is configured at the first start', async () => {
  await inTempFolder(async (folder) => {
    const ada = await comesIn(folder, first);
    change(folder, "update account set accountId = 'ada' where providerId = 'oidc'", 'delete from schema_steps where id = 2');
    // The address has changed at the provider, so only the identity identifies the person.
    first.who = { ...first.who, email: 'ada.lovelace@example.org' };
    assert.equal((await comesIn(folder, first)).id, ada.id);
    second.who = { ...second.who, sub: 'ada', email: 'mallory@example.org' };
    assert.notEqual((await comesIn(folder, second)).id, ada.id);
  });
});
