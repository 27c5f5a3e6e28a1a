import { routeBalances } from '@tollgate/contract/enumerations';
import { accountId } from '../find-account.ts';
import { limitOption, pathTo, queryOf, rowsMax } from '../request.ts';
import type { Column } from '../table.ts';
import { amountOrNone, listOrNone, option, textOrNone, wholeOrNone, wordOf, yesOrNo, type Noun, type Verb } from '../verb.ts';

const columns: readonly Column[] = [
  { heading: 'ID', field: 'id' },
  { heading: 'BEGINS', field: 'prefix' },
  { heading: 'ENDS', field: 'last4' },
  { heading: 'STATUS', field: 'status' },
  { heading: 'REMARK', field: 'remark' },
  { heading: 'DAILY CAP', field: 'daily_cap', align: 'right' },
  { heading: 'MONTHLY CAP', field: 'monthly_cap', align: 'right' },
  { heading: 'TODAY', field: 'spent_today', align: 'right' },
  { heading: 'THIS MONTH', field: 'spent_this_month', align: 'right' },
  { heading: 'SUB-ACCOUNT', field: 'sub_account_id' },
];

const routings = [...routeBalances, 'default'] as const;

function routingOrDefault(value: string): string | null {
  const word = wordOf(...routings)(value);
  return word === 'default' ? null : word;
}

const settings = [
  option('--remark <text>', 'purpose, for example test or production', 'remark'),
  option('--daily-cap <cny>', 'daily spending cap; none removes it, 0 blocks all calls', 'daily_cap', amountOrNone),
  option('--monthly-cap <cny>', 'monthly spending cap; none removes it', 'monthly_cap', amountOrNone),
  option('--ips <a,b>', 'allowed IPv4 addresses, IPv4 ranges and IPv6 addresses; none allows all', 'ip_allow_list', listOrNone),
  option('--models <a,b>', 'allowed models; none allows all', 'model_allow_list', listOrNone),
  option(
    '--expires <time>',
    'expiry, ISO 8601 with time zone (2027-01-01T00:00:00+08:00); none removes it',
    'expires_at',
    textOrNone,
  ),
  option('--strict <yes|no>', 'reserve the maximum cost of each call so that caps are never exceeded', 'strict', yesOrNo),
  option('--domestic-only <yes|no>', 'use only domestic routes', 'domestic_only', yesOrNo),
  option(
    '--routing <how>',
    `${routings.join(', ')}: how calls are shared between routes of equal rank`,
    'routing',
    routingOrDefault,
  ),
  option(
    '--preferred-route <id>',
    'route that calls use while it works, whatever its priority; none removes it',
    'preferred_route',
    textOrNone,
  ),
  option('--rpm <n>', 'requests per minute; none removes the limit', 'limits.requests_per_minute', wholeOrNone),
  option('--tpm <n>', 'tokens per minute; none removes the limit', 'limits.tokens_per_minute', wholeOrNone),
  option('--concurrency <n>', 'concurrent calls; none removes the limit', 'limits.concurrency', wholeOrNone),
];

const shownOnce = 'The last line is the key. It is shown only once: save it now.';

function switching(verb: 'disable' | 'enable', status: string, about: string): Verb {
  return {
    usage: `${verb} <key>`,
    about,
    async run(session, { args: [id] }) {
      await session.showRecord(await session.record('PATCH', pathTo('keys', id), { status }));
    },
  };
}

export const keys: Noun = {
  name: 'keys',
  about: 'API keys: caps, allow-lists, limits, expiry',
  verbs: [
    {
      usage: 'list <account>',
      about: 'list the keys of an account',
      options: [option('--sub-account <id>', 'keys of one sub-account', 'sub_account_id'), limitOption],
      async run(session, { args: [id], fields }) {
        await session.showRows(
          await session.rows(pathTo('accounts', await accountId(session, id), 'keys'), queryOf(fields), rowsMax(fields)),
          columns,
        );
      },
    },
    {
      usage: 'show <key>',
      about: 'show status, caps, spending, allow-lists and limits',
      async run(session, { args: [id] }) {
        await session.showRecord(await session.record('GET', pathTo('keys', id)));
      },
    },
    {
      usage: 'create <account>',
      about: 'create a key; its value is shown only once',
      options: [...settings, option('--sub-account <id>', 'sub-account of the key', 'sub_account_id')],
      async run(session, { args: [id], fields }) {
        await session.showRecord(
          await session.record('POST', pathTo('accounts', await accountId(session, id), 'keys'), fields),
          shownOnce,
        );
      },
    },
    {
      usage: 'update <key>',
      about: 'change a key; effective from the next request',
      options: [
        ...settings,
        option('--confirm-open <yes|no>', 'confirm that --ips none lets every address call', 'confirm_open', yesOrNo),
      ],
      async run(session, { args: [id], fields }) {
        await session.showRecord(await session.change('PATCH', pathTo('keys', id), fields));
      },
    },
    {
      usage: 'reset <key>',
      about: 'replace a key by a new one with the same settings; the spending of the new key starts at 0',
      async run(session, { args: [id] }) {
        await session.showRecord(await session.record('POST', pathTo('keys', id, 'reset')), shownOnce);
      },
    },
    switching('disable', 'disabled', 'refuse calls with a key until it is enabled again'),
    switching('enable', 'available', 'accept calls with a key again'),
    {
      usage: 'delete <key>',
      about: 'permanently delete a key; its call log stays',
      async run(session, { args: [id] }) {
        await session.showDone('Deleted.', await session.record('DELETE', pathTo('keys', id)));
      },
    },
  ],
};
