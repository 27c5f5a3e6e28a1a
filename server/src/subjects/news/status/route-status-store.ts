import { sql, type RawBuilder } from 'kysely';
import type { RouteStatusReader, RouteStatusWriter, RouteTally } from '../../../domain/status/status-store.ts';
import { compilerFor } from '../../../storage/compiler.ts';
import type { Engine } from '../../../storage/engine.ts';
import { wholeNumber } from '../../../storage/whole-number.ts';
import { isBad, isGood, judged, madeWithin } from '../../../storage/stores/judged-calls.ts';

/** Maximum number of routes stored per slot. */
const routesMax = 500;

type Row = Readonly<Record<string, unknown>>;
const numberOf = (value: unknown): number => Number(wholeNumber(value));
const tallyOf = (row: Row): RouteTally => ({ route: String(row.route), good: numberOf(row.good), bad: numberOf(row.bad) });

/** Reads the attempts of a call, in the JSON syntax of each engine. */
const attemptsIn = {
  sqlite: {
    entries: sql`json_each(c.attempt_log) as e`,
    route: sql`json_extract(e.value, '$.route')`,
    fault: sql`json_extract(e.value, '$.fault')`,
  },
  postgres: {
    entries: sql`json_array_elements(c.attempt_log::json) as e`,
    route: sql`(e ->> 'route')`,
    fault: sql`(e ->> 'fault')`,
  },
} as const satisfies Record<Engine['sql'], object>;

/** Rounded to three digits. */
const roundedFirstToken = sql`case when first_token_ms < 1000 then first_token_ms when first_token_ms < 10000 then first_token_ms / 10 * 10
  when first_token_ms < 100000 then first_token_ms / 100 * 100 else first_token_ms / 1000 * 1000 end`;

/** Stores the results of attempts by route, for the job that judges calls. @param engine with writes under the lease of the job */
export function createRouteStatusWriter(engine: Engine): RouteStatusWriter {
  const db = compilerFor(engine.sql);
  const read = (query: RawBuilder<unknown>): Promise<readonly Row[]> => engine.read('reports', query.compile(db));
  const { entries, route, fault } = attemptsIn[engine.sql];
  return {
    async routeTallies({ fromMs, toMs }) {
      const counted = sql`${madeWithin(fromMs, toMs)} and ${judged} and ((${isGood}) or (${isBad}))`;
      // Without a list of attempts, the first attempt succeeded, so the result of the call belongs to its route.
      const first = await read(sql`select route, sum(case when ${isGood} then count else 0 end) as good,
          sum(case when ${isBad} then count else 0 end) as bad
        from calls where ${counted} and attempt_log is null and route is not null group by route`);
      const listed =
        await read(sql`select ${route} as route, sum(case when ${fault} is null then 1 - c.is_bad else 0 end) as good,
          sum(case when ${fault} is null then c.is_bad else 1 end) as bad
        from (select attempt_log, case when ${isBad} then 1 else 0 end as is_bad from calls
          where ${counted} and attempt_log is not null) as c, ${entries} group by 1`);
      const sums = new Map<string, RouteTally>();
      for (const tally of [...first, ...listed].map(tallyOf)) {
        const { good = 0, bad = 0 } = sums.get(tally.route) ?? {};
        sums.set(tally.route, { route: tally.route, good: good + tally.good, bad: bad + tally.bad });
      }
      return [...sums.values()];
    },

    async routeCosts({ fromMs, toMs }) {
      const rows = await read(sql`select route, sum(upstream_cost) as cost from calls
        where ${madeWithin(fromMs, toMs)} and route is not null and upstream_cost > 0 group by route`);
      return new Map(rows.map(({ route: name, cost }) => [String(name), wholeNumber(cost)]));
    },

    async routeTimes({ fromMs, toMs }) {
      const rows = await read(sql`select route, ms, count(*) as times from (select route, ${roundedFirstToken} as ms
          from calls where ${madeWithin(fromMs, toMs)} and ${judged} and ${isGood} and streamed = 1 and first_token_ms is not null
            and attempt_log is null and route is not null) as c
        group by route, ms`);
      return rows.map((row) => ({ route: String(row.route), ms: numberOf(row.ms), count: numberOf(row.times) }));
    },

    async putRoutes({ fromMs, toMs }, rows) {
      const remove = sql`delete from status_routes where start_at >= ${BigInt(fromMs)} and start_at < ${BigInt(toMs)}`;
      // Conflict: this transaction deleted the rows. Another node that counted the same slot has written equal ones.
      const inserts = rows.slice(0, routesMax).map(
        (row) => sql`insert into status_routes (start_at, route, good, bad, cost, first_token)
          values (${BigInt(fromMs)}, ${row.route}, ${BigInt(row.good)}, ${BigInt(row.bad)}, ${row.cost}, ${row.firstToken})
          on conflict (start_at, route) do nothing`,
      );
      await engine.write(
        [remove, ...inserts].map((query) => ({ query: query.compile(db) })),
        [],
      );
    },

    async purge(beforeMs) {
      await engine.write([{ query: sql`delete from status_routes where start_at < ${BigInt(beforeMs)}`.compile(db) }], []);
    },
  };
}

/** Reads the status of routes for operators. */
export function createRouteStatusReader(engine: Engine): RouteStatusReader {
  return {
    async routesSince(fromMs) {
      const query = sql`select route, good, bad, cost, first_token from status_routes where start_at >= ${BigInt(fromMs)}`;
      const rows = await engine.read('reports', query.compile(compilerFor(engine.sql)));
      return rows.map((row) => ({ ...tallyOf(row), cost: wholeNumber(row.cost), firstToken: row.first_token as string | null }));
    },
  };
}
