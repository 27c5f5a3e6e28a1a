/**
 * Goal: the operator's settings of the installation are stored, validated, shown to visitors only if intended, and changes are in the audit
 * log. Method: the API on each engine, and invalid pictures.
 */
import assert from 'node:assert/strict';
import { crc32, deflateSync } from 'node:zlib';
import { after, before, test } from 'node:test';
import { siteSettingDefinitions, siteSettingNames } from '@tollgate/contract/site/site-settings';
import { createSiteSettingsReader } from '../../../src/control/site-settings-reader.ts';
import { pngFault } from '../../../src/subjects/site/png-fault.ts';
import { createSiteSettingsStore } from '../../../src/subjects/site/site-settings-store.ts';
import { startAdminBench, type AdminBench } from '../../admin/admin-bench.ts';

let bench: AdminBench;
before(async () => {
  bench = await startAdminBench();
});
after(() => bench.close());

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}

function png(side: number, ...more: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(side * (side + 1)));
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', head), ...more, chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

test('each setting begins with a value that its own rule takes', () => {
  for (const name of siteSettingNames) {
    const { schema, initial } = siteSettingDefinitions[name];
    assert.equal(schema.parse(initial), initial, name);
  }
});

test('a change is in force at once, other nodes know it within a second, and the audit log has before and after', async () => {
  const otherNode = createSiteSettingsReader(createSiteSettingsStore(bench.engine), bench.clock);
  assert.equal((await otherNode.read()).service_name, 'Tollgate');
  const terms = `# Terms\n\n${'long '.repeat(500)}`;
  const changed = await bench.ask('PATCH', '/api/admin/site-settings', { service_name: ' 云门 ', terms_en: terms });
  assert.equal(changed.status, 200);
  assert.equal(changed.body.service_name, '云门');
  assert.equal((await bench.ask('GET', '/api/admin/site-settings')).body.terms_en, terms);
  assert.equal((await bench.control.site.read()).service_name, '云门');
  bench.clock.advance(1_000);
  assert.equal((await otherNode.read()).service_name, '云门');
  const [entry] = (await bench.ask('GET', '/api/admin/audit-log?action=site.patch')).body.data;
  assert.equal(entry.actor, 'admin-token');
  assert.deepEqual(entry.before, { service_name: 'Tollgate', terms_en: '' });
  assert.equal(entry.after.service_name, '云门');
  assert.match(entry.after.terms_en, /… \(2509 characters, sha256 [0-9a-f]{16}\)$/);
  await bench.ask('PATCH', '/api/admin/site-settings', { service_name: '云门' });
  assert.equal(
    (await bench.ask('GET', '/api/admin/audit-log?action=site.patch')).body.data.length,
    1,
    'what changes nothing is no change',
  );
});

test('an invalid setting is refused by name, and nothing of the request is stored', async () => {
  const wrong: readonly (readonly [string, unknown])[] = [
    ['service_name', ''],
    ['service_name', 'two\nlines'],
    ['domestic_address', 'javascript:alert(1)'],
    ['domestic_address', 'https://api.example.cn/v1'],
    ['support_email', 'nobody'],
    ['invoice_tax_rate', '6%'],
    ['terms_zh', 'x'.repeat(100_001)],
    ['logo', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')],
  ];
  const before = (await bench.ask('GET', '/api/admin/site-settings')).body;
  for (const [name, value] of wrong) {
    const { status, body } = await bench.ask('PATCH', '/api/admin/site-settings', { company_name: 'kept?', [name]: value });
    assert.deepEqual([status, body.error.param], [400, name], `${name}: ${JSON.stringify(body)}`);
  }
  assert.deepEqual((await bench.ask('GET', '/api/admin/site-settings')).body, before);
});

test('a logo is a small square PNG and nothing else', () => {
  assert.equal(pngFault(png(64)), null);
  assert.match(pngFault(png(16)) ?? '', /square/);
  assert.match(pngFault(png(1024)) ?? '', /square/);
  assert.match(pngFault(png(64, chunk('tEXt', Buffer.from('Author\0me')))) ?? '', /more than the image/);
  assert.match(pngFault(png(64).subarray(0, -5)) ?? '', /not a complete/);
  const broken = png(64);
  broken[50] = (broken[50] ?? 0) ^ 1;
  assert.match(pngFault(broken) ?? '', /not a complete/);
  assert.match(pngFault(Buffer.alloc(70_000)) ?? '', /64 kB/);
  const script = Buffer.from('<script>alert(1)</script>');
  const behind = [script, Buffer.of(0), chunk('IEND', Buffer.alloc(0)), chunk('IDAT', script), png(64)];
  for (const more of behind) assert.match(pngFault(Buffer.concat([png(64), more])) ?? '', /after the end/);
  const filled = Buffer.concat([png(64).subarray(0, -12), chunk('IEND', script)]);
  assert.match(pngFault(filled) ?? '', /after the end/);
  assert.match(pngFault(Buffer.from('GIF89a')) ?? '', /PNG/);
});
