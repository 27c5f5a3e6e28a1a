import { keptParts } from '@tollgate/contract/tenants/largest-accounts';
import { accountStatuses, creditBuckets } from '@tollgate/contract/enumerations';
import { systemClock } from '../../platform/clock.ts';
import { createIds } from '../../platform/ids.ts';
import { CommandFault, NoAnswer, UsageFault } from '../fault.ts';
import { accountId } from '../find-account.ts';
import { ownPriceVerbs } from '../own-prices.ts';
import { limitOption, pathTo, queryOf, rowsMax } from '../request.ts';
import type { Session } from '../session.ts';
import type { Column, Row } from '../table.ts';
import {
  amount,
  amountOrNone,
  option,
  readArgument,
  textOrNone,
  wholeOrNone,
  wordOf,
  wordOption,
  yesOrNo,
  type Noun,
  type Verb,
} from '../verb.ts';

const columns: readonly Column[] = [
  { heading: 'ID', field: 'id' },
  { heading: 'NAME', field: 'name' },
  { heading: 'PLAN', field: 'plan' },
  { heading: 'STATUS', field: 'status' },
  { heading: 'AVAILABLE', field: 'balance.available', align: 'right' },
  { heading: 'RESERVED', field: 'balance.reserved', align: 'right' },
  { heading: 'USED', field: 'balance.used', align: 'right' },
];

const ledgerColumns: readonly Column[] = [
  { heading: 'TIME', field: 'created_at' },
  { heading: 'KIND', field: 'kind' },
  { heading: 'BUCKET', field: 'bucket' },
  { heading: 'AMOUNT', field: 'amount', align: 'right' },
  { heading: 'ALL CREDITS', field: 'credits_total', align: 'right' },
  { heading: 'ALL USAGE', field: 'usage_total', align: 'right' },
  { heading: 'REASON', field: 'reason' },
];

const heldColumns: readonly Column[] = [
  { heading: 'SINCE', field: 'since' },
  { heading: 'ACCOUNT', field: 'account_id' },
  { heading: 'NAME', field: 'name' },
  { heading: 'EMAIL', field: 'email' },
  { heading: 'AMOUNT', field: 'amount', align: 'right' },
  { heading: 'REASON', field: 'reason' },
];

const largestColumns: readonly Column[] = [
  { heading: 'ACCOUNT', field: 'account_id' },
  { heading: 'NAME', field: 'name' },
  { heading: 'BYTES', field: 'bytes', align: 'right' },
  ...keptParts.map((part): Column => ({ heading: part.toUpperCase(), field: `parts.${part}`, align: 'right' })),
];

const noticeColumns: readonly Column[] = [
  { heading: 'TIME', field: 'created_at' },
  { heading: 'KIND', field: 'kind' },
  { heading: 'KEY', field: 'key_id' },
  { heading: 'MESSAGE', field: 'text' },
];

const changes = [
  option('--domestic-only <yes|no>', 'use only domestic routes, for all keys', 'domestic_only', yesOrNo),
  option('--email <address>', 'contact address for notices; none removes it', 'email', textOrNone),
  option('--plan <plan>', 'plan; see "plans list"', 'plan'),
  option('--rpm <n>', 'requests per minute, overrides the plan; none for unlimited', 'limits.requests_per_minute', wholeOrNone),
  option('--concurrency <n>', 'concurrent calls, overrides the plan; none for unlimited', 'limits.concurrency', wholeOrNone),
  option(
    '--exempt-broken <amount>',
    'amount in CNY exempt from the broken-connection limits; none removes it',
    'broken_connections_exempt',
    amountOrNone,
  ),
];

/** Money is entered once, regardless of how often the command runs with the same key. */
async function enter(session: Session, path: string, body: object, key: string): Promise<Row> {
  try {
    return await session.record('POST', path, body, { 'idempotency-key': key });
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    throw new CommandFault(
      `${error.message} Whether the money was entered is not known. Run the same command with --idempotency-key ${key}, which enters it only once.`,
    );
  }
}

