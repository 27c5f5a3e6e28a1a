/** The page at the root tells a visitor where clients find the gateway, wherever the visitor found the page. */
import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '../../src/config/config.ts';
import { silentLogger } from '../../src/platform/logger.ts';
import { startService, type Service } from '../../src/service/service.ts';

async function withService(env: Record<string, string>, look: (service: Service) => Promise<void>): Promise<void> {
  const all = { TOLLGATE_PORT: '0', TOLLGATE_DATA_DIR: mkdtempSync(join(tmpdir(), 'tollgate-home-')), ...env };
  const read = readConfig(all);
  assert.ok(read.ok);
  const service = await startService({ config: read.config, env: all, version: 'test', logger: silentLogger });
  try {
    await look(service);
  } finally {
    await service.stop();
  }
}

const textOf = async (url: string): Promise<string> => (await fetch(url)).text();

test('the home page leaves the address to the browser when both are at one place', () =>
  withService({}, async ({ url }) => {
    assert.match(await textOf(`${url}/`), /<code data-base-address>\/v1<\/code>/);
  }));

test("on a port of its own it names the gateway's, and the gateway's port does not show it", () =>
  withService({ TOLLGATE_CONSOLE_PORT: '0' }, async ({ url, consoleUrl }) => {
    assert.ok((await textOf(`${consoleUrl}/`)).includes(`<code>${url}/v1</code>`));
    assert.doesNotMatch(await textOf(`${url}/`), /<html/);
  }));

test('an outside address is named as it was configured', () =>
  withService({ TOLLGATE_PUBLIC_URLS: 'domestic=https://api.example.cn' }, async ({ consoleUrl }) => {
    assert.ok((await textOf(`${consoleUrl}/`)).includes('<code>https://api.example.cn/v1</code>'));
  }));
