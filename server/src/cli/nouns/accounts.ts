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
  option('--domestic-only <yes|no>', 'never call a route abroad, with any of its keys', 'domestic_only', yesOrNo),
  option('--email <address>', 'address for notices; none removes it', 'email', textOrNone),
  option('--plan <plan>', 'plan; "plans list" shows them', 'plan'),
  option('--rpm <n>', 'requests per minute in place of the plan; none is unlimited', 'limits.requests_per_minute', wholeOrNone),
  option(
    '--concurrency <n>',
    'calls at the same time in place of the plan; none is unlimited',
    'limits.concurrency',
    wholeOrNone,
  ),
  option(
    '--exempt-broken <amount>',
    'what may be broken off whatever was charged, in CNY; none removes it',
    'broken_connections_exempt',
    amountOrNone,
  ),
];

/** Money is entered once, however often the command is run with the same key. */
async function enter(session: Session, path: string, body: object, key: string): Promise<Row> {
  try {
    return await session.record('POST', path, body, { 'idempotency-key': key });
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    throw new CommandFault(
      `${error.message} Whether the money was entered is not known: run the same command with --idempotency-key ${key}, and it is entered once.`,
    );
  }
}

const money: readonly Verb[] = [
  {
    usage: 'credit <account> <amount>',
    about: 'add money; adjustment takes a negative amount too, payout only a negative one',
    options: [
      option('--reason <text>', 'why, for the ledger', 'reason'),
      option(
        '--idempotency-key <key>',
        'of an earlier run whose answer was lost; the same money is entered once',
        'idempotency_key',
      ),
      option(
        '--bucket <bucket>',
        'paid, trial, adjustment, refund (given back: a gift) or payout (cash returned) (paid)',
        'bucket',
        wordOf(...creditBuckets),
      ),
    ],
    async run(session, { args: [id, value = ''], fields }) {
      if (typeof fields.reason !== 'string') throw new UsageFault('Say why with --reason; it is kept in the ledger.');
      const { idempotency_key: given, ...settings } = fields;
      const body = { bucket: 'paid', ...settings, amount: readArgument('amount', value, amount) };
      const key = typeof given === 'string' ? given : createIds(systemClock).uuid();
      await session.showRecord(await enter(session, pathTo('accounts', await accountId(session, id), 'credits'), body, key));
    },
  },
  {
    usage: 'held-credits',
    about: 'trial credits of people who signed up that wait for you',
    options: [limitOption],
    async run(session, { fields }) {
      await session.showRows(await session.rows(pathTo('trial-credits', 'held'), {}, rowsMax(fields)), heldColumns);
    },
  },
  {
    usage: 'grant-trial <account>',
    about: 'give the trial credit that was held; once, however often it is run',
    async run(session, { args: [id] }) {
      await session.showRecord(await session.record('POST', pathTo('accounts', await accountId(session, id), 'trial-credit')));
    },
  },
  {
    usage: 'ledger <account>',
    about: 'every credit, and usage by the hour',
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
    about: 'in-site messages: caps reached, answers broken off',
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
  about: 'who pays: balance, plan, limits, ledger; named by id, name or e-mail address',
  verbs: [
    {
      usage: 'list',
      about: 'all accounts, the newest first',
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
      about: 'open an account',
      options: [...changes, option('--trial-credit <yes|no>', 'give the trial credit (yes)', 'trial_credit', yesOrNo)],
      async run(session, { args: [name], fields }) {
        await session.showRecord(await session.record('POST', pathTo('accounts'), { name, ...fields }));
      },
    },
    {
      usage: 'show <account>',
      about: 'balance, reserved money, plan, limits',
      async run(session, { args: [id] }) {
        await session.showRecord(await session.record('GET', pathTo('accounts', await accountId(session, id))));
      },
    },
    {
      usage: 'largest',
      about: 'the 50 accounts that use the most storage, in bytes',
      async run(session) {
        const { data = [] } = (await session.record('GET', pathTo('largest-accounts'))) as { data?: readonly Row[] };
        await session.showRows(data, largestColumns);
      },
    },
    {
      usage: 'broken <account>',
      about: 'what broken connections have taken, and which keys are slowed down',
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
        wordOption('--status <status>', 'status', accountStatuses, '; disabled freezes it and needs --reason'),
        option('--reason <text>', 'why it is frozen, for its people: message, mail and console', 'status_reason'),
        option('--price-multiplier <factor>', 'factor on list prices, for example 0.9', 'price_multiplier', amount),
      ],
      async run(session, { args: [id], fields }) {
        await session.showRecord(await session.change('PATCH', pathTo('accounts', await accountId(session, id)), fields));
      },
    },
    ...money,
    ...ownPriceVerbs('account'),
  ],
};
