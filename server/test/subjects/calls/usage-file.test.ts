/** Goal: usage as a file equals the page, to the nano and the last image, and contains nobody else's usage. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { formatExact, parseAmount } from '@tollgate/contract/money';
import { startFixture, type Fixture } from '../../gateway/fixture.ts';
import { group, sampleRecord } from '../../storage/sample-books.ts';
import { openConsole, type ConsoleBench } from '../../console/console-bench.ts';

const perModel = 1_100;

describe('usage as a file', () => {
  let fixture: Fixture;
  let bench: ConsoleBench;
  let of: string;
  let part: string;
  let total = 0n;

  before(async () => {
    fixture = await startFixture({ keySettings: { remark: '=1+1' } });
    bench = await openConsole(fixture.service);
    of = `/accounts/${fixture.accountId}/usage`;
    const made = await fixture.admin('POST', `/accounts/${fixture.accountId}/sub-accounts`, { name: 'Part' });
    part = made.body.id;
    await bench.join(fixture.accountId, 'owner', 'owner');
    await bench.join(fixture.accountId, 'bound', 'developer', part);
    const { storage, gateway } = fixture.service;
    const nowMs = gateway.clock.nowMs();
    const own = { accountId: fixture.accountId, keyId: fixture.keyId };
    const charge = 1_000_003n;
    const more = { 'image@1024x1024': 2, output_audio_ms: 1_500 } as const;
    const records = Array.from({ length: perModel }, (_, at) =>
      sampleRecord(gateway.ids, nowMs, { ...own, model: `test/${String(at).padStart(4, '0')}`, charge, priced: { more } }),
    );
    const ofPart = sampleRecord(gateway.ids, nowMs, { ...own, subAccountId: part, model: 'test/part', charge: 7n });
    total = BigInt(perModel) * charge + 7n;
    await storage.engine.commitGroup(group({ closed: [...records, ofPart] }), gateway.ids.uuid());
  });
  after(async () => {
    await bench.close();
    await fixture.close();
  });

  async function table(query: string, who = 'owner'): Promise<readonly (readonly string[])[]> {
    const answer = await bench.fetch(who, `${of}/content?locale=en&${query}`);
    const text = await answer.text();
    assert.equal(answer.status, 200, text);
    assert.match(answer.headers.get('content-disposition') ?? '', /^attachment; filename="tollgate-usage.*\.csv"$/);
    return text
      .slice(1)
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','));
  }

  it('has a line for each of more models than a page, each quantity in a column, and adds up to the nano', async () => {
    const [heads = [], ...lines] = await table('format=csv&group_by=model');
    assert.equal(lines.length, perModel + 2);
    const at = (name: string): number => heads.indexOf(name);
    const last = lines.at(-1) ?? [];
    assert.equal(last[0], 'Total');
    assert.equal(last[at('Charged (CNY)')], formatExact(total));
    const sum = (name: string): bigint => lines.slice(0, -1).reduce((all, line) => all + parseAmount(line[at(name)] ?? '0'), 0n);
    for (const name of ['Calls', 'Input tokens', 'Image 1024x1024', 'Audio output time (s)', 'Charged (CNY)'])
      assert.equal(formatExact(sum(name)), formatExact(parseAmount(last[at(name)] ?? '')), name);
    assert.equal(last[at('Image 1024x1024')], String(2 * perModel));
    assert.equal(last[at('Audio output time (s)')], String(1.5 * perModel));
  });

  it('has the same totals as the page, by day and by key; a remark is never a formula', async () => {
    const { body } = await bench.ask('owner', 'GET', `${of}?group_by=day,key_id`);
    const [heads = [], line = [], last = []] = await table('format=csv&group_by=day,key_id');
    assert.equal(body.data.length, 1);
    assert.deepEqual(line.slice(0, 3), [body.data[0].day, `"'=1+1"`, fixture.keyId]);
    assert.equal(parseAmount(line[heads.indexOf('Charged (CNY)')] ?? ''), total);
    assert.equal(line[heads.indexOf('Calls')], String(body.data[0].calls));
    assert.equal(last[0], 'Total');
  });

  it('is a worksheet, too', async () => {
    const answer = await bench.fetch('owner', `${of}/content?format=xlsx&group_by=sub_account_id`);
    assert.equal(answer.status, 200);
    assert.equal(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 2)
        .toString('latin1'),
      'PK',
    );
  });

  it('shows a member limited to one sub-account only that one, and strangers nothing', async () => {
    const lines = await table('format=csv&group_by=model', 'bound');
    assert.deepEqual(lines.map(([first]) => first).slice(1), ['test/part', 'Total']);
    const other = await fixture.admin('POST', '/accounts', { name: 'Other', plan: 'dedicated', trial_credit: false });
    await bench.join(other.body.id, 'stranger', 'owner');
    assert.equal((await bench.fetch('stranger', `${of}/content?format=csv`)).status, 404);
  });
});