const money: readonly Verb[] = [
  {
    usage: 'credit <account> <amount>',
    about: 'add a credit; adjustments may be negative, payouts must be negative',
    options: [
      option('--reason <text>', 'reason for the ledger', 'reason'),
      option(
        '--idempotency-key <key>',
        'key of an earlier run whose response was lost; enters the money only once',
        'idempotency_key',
      ),
      option(
        '--bucket <bucket>',
        'paid, trial, adjustment, refund (goodwill credit) or payout (money paid out) (default: paid)',
        'bucket',
        wordOf(...creditBuckets),
      ),
    ],
    async run(session, { args: [id, value = ''], fields }) {
      if (typeof fields.reason !== 'string') throw new UsageFault('--reason is required: enter a reason for the ledger.');
      const { idempotency_key: given, ...settings } = fields;
      const body = { bucket: 'paid', ...settings, amount: readArgument('amount', value, amount) };
      const key = typeof given === 'string' ? given : createIds(systemClock).uuid();
      await session.showRecord(await enter(session, pathTo('accounts', await accountId(session, id), 'credits'), body, key));
    },
  },
  {
    usage: 'held-credits',
    about: 'list trial credits waiting for approval',
    options: [limitOption],
    async run(session, { fields }) {
      await session.showRows(await session.rows(pathTo('trial-credits', 'held'), {}, rowsMax(fields)), heldColumns);
    },
  },
  {
    usage: 'grant-trial <account>',
    about: 'grant a held trial credit; repeating it has no effect',
    async run(session, { args: [id] }) {
      await session.showRecord(await session.record('POST', pathTo('accounts', await accountId(session, id), 'trial-credit')));
    },
  },
  {
    usage: 'ledger <account>',
    about: 'list credits and hourly usage',
    options: [limitOption],
    async run(session, { args: [id], fields }) {
      await session.showRows(
        await session.rows(pathTo('accounts', await accountId(session, id), 'ledger'), {}, rowsMax(fields)),
        ledgerColumns,
      );
    },
  },
  {
    usage: 'notices <account>',
    about: 'list messages: caps reached, connections closed early',
    options: [limitOption],
    async run(session, { args: [id], fields }) {
      await session.showRows(
        await session.rows(pathTo('accounts', await accountId(session, id), 'notices'), {}, rowsMax(fields)),
        noticeColumns,
      );
    },
  },
];

export const accounts: Noun = {
  name: 'accounts',
  about: 'accounts: balance, plan, limits, ledger; by id, name or e-mail address',
  verbs: [
    {
      usage: 'list',
      about: 'list accounts, newest first',
      options: [
        option('--search <text>', 'part of a name or an e-mail address', 'search'),
        option('--plan <plan>', 'accounts of one plan', 'plan'),
        wordOption('--status <status>', 'status', accountStatuses),
        limitOption,
      ],
      async run(session, { fields }) {
        await session.showRows(await session.rows(pathTo('accounts'), queryOf(fields), rowsMax(fields)), columns);
      },
    },
    {
      usage: 'create <name>',
      about: 'create an account',
      options: [...changes, option('--trial-credit <yes|no>', 'grant the trial credit (default: yes)', 'trial_credit', yesOrNo)],
      async run(session, { args: [name], fields }) {
        await session.showRecord(await session.record('POST', pathTo('accounts'), { name, ...fields }));
      },
    },
    {
      usage: 'show <account>',
      about: 'show balance, reserved amount, plan and limits',
      async run(session, { args: [id] }) {
        await session.showRecord(await session.record('GET', pathTo('accounts', await accountId(session, id))));
      },
    },
    {
      usage: 'largest',
      about: 'list the 50 accounts that use the most storage, in bytes',
      async run(session) {
        const { data = [] } = (await session.record('GET', pathTo('largest-accounts'))) as { data?: readonly Row[] };
        await session.showRows(data, largestColumns);
      },
    },
    {
      usage: 'broken <account>',
      about: 'show the cost of broken connections and the throttled keys',
      async run(session, { args: [id] }) {
        await session.showRecord(
          await session.record('GET', pathTo('accounts', await accountId(session, id), 'broken-connections')),
        );
      },
    },
    {
      usage: 'update <account>',
      about: 'change an account',
      options: [
        option('--name <name>', 'new name', 'name'),
        ...changes,
        wordOption('--status <status>', 'status', accountStatuses, '; disabled freezes the account and needs --reason'),
        option('--reason <text>', 'reason for freezing; members see it', 'status_reason'),
        option('--price-multiplier <factor>', 'multiplier on list prices, for example 0.9', 'price_multiplier', amount),
      ],
      async run(session, { args: [id], fields }) {
        await session.showRecord(await session.change('PATCH', pathTo('accounts', await accountId(session, id)), fields));
      },
    },
    ...money,
    ...ownPriceVerbs('account'),
  ],
};
