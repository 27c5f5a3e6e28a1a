/** Goal: a log that cannot be written ends nothing. Method: the real program, with its standard error on a full disk. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ServerProcess } from '../scenarios/server-process.ts';

const full = '/dev/full';

test('a full disk under the log stops neither calls nor the stop of the service', { skip: !existsSync(full) }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-log-'));
  try {
    const within = ['sh', '-c', `exec "$@" 2>${full}`, 'sh'];
    const server = await ServerProcess.start(folder, { TOLLGATE_LOG_LEVEL: 'debug' }, within);
    for (let calls = 0; calls < 20; calls += 1) {
      const account = await server.admin<{ id: string }>('POST', '/accounts', { name: 'one' });
      const { key } = await server.admin<{ key: string }>('POST', `/accounts/${account.id}/keys`, { remark: 'x' });
      // Each writes a log line, because the route returns an error.
      const body = { model: 'sandbox/chat', messages: [{ role: 'user', content: 'hi' }], metadata: { sandbox_status: '500' } };
      assert.equal((await server.post(key, body)).status, 503);
    }
    assert.equal((await fetch(`${server.url}/readyz`)).status, 200);
    const { code } = await server.stop();
    assert.equal(code, 0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
