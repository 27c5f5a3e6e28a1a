import { accountId } from '../find-account.ts';
import { limitOption, pathTo, queryOf, rowsMax } from '../request.ts';
import type { Column } from '../table.ts';
import { amountOrNone, listOrNone, option, textOrNone, wholeOrNone, yesOrNo, type Noun, type Verb } from '../verb.ts';

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

const settings = [
  option('--remark <text>', 'what it is for, for example test or production', 'remark'),
  option('--daily-cap <cny>', 'most it may spend in a day; none removes the cap, 0 blocks it', 'daily_cap', amountOrNone),
  option('--monthly-cap <cny>', 'most it may spend in a month; none removes the cap', 'monthly_cap', amountOrNone),
  option(
    '--ips <a,b>',
    'IPv4 addresses, IPv4 ranges and IPv6 addresses it may be used from; none allows all',
    'ip_allow_list',
    listOrNone,
  ),
  option('--models <a,b>', 'models it may call; none allows all', 'model_allow_list', listOrNone),
  option(
    '--expires <time>',
    'end of its life, ISO 8601 with its zone (2027-01-01T00:00:00+08:00); none removes it',
    'expires_at',
    textOrNone,
  ),
  option('--strict <yes|no>', 'reserve the worst case, so that a cap is never passed', 'strict', yesOrNo),
  option('--domestic-only <yes|no>', 'never call a route abroad', 'domestic_only', yesOrNo),
  option('--rpm <n>', 'requests per minute of this key; none removes it', 'limits.requests_per_minute', wholeOrNone),
  option('--tpm <n>', 'tokens per minute of this key; none removes it', 'limits.tokens_per_minute', wholeOrNone),
  option('--concurrency <n>', 'calls at the same time of this key; none removes it', 'limits.concurrency', wholeOrNone),
];

const shownOnce = 'The last line is the key itself. It is shown this once: keep it.';

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
  about: 'API keys: caps, allow-lists, limits, life',
  verbs: [
    {
      usage: 'list <account>',
      about: 'keys of an account',
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
      about: 'state, caps and what is spent of them, allow-lists, limits',
      async run(session, { args: [id] }) {
        await session.showRecord(await session.record('GET', pathTo('keys', id)));
      },
    },
    {
      usage: 'create <account>',
      about: 'make a key; its value is shown this once',
      options: [...settings, option('--sub-account <id>', 'the sub-account it belongs to', 'sub_account_id')],
      async run(session, { args: [id], fields }) {
        await session.showRecord(
          await session.record('POST', pathTo('accounts', await accountId(session, id), 'keys'), fields),
          shownOnce,
        );
      },
    },
    {
      usage: 'update <key>',
      about: 'change a key; works on the next request',
      options: [
        ...settings,
        option(
          '--confirm-open <yes|no>',
          'really let every address in, where --ips none empties a list',
          'confirm_open',
          yesOrNo,
        ),
      ],
      async run(session, { args: [id], fields }) {
        await session.showRecord(await session.change('PATCH', pathTo('keys', id), fields));
      },
    },
    {
      usage: 'reset <key>',
      about: 'kill its value and make a new key with the same settings; what the new one spent starts at 0',
      async run(session, { args: [id] }) {
        await session.showRecord(await session.record('POST', pathTo('keys', id, 'reset')), shownOnce);
      },
    },
    switching('disable', 'disabled', 'refuse it until it is enabled again'),
    switching('enable', 'available', 'accept it again'),
    {
      usage: 'delete <key>',
      about: 'delete it for ever; its log rows stay',
      async run(session, { args: [id] }) {
        await session.showDone('Deleted.', await session.record('DELETE', pathTo('keys', id)));
      },
    },
  ],
};
