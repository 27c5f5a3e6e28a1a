import { test } from 'node:test';
import { systemClock } from '../src/platform/clock.ts';
import { silentLogger } from '../src/platform/logger.ts';
import { openSqlite } from '../src/storage/sqlite/open-sqlite.ts';
import { playMoneyModel } from './money-model/play.ts';
import { count } from './proofs/counts.ts';
import { inTempFolder } from './storage/temp-folder.ts';

test('no sequence of calls, caps, credits, crashes, restarts and clock jumps spends, loses or invents a unit of money', async (context) => {
  await inTempFolder(async (folder) => {
    const engine = await openSqlite({ folder, logger: silentLogger, clock: systemClock });
    try {
      await playMoneyModel(context, { engine, folder }, count('runs'));
    } finally {
      await engine.close();
    }
  });
});
