import { UsageFault } from '../fault.ts';
import { ownPriceVerbs } from '../own-prices.ts';
import { pathTo } from '../request.ts';
import type { Column } from '../table.ts';
import { amount, option, whole, wholeOrNone, yesOrNo, type Noun } from '../verb.ts';

const columns: readonly Column[] = [
  { heading: 'PLAN', field: 'id' },
  { heading: 'NAME', field: 'name' },
  { heading: 'RPM', field: 'requests_per_minute', align: 'right' },
  { heading: 'CONCURRENCY', field: 'concurrency_ceiling', align: 'right' },
  { heading: 'RECOMMENDED', field: 'concurrency_recommended', align: 'right' },
  { heading: 'STRICT', field: 'strict' },
  { heading: 'FACTOR', field: 'price_multiplier', align: 'right' },
];

/** Limits of broken connections; unset values have defaults. */
const brokenConnectionOptions = [
  option('--broken-key <amount>', 'broken-connection limit per key in 24 hours, in CNY', 'broken_connections.key_amount', amount),
  option('--broken-key-percent <n>', 'the same in percent of its charges', 'broken_connections.key_percent', whole),
  option(
    '--broken-account <amount>',
    'broken-connection limit per account in 24 hours, in CNY',
    'broken_connections.account_amount',
    amount,
  ),
  option('--broken-account-percent <n>', 'the same in percent of its charges', 'broken_connections.account_percent', whole),
  option(
    '--broken-account-month-percent <n>',
    'the same in percent of its charges, in 30 days',
    'broken_connections.account_month_percent',
    whole,
  ),
];

/** A new plan needs a name; everything else has these defaults. */
const unlimited = { requests_per_minute: null, concurrency_ceiling: null };

export const plans: Noun = {
  name: 'plans',
  about: 'plans: limits and price multiplier of accounts',
  verbs: [
    {
      usage: 'list',
      about: 'list plans',
      async run(session) {
        await session.showRows(await session.rows(pathTo('plans'), {}, Infinity), columns);
      },
    },
    {
      usage: 'set <plan>',
      about: 'create or change a plan; omitted options stay as they are, and a new plan is unlimited',
      options: [
        option('--name <name>', 'display name', 'name'),
        option('--rpm <n>', 'requests per minute; none for unlimited', 'requests_per_minute', wholeOrNone),
        option('--concurrency <n>', 'concurrent calls; none for unlimited', 'concurrency_ceiling', wholeOrNone),
        option(
          '--recommended <n>',
          'recommended concurrent calls; none for no recommendation',
          'concurrency_recommended',
          wholeOrNone,
        ),
        option('--strict <yes|no>', 'reserve the maximum cost of each call for every key', 'strict', yesOrNo),
        option('--price-multiplier <factor>', 'multiplier on list prices, for example 0.9', 'price_multiplier', amount),
        ...brokenConnectionOptions,
        option('--position <n>', 'position in lists', 'position', whole),
      ],
      async run(session, { args: [id], fields }) {
        const found = (await session.rows(pathTo('plans'), {}, Infinity)).find((row) => row.id === id);
        const before = Object.fromEntries(Object.entries(found ?? unlimited).filter(([name]) => name !== 'id'));
        if (found === undefined && fields.name === undefined) throw new UsageFault('A new plan needs --name.');
        // Unset fields of nested records are kept too.
        const inner = fields.broken_connections as object | undefined;
        const bounds = inner === undefined ? {} : { broken_connections: { ...(before.broken_connections as object), ...inner } };
        await session.showRecord(await session.record('PUT', pathTo('plans', id), { ...before, ...fields, ...bounds }));
      },
    },
    {
      usage: 'delete <plan>',
      about: 'delete a plan that no account uses',
      async run(session, { args: [id] }) {
        await session.showDone('Deleted.', await session.record('DELETE', pathTo('plans', id)));
      },
    },
    ...ownPriceVerbs('plan'),
  ],
};
