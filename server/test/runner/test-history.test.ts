import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { inTempFolder } from '../storage/temp-folder.ts';
import { keepHistory, readHistory, urgentOf } from './test-history.ts';

const [price, money, groups] = [
  'server/src/domain/catalog/price.test.ts',
  'server/test/scenarios/money.test.ts',
  'server/test/runner/test-groups.test.ts',
];

void test('results of a run are added to those of earlier runs, for files of the repository only', async () => {
  await inTempFolder((base) => {
    const [folder, kept] = [join(base, 'run'), join(base, 'kept', 'history.json')];
    mkdirSync(folder);
    writeFileSync(join(folder, '000.mjs.cpu'), `["${price}",0.5]\n["${money}",7]\n["no-such.test.ts",1]\n`);
    writeFileSync(join(folder, '000.mjs.failed'), JSON.stringify([money, groups]));
    keepHistory(folder, kept);
    const first = { [price]: { failed: false, cpuSeconds: 0.5 }, [money]: { failed: true, cpuSeconds: 7 } };
    assert.deepEqual(readHistory(kept), { ...first, [groups]: { failed: true, cpuSeconds: null } });

    writeFileSync(join(folder, '000.mjs.cpu'), `["${groups}",0.1]\n`);
    writeFileSync(join(folder, '000.mjs.failed'), '[]');
    keepHistory(folder, kept);
    assert.deepEqual(readHistory(kept), { ...first, [groups]: { failed: false, cpuSeconds: 0.1 } });
    return Promise.resolve();
  });
});

void test('failed files come first, then changed files and files next to changed sources, at most a dozen', () => {
  const history = { [money]: { failed: true, cpuSeconds: 7 }, [price]: { failed: false, cpuSeconds: 1 } };
  const changed = ['server/src/domain/catalog/price.ts', groups, 'README.md'];
  assert.deepEqual(urgentOf([groups, price, money], history, changed), [money, groups, price]);
  assert.deepEqual(urgentOf([price], history, []), []);
  const many = Array.from({ length: 20 }, (_, at) => `server/src/${String(at)}.test.ts`);
  assert.equal(urgentOf(many, {}, many).length, 12);
});
