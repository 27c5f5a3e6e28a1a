import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import type { Service } from '../../src/service/service.ts';
import { startInProcess } from '../service-in-process.ts';

const root = join(import.meta.dirname, '../../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');

let service: Service;
before(async () => {
  service = await startInProcess({ TOLLGATE_DATA_DIR: mkdtempSync(join(tmpdir(), 'tollgate-readme-')) });
});
after(() => service.stop());

/** The first code block of a language, pointed at the running service. */
function snippet(language: string): string {
  const [, code] = new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'm').exec(readme) ?? [];
  assert.ok(code !== undefined, language);
  return code.replaceAll('http://127.0.0.1:8080', service.url);
}

test('the first call of the README works in Node as it stands there', async () => {
  assert.ok(service.first !== null);
  const options = { cwd: root, env: { ...process.env, KEY: service.first.key } };
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', snippet('js')], options);
  assert.match(stdout, /Hello!/);
});

test('the curl of the README sends what the service takes', async () => {
  assert.ok(service.first !== null);
  const [command = ''] = /^curl [^]*?^```/m.exec(readme) ?? [];
  const [, body = ''] = /-d '(.*)'/.exec(command) ?? [];
  const headers = Object.fromEntries(
    [...command.matchAll(/-H "([^:]+): ([^"]+)"/g)].map(([, name = '', value = '']) => [
      name,
      value.replace('$KEY', service.first?.key ?? ''),
    ]),
  );
  const [, path = ''] = /http:\/\/127\.0\.0\.1:8080(\S+)/.exec(command) ?? [];
  const response = await fetch(service.url + path, { method: 'POST', headers, body });
  assert.equal(response.status, 200, await response.text());
});
