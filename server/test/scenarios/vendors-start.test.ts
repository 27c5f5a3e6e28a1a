// Goal: a service with vendor keys in its environment starts with all models of these vendors.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { CompiledQuery } from 'kysely';
import type { Service } from '../../src/service/service.ts';
import { vendors } from '../../src/providers/registry.ts';
import { environmentOf } from '../provider-keys.ts';
import { StartError } from '../../src/service/start/start-error.ts';
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

test('a vendor whose key has left the environment is switched off, with protocols of a newer program that stay as they are', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-vendors-'));
  const deepseek = ({ gateway }: Service) => gateway.catalog.current.providers.find(({ name }) => name === 'deepseek');
  try {
    const first = await startInProcess({ TOLLGATE_DATA_DIR: folder, DEEPSEEK_API_KEY: 'sk-of-the-vendor' });
    const listed = `update providers set further_chat_dialects = '["of-a-newer-program"]' where name = 'deepseek'`;
    await first.storage.engine.write([{ query: CompiledQuery.raw(listed) }], []);
    await first.stop();
    const second = await startInProcess({ TOLLGATE_DATA_DIR: folder });
    const { enabled, routes, chatDialects } = deepseek(second) ?? {};
    await second.stop();
    assert.deepEqual([enabled, routes, chatDialects], [false, [], ['chat-completions', 'of-a-newer-program']]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a key that is none of its vendor ends the start in one sentence: which variable, what it must be and where to get it, and not the key', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-vendors-'));
  const base = { VERTEX_BASE_URL: 'https://aiplatform.googleapis.com/v1/projects/mine/locations/global/endpoints/openapi' };
  const wrong = ['AIza-not-a-key-file', Buffer.from('{"client_email":"a@b.example"}').toString('base64'), '{ "half": '];
  try {
    for (const VERTEX_API_KEY of wrong) {
      const starting = startInProcess({ TOLLGATE_DATA_DIR: folder, TOLLGATE_REGION: 'overseas', ...base, VERTEX_API_KEY });
      await assert.rejects(starting, (error) => {
        assert.ok(error instanceof StartError, String(error));
        assert.match(
          error.message,
          /^VERTEX_API_KEY must be the JSON of a key file of a service account, or that in base64\. Set it to /,
        );
        assert.ok(!error.message.includes(VERTEX_API_KEY));
        return true;
      });
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
