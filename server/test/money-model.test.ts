import { test } from 'node:test';
import { systemClock } from '../src/platform/clock.ts';
import { playMoneyModel } from './money-model/play.ts';
import { count } from './proofs/counts.ts';
import { inTempFolder } from './storage/temp-folder.ts';
import { openMigrated } from './migrated-file.ts';

test('no sequence of calls, caps, credits, crashes, restarts and clock jumps spends, loses or invents a unit of money', async (context) => {
  await inTempFolder(async (folder) => {
    const engine = await openMigrated(folder, systemClock);
    try {
      await playMoneyModel(context, { engine, folder }, count('runs'));
    } finally {
      await engine.close();
    }
  });
});
