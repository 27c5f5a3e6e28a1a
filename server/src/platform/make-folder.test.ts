import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeFolder } from './make-folder.ts';

test('a data folder is made with its parents, for its owner only, and an unusable place is reported at once', (t) => {
  const base = mkdtempSync(join(tmpdir(), 'tollgate-folder-'));
  t.after(() => {
    rmSync(base, { recursive: true });
  });
  makeFolder(join(base, 'a', 'b'));
  makeFolder(join(base, 'a', 'b'));
  assert.equal(statSync(join(base, 'a', 'b')).mode & 0o777, 0o700);
  writeFileSync(join(base, 'file'), '');
  assert.throws(() => {
    makeFolder(join(base, 'file', 'below'));
  }, /ENOTDIR/);
  if (process.platform === 'linux') {
    assert.throws(() => {
      makeFolder('/proc/tollgate/data');
    }, /ENOENT/);
  }
});
