import { accountId } from './find-account.ts';
import { priceColumns } from './price-columns.ts';
import { priceOptions } from './price-options.ts';
import { limitOption, pathTo, rowsMax } from './request.ts';
import type { Session } from './session.ts';
import type { Column, Row } from './table.ts';
import { option, type Verb } from './verb.ts';

function newest(row: Row): Row {
  const versions = Array.isArray(row.versions) ? (row.versions as Row[]) : [];
  return versions.at(-1) ?? {};
}

const columns: readonly Column[] = [
  { heading: 'MODEL', field: 'model' },
  { heading: 'FROM', field: 'from', of: newest },
  ...priceColumns((row) => newest(row).price),
];

/** Separate prices of an account or a plan, which replace the list prices and their multipliers. */
export function ownPriceVerbs(owner: 'account' | 'plan'): readonly Verb[] {
  const place = `${owner}s`;
  const idOf = async (session: Session, named = ''): Promise<string> => (owner === 'account' ? accountId(session, named) : named);
  return [
    {
      usage: `prices <${owner}>`,
      about: `list the custom prices of this ${owner}, latest version of each`,
      options: [limitOption],
      async run(session, { args: [id], fields }) {
        await session.showRows(
          await session.rows(pathTo(place, await idOf(session, id), 'prices'), {}, rowsMax(fields)),
          columns,
        );
      },
    },
    {
      usage: `price <${owner}> <model>`,
      about: `set a custom price for this ${owner}, in CNY per 1,000,000 tokens`,
      options: [...priceOptions, option('--from <time>', 'start, ISO 8601 with time zone (default: now)', 'price_from')],
      async run(session, { args: [id, model], fields }) {
        await session.showRecord(await session.change('PUT', pathTo(place, await idOf(session, id), 'prices', model), fields));
      },
    },
    {
      usage: `unprice <${owner}> <model>`,
      about: 'withdraw a custom price',
      async run(session, { args: [id, model] }) {
        const record = await session.record('DELETE', pathTo(place, await idOf(session, id), 'prices', model));
        await session.showDone('The list price applies again.', record);
      },
    },
  ];
}
