/** The page at the root tells a visitor where clients find the gateway, wherever the visitor found the page. */
import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Config } from '../../src/config/config.ts';
import { banner } from '../../src/service/banner.ts';
import type { Service } from '../../src/service/service.ts';
import { configOf, startInProcess } from '../service-in-process.ts';

async function withService(
  env: Record<string, string>,
  look: (service: Service, config: Config) => Promise<void>,
): Promise<void> {
  const all = { TOLLGATE_PORT: '0', TOLLGATE_DATA_DIR: mkdtempSync(join(tmpdir(), 'tollgate-home-')), ...env };
  const service = await startInProcess(all);
  try {
    await look(service, configOf(all));
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

test('a domestic and an overseas address are both told: on the home page, in the reference and at the start', () =>
  withService(
    { TOLLGATE_PUBLIC_URLS: 'domestic=https://api.example.cn,overseas=https://api.example.com' },
    async (service, config) => {
      const page = await textOf(`${service.consoleUrl}/`);
      for (const [region, url] of [
        ['domestic', 'https://api.example.cn/v1'],
        ['overseas', 'https://api.example.com/v1'],
      ] as const) {
        assert.match(page, new RegExp(`<code>${url}</code> \\(\\S+ · ${region}\\)`));
        assert.ok((await textOf(`${service.consoleUrl}/openapi.json`)).includes(`\`${url}\` (${region})`));
        assert.match(banner({ service, config, version: '1' }), new RegExp(`${region} .*${url}\\)`, 'i'));
      }
    },
  ));

test('an outside address is named as it was configured', () =>
  withService({ TOLLGATE_PUBLIC_URLS: 'domestic=https://api.example.cn' }, async ({ consoleUrl }) => {
    assert.ok((await textOf(`${consoleUrl}/`)).includes('<code>https://api.example.cn/v1</code>'));
  }));
