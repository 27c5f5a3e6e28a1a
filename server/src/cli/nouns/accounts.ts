import { UsageFault } from '../fault.ts';
import type { Column } from '../table.ts';
import { ownPriceVerbs } from '../own-prices.ts';
import { limitOption, pathTo, queryOf, rowsMax } from '../request.ts';
import { amount, option, readArgument, textOrNone, wholeOrNone, wordOf, yesOrNo, type Noun, type Verb } from '../verb.ts';

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

const noticeColumns: readonly Column[] = [
  { heading: 'TIME', field: 'created_at' },
  { heading: 'KIND', field: 'kind' },
  { heading: 'KEY', field: 'key_id' },
  { heading: 'MESSAGE', field: 'text' },
];

const changes = [
  option('--email <address>', 'address for notices; none removes it', 'email', textOrNone),
  option('--plan <plan>', 'plan; "plans list" shows them', 'plan'),
  option('--rpm <n>', 'requests per minute in place of the plan; none is unlimited', 'limits.requests_per_minute', wholeOrNone),
  option(
    '--concurrency <n>',
    'calls at the same time in place of the plan; none is unlimited',
    'limits.concurrency',
    wholeOrNone,
  ),
];

const money: readonly Verb[] = [
  {
    usage: 'credit <account> <amount>',
    about: 'add money; adjustment takes a negative amount too, payout only a negative one',
    options: [
      option('--reason <text>', 'why, for the ledger', 'reason'),
      option(
        '--bucket <bucket>',
        'paid, trial, adjustment, refund (given back: a gift) or payout (cash returned) (paid)',
        'bucket',
        wordOf('paid', 'trial', 'adjustment', 'refund', 'payout'),
      ),
    ],
    async run(session, { args: [id, value = ''], fields }) {
      if (typeof fields.reason !== 'string') throw new UsageFault('Say why with --reason; it is kept in the ledger.');
      const body = { bucket: 'paid', ...fields, amount: readArgument('amount', value, amount) };
      session.showRecord(await session.record('POST', pathTo('accounts', id, 'credits'), body));
    },
  },
  {
    usage: 'ledger <account>',
    about: 'every credit, and usage by the hour',
    options: [limitOption],
    async run(session, { args: [id], fields }) {
      session.showRows(await session.rows(pathTo('accounts', id, 'ledger'), {}, rowsMax(fields)), ledgerColumns);
    },
  },
  {
    usage: 'notices <account>',
    about: 'in-site messages: caps reached, streams broken off',
    options: [limitOption],
    async run(session, { args: [id], fields }) {
      session.showRows(await session.rows(pathTo('accounts', id, 'notices'), {}, rowsMax(fields)), noticeColumns);
    },
  },
];

export const accounts: Noun = {
  name: 'accounts',
  about: 'who pays: balance, plan, limits, ledger',
  verbs: [
    {
      usage: 'list',
      about: 'all accounts, the newest first',
      options: [
        option('--plan <plan>', 'accounts of one plan', 'plan'),
        option('--status <status>', 'active or disabled', 'status', wordOf('active', 'disabled')),
        limitOption,
      ],
      async run(session, { fields }) {
        session.showRows(await session.rows(pathTo('accounts'), queryOf(fields), rowsMax(fields)), columns);
      },
    },
    {
      usage: 'create <name>',
      about: 'open an account',
      options: [...changes, option('--trial-credit <yes|no>', 'give the trial credit (yes)', 'trial_credit', yesOrNo)],
      async run(session, { args: [name], fields }) {
        session.showRecord(await session.record('POST', pathTo('accounts'), { name, ...fields }));
      },
    },
    {
      usage: 'show <account>',
      about: 'balance, reserved money, plan, limits',
      async run(session, { args: [id] }) {
        session.showRecord(await session.record('GET', pathTo('accounts', id)));
      },
    },
    {
      usage: 'update <account>',
      about: 'change an account',
      options: [
        option('--name <name>', 'new name', 'name'),
        ...changes,
        option('--status <status>', 'active or disabled', 'status', wordOf('active', 'disabled')),
        option('--price-multiplier <factor>', 'factor on list prices, for example 0.9', 'price_multiplier', amount),
      ],
      async run(session, { args: [id], fields }) {
        session.showRecord(await session.change('PATCH', pathTo('accounts', id), fields));
      },
    },
    ...money,
    ...ownPriceVerbs('account'),
  ],
};
