import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { createSiteSettingsReader } from '../../../src/control/site-settings-reader.ts';
import { createSettingsStore } from '../../../src/storage/stores/settings-store.ts';
import { createSiteSettingsStore } from '../../../src/subjects/site/site-settings-store.ts';
import { countRows, type OnBooks } from './engine-bench.ts';

const audit = {
  atMs: 1,
  actor: 'test',
  sourceIp: null,
  action: 'site.patch',
  objectKind: 'site',
  objectId: 'settings',
  before: null,
  after: null,
};

export function siteTests(name: string, onBooks: OnBooks): void {
  describe(`settings of the site on ${name}`, () => {
    onBooks('are kept with their entry in the audit log, apart from what else has a name', async ({ engine, clock }) => {
      const store = createSiteSettingsStore(engine);
      await createSettingsStore(engine).set('site', 'another');
      await createSettingsStore(engine).set('site/', 'another');
      const entries = await countRows(engine, 'audit_log');
      await store.put(
        new Map([
          ['service_name', '"One"'],
          ['unknown_to_us', '{"of": "a later version"}'],
        ]),
        audit,
      );
      await store.put(
        new Map([
          ['service_name', '"Two"'],
          ['company_name', '7'],
        ]),
        audit,
      );
      assert.equal(await countRows(engine, 'audit_log'), entries + 2);
      assert.deepEqual([...(await store.all()).keys()].sort(), ['company_name', 'service_name', 'unknown_to_us']);
      const settings = await createSiteSettingsReader(store, clock).read();
      assert.equal(settings.service_name, 'Two');
      assert.equal(settings.company_name, '', 'what cannot be read is as it was at first');
    });
  });
}
