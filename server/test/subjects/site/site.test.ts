/** Goal: the operator's site data appears wherever the service shows it, at once and in every response, and in the operator's own words. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { deflateSync, crc32 } from 'node:zlib';
import { siteSettingDefinitions } from '@tollgate/contract/site/site-settings';
import { createSiteSettingsReader } from '../../../src/control/site-settings-reader.ts';
import { startFixture, type Fixture } from '../../gateway/fixture.ts';

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}

function png(side: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(side * (side + 1)));
  const pieces = [chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...pieces]);
}

describe('the name of a site', () => {
  let fixture: Fixture;
  before(async () => {
    fixture = await startFixture();
    const said = {
      service_name: '云门 <&>',
      company_name: '某某有限公司',
      icp_number: '京 ICP 备 1 号',
      support_email: 'help@example.cn',
      overseas_address: 'https://abroad.example.com',
      logo: png(64).toString('base64'),
    };
    const { status, body } = await fixture.admin('PATCH', '/site-settings', said);
    assert.equal(status, 200, JSON.stringify(body));
  });
  after(() => fixture.close());

  const read = async (path: string) => {
    const answer = await fetch(`${fixture.service.consoleUrl}${path}`);
    return { headers: answer.headers, text: await answer.text() };
  };

  it('comes with addresses that its pages may then call', async () => {
    const { headers } = await read('/sign-in');
    assert.match(headers.get('content-security-policy') ?? '', /connect-src 'self'.* https:\/\/abroad\.example\.com/);
  });

  it('is in feeds and in the summary of the status', async () => {
    for (const path of ['/status.rss', '/announcements.rss']) assert.match((await read(path)).text, /<title>云门 &lt;&amp;&gt; /);
    assert.equal(JSON.parse((await read('/api/v2/summary.json')).text).page.name, '云门 <&>');
  });

  it('has a picture that is a picture to every browser, and nothing that could run', async () => {
    const { logo } = JSON.parse((await read('/api/console/site')).text) as { logo: string };
    const { headers } = await read(logo);
    assert.equal(headers.get('content-type'), 'image/png');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(headers.get('content-security-policy'), "default-src 'none'; sandbox");
  });

  it('is served as last known while the database is away, without a noticeable wait', async () => {
    const { service } = fixture;
    let isAway = false;
    const all = () =>
      isAway
        ? Promise.withResolvers<ReadonlyMap<string, string>>().promise
        : Promise.resolve(new Map([['service_name', '"云门"']]));
    const reader = createSiteSettingsReader({ all, put: () => Promise.resolve() }, fixture.clock);
    assert.equal((await reader.lastKnown()).service_name, '云门');
    isAway = true;
    reader.forget();
    const asked = reader.lastKnown();
    fixture.clock.advance(300);
    assert.equal((await asked).service_name, '云门');
    const broken = createSiteSettingsReader(
      { all: () => Promise.reject(new Error('away')), put: () => Promise.resolve() },
      fixture.clock,
    );
    assert.equal((await broken.lastKnown()).service_name, siteSettingDefinitions.service_name.initial);
    assert.equal((await service.control.site.lastKnown()).service_name, '云门 <&>');
  });
});
