/**
 * Goal: accounts that have never paid cannot use up the file storage of those that have, and operators are informed when it runs out.
 * Method: the real service with the smallest store, its own sandbox, and four accounts with only trial credits.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { keepFile } from '../../src/control/uploaded-files.ts';
import { SongsWorld } from './songs-world.ts';

const song = { model: 'sandbox/music', prompt: 'rain', duration: 150 };
const mebibyte = 1024 ** 2;

describe('files of accounts that have never paid', () => {
  let world: SongsWorld;
  before(async () => {
    world = await SongsWorld.start({ env: { TOLLGATE_OBJECTS_BYTES_MAX: String(64 * mebibyte) } });
  });
  after(() => world.fixture.closeSettled());

  async function trialKey(name: string): Promise<string> {
    const admin = (at: string, body: object) => world.fixture.admin('POST', at, body);
    const account = await admin('/accounts', { name, trial_credit: false });
    assert.equal(account.status, 201, JSON.stringify(account.body));
    const at = `/accounts/${String(account.body.id)}`;
    await admin(`${at}/credits`, { amount: '10', reason: 'trial', bucket: 'trial' });
    return String((await admin(`${at}/keys`, { remark: 'trial' })).body.key);
  }

  /** Makes songs until one is refused. */
  async function fill(key: string): Promise<number> {
    for (let made = 0; made < 12; made += 1) {
      const { status, body } = await world.ask('POST', '', { body: song, key });
      if (status !== 200) return made;
      if ((await world.ended(body.id, key)).status !== 'completed') return made;
    }
    return 12;
  }

  test('four of them leave the room of a paying account, and operators are alerted', async () => {
    const { service, accountId } = world.fixture;
    for (let number = 0; number < 4; number += 1) await fill(await trialKey(`trial ${String(number)}`));
    const { bytes, unpaidBytes } = await service.gateway.objects.fill();
    assert.ok(unpaidBytes > 0 && unpaidBytes < 48 * mebibyte, `they hold ${String(unpaidBytes)} bytes`);
    assert.equal(bytes, unpaidBytes);

    await world.pass(61_000);
    await world.fixture.waitFor(async () => {
      const { data } = (await world.fixture.admin('GET', '/alarms')).body as {
        readonly data: readonly { readonly kind: string }[];
      };
      return data.some(({ kind }) => kind === 'file_store_almost_full');
    });

    const begun = await world.begin({ ...song, duration: 30 });
    assert.equal((await world.ended(begun.id)).status, 'completed');
    const facts = { name: '019aa000-0000-7000-8000-000000000001/0', accountId, keyId: '', mediaType: 'image/png' };
    await keepFile(service.control, { facts, bytes: Buffer.from('a licence'), expiresAtMs: world.fixture.clock.nowMs() + 1000 });
    assert.ok(await service.gateway.objects.find(facts.name));
    const scrape = await (await fetch(`${service.consoleUrl}/metrics`)).text();
    assert.match(scrape, /^tollgate_files_bytes\{which="max"\} 67108864$/m);
  });
});
