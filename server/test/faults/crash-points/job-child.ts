// Runs one job on a data folder, as the service does; a crash point can end it.
import { silentLogger } from '../../../src/platform/logger.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { closeUsageHours } from '../../../src/books/close-usage-hours.ts';
import { purgeCalls } from '../../../src/books/purge-calls.ts';
import { openSqlite } from '../../../src/service/database/open-sqlite.ts';

const [folder = '', job = '', nowText = ''] = process.argv.slice(2);
const nowMs = Number(nowText);
const dayMs = 86_400_000;
const engine = await openSqlite({ folder, clock: systemClock, logger: silentLogger });
if (job === 'purge') await purgeCalls(engine, { nowMs, keepMs: 90 * dayMs, logger: silentLogger });
else await closeUsageHours(engine, { nowMs, closeAfterMs: 3_600_000 });
await engine.close();
