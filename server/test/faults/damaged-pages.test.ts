/**
 * Goal: an operator is informed of a damaged database page, by a requested audit and by the automatic one, while calls continue. Method:
 * overwrites a page that no call needs in a running service.
 */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { startFixture } from '../gateway/fixture.ts';
import { inTempFolder } from '../storage/temp-folder.ts';

const pageBytes = 4096;
const hourMs = 3_600_000;

async function damage(file: string, table: string): Promise<void> {
  const db = new DatabaseSync(file, { readOnly: true });
  const root = Number(db.prepare('select rootpage from sqlite_schema where name = ?').get(table)?.rootpage);
  db.close();
  const bytes = await readFile(file);
  await writeFile(file, bytes.fill(0x77, (root - 1) * pageBytes, root * pageBytes));
}

test('Both audits report a damaged page to operators, and calls continue', async () => {
  await inTempFolder(async (folder) => {
    const before = await startFixture({ folder });
    const whole = await before.admin('POST', '/audit');
    assert.deepEqual([whole.body.ok, whole.body.checked.database_pages > 100], [true, true]);
    await before.close();
    await damage(join(folder, 'tollgate.db'), 'trial_claims');

    const fixture = await startFixture({ folder });
    const alarms = async (): Promise<{ kind: string; count: number }[]> => {
      const { body } = await fixture.admin('GET', '/alarms');
      return body.data.flatMap(({ kind, alarms: all }: { kind: string; alarms: { count: number }[] }) =>
        all.map(({ count }) => ({ kind, count })),
      );
    };
    try {
      const auditing = fixture.admin('POST', '/audit');
      const answer = await fetch(`http://127.0.0.1:${String(fixture.port)}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${fixture.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'test/chat', messages: [{ role: 'user', content: 'hi' }] }),
      });
      await answer.text();
      const { status, body } = await auditing;
      assert.deepEqual([answer.status, status, body.ok, body.difference], [200, 200, false, '0']);
      assert.deepEqual(
        body.kinds.map(({ kind }: { kind: string }) => kind),
        ['damage'],
      );
      assert.match(
        body.findings[0].detail,
        /^tollgate\.db is damaged: .*Restore a backup: docs\/operations\.md, "Damaged files"\.$/,
      );
      await fixture.waitFor(async () => {
        fixture.clock.advance(1000);
        return (await alarms()).some(({ kind }) => kind === 'database_damaged');
      });
      const told = async (): Promise<number> =>
        (await alarms()).filter(({ kind }) => kind === 'database_damaged').reduce((sum, { count }) => sum + count, 0);
      fixture.clock.advance(hourMs);
      await fixture.waitFor(async () => {
        fixture.clock.advance(1000);
        return (await told()) > 1;
      });
      assert.ok((await alarms()).every(({ kind }) => kind !== 'audit_difference'));
      const { body: audits } = await fixture.admin('GET', '/audits');
      assert.ok(audits.data.some((audit: { started_by: string; ok: boolean }) => audit.started_by === 'job' && !audit.ok));
    } finally {
      await fixture.close();
    }
  });
});
