import { globSync } from 'node:fs';
import type { describeRoutes } from '@tollgate/contract/route';
import type { Route } from '@tollgate/contract/route';

type Table = ReturnType<typeof describeRoutes>;

/** All routes in the contract, by table name and route name: `invoicingRoutes.requestInvoice`. */
export async function describedRoutes(): Promise<ReadonlyMap<string, Route>> {
  const root = new URL('../../contract/src/', import.meta.url);
  const modules = globSync('*/{console,operator,public}-routes.ts', { cwd: root }).map(
    (name) => import(new URL(name, root).href),
  );
  const tables = ((await Promise.all(modules)) as Readonly<Record<string, Table>>[]).flatMap((module) => Object.entries(module));
  return new Map(
    tables
      .filter(([table]) => table.endsWith('Routes'))
      .flatMap(([table, routes]) => Object.entries(routes).map(([name, route]) => [`${table}.${name}`, route])),
  );
}
