import { sql, type RawBuilder } from 'kysely';
import type { ErrorEpisodes, ErrorSubject } from '../../../domain/alarms/error-episodes.ts';
import { gatheredOf, type OperatorAlarm } from '../../../domain/alarms/operator-alarms.ts';
import { compilerFor } from '../../../storage/compiler.ts';
import type { Engine, UnitStatement } from '../../../storage/engine.ts';
import { wasCommitted } from '../../../storage/was-committed.ts';
import { wholeNumber } from '../../../storage/whole-number.ts';
import { alarmStatements, type AlarmLogOptions } from './alarm-log-store.ts';
import { isBad, isGood, isShared, judged, madeWithin } from '../../../storage/stores/judged-calls.ts';

/** Streams can run longer, but nearly all calls that end within the window started at most this long before it. */
const beganBeforeMs = 15 * 60_000;

/** Calls that ended in a period, except those refused because of announced maintenance. */
function ended(fromMs: number, toMs: number): RawBuilder<unknown> {
  return sql`${madeWithin(fromMs - beganBeforeMs, toMs + 1)} and request_time + duration_ms >= ${BigInt(fromMs)} and ${judged}
    and (error_code is null or error_code <> 'maintenance')`;
}

function isOf({ of, name }: ErrorSubject): RawBuilder<unknown> {
  return of === 'model' ? sql`model = ${name} and ${isShared}` : sql`route = ${name}`;
}

/** Stores episodes of failing calls. @param engine with writes under the lease of the job */
export function createErrorEpisodesStore(engine: Engine, options: AlarmLogOptions): ErrorEpisodes {
  const db = compilerFor(engine.sql);
  const read = (query: RawBuilder<unknown>) => engine.read('reports', query.compile(db));

  /** Writes a change together with its alarm; does nothing if another node was faster. */
  async function tell(change: RawBuilder<unknown>, alarm: OperatorAlarm): Promise<void> {
    const unit: readonly UnitStatement[] = [
      { query: change.compile(db), mustWrite: 'episode' },
      ...alarmStatements(engine, options, [gatheredOf(alarm, options.clock.nowMs())]),
    ];
    await wasCommitted(engine.write(unit, []));
  }

  return {
    async tallies(fromMs, toMs) {
      const rows =
        await read(sql`select case when ${isShared} then model end as judged_model, route, sum(case when ${isGood} then count else 0 end) as good,
          sum(case when ${isBad} then count else 0 end) as bad
        from calls where ${ended(fromMs, toMs)} and ((${isGood}) or (${isBad})) group by judged_model, route`);
      return rows.map((row) => ({
        model: typeof row.judged_model === 'string' ? row.judged_model : null,
        route: typeof row.route === 'string' && row.route !== '' ? row.route : null,
        good: Number(wholeNumber(row.good)),
        bad: Number(wholeNumber(row.bad)),
      }));
    },

    async usualCode(subject, fromMs, toMs) {
      const [row] = await read(sql`select error_code, sum(count) as times from calls
        where ${ended(fromMs, toMs)} and ${isBad} and ${isOf(subject)} and error_code is not null
        group by error_code order by times desc, error_code limit 1`);
      return row === undefined ? null : String(row.error_code);
    },

    async open() {
      return (await read(sql`select what, name, since, last_bad from error_episodes`)).map((row) => ({
        of: row.what === 'route' ? 'route' : 'model',
        name: String(row.name),
        sinceMs: Number(wholeNumber(row.since)),
        lastBadMs: Number(wholeNumber(row.last_bad)),
      }));
    },

    // Conflict: another node was faster, and the transaction fails together with its alarm.
    begin: ({ of, name, sinceMs, lastBadMs }, alarm) =>
      tell(
        sql`insert into error_episodes (what, name, since, last_bad) values (${of}, ${name}, ${BigInt(sinceMs)}, ${BigInt(lastBadMs)})
          on conflict (what, name) do nothing`,
        alarm,
      ),

    async stillFails({ of, name }, atMs) {
      const query = sql`update error_episodes set last_bad = ${BigInt(atMs)} where what = ${of} and name = ${name}`;
      await engine.write([{ query: query.compile(db) }], []);
    },

    end: ({ of, name, sinceMs }, alarm) =>
      tell(sql`delete from error_episodes where what = ${of} and name = ${name} and since = ${BigInt(sinceMs)}`, alarm),
  };
}
