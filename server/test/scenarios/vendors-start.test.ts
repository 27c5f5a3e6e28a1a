// Goal: whoever puts the keys of vendors into the environment gets a service that starts with all they sell.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { vendors } from '../../src/providers/registry.ts';
import { environmentOf } from '../provider-keys.ts';
import { startInProcess } from '../service-in-process.ts';

test('with the key of every vendor in the environment the service starts, and each of them is a provider with its models and protocols', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-vendors-'));
  const keys = Object.assign({}, ...vendors.map(environmentOf)) as Record<string, string>;
  const service = await startInProcess({ TOLLGATE_DATA_DIR: folder, TOLLGATE_REGION: 'overseas', ...keys });
  try {
    const { providers, models } = service.gateway.catalog.current;
    for (const vendor of vendors) {
      const provider = providers.find(({ name }) => name === vendor.name);
      assert.deepEqual(provider?.dialects, vendor.dialects ?? {}, vendor.name);
      for (const { name, music } of vendor.models) assert.deepEqual(models.get(name)?.music, music, name);
    }
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true });
  }
});
