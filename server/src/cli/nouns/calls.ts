import { endings, statusClasses } from '@tollgate/contract/enumerations';
import { callRetentionDays } from '@tollgate/contract/calls/retention';
import { withAccount } from '../find-account.ts';
import { limitOption, pathTo, queryOf, rowsMax } from '../request.ts';
import { simulateVerb } from '../simulate-route.ts';
import type { Column } from '../table.ts';
import { option, wordOption, type Noun } from '../verb.ts';

const columns: readonly Column[] = [
  { heading: 'TIME', field: 'request_time' },
  { heading: 'STATUS', field: 'status', align: 'right' },
  { heading: 'MODEL', field: 'model' },
  { heading: 'KEY', field: 'key_id' },
  { heading: 'IN', field: 'input_tokens', align: 'right' },
  { heading: 'OUT', field: 'output_tokens', align: 'right' },
  { heading: 'CHARGE', field: 'charge_exact', align: 'right' },
  { heading: 'MS', field: 'duration_ms', align: 'right' },
  { heading: 'REGION', field: 'region' },
  { heading: 'ENDING', field: 'ending' },
  { heading: 'CALLS', field: 'count', align: 'right' },
  { heading: 'ID', field: 'id' },
  { heading: 'ERROR', field: 'error' },
];

const filters = [
  option('--account <account>', 'calls of one account, by id, name or e-mail address', 'account_id'),
  option('--sub-account <id>', 'calls of one sub-account', 'sub_account_id'),
  option('--key <id>', 'calls of one key', 'key_id'),
  option('--model <name>', 'calls of one model', 'model'),
];

export const calls: Noun = {
  name: 'calls',
  about: `call log of the last ${String(callRetentionDays)} days`,
  verbs: [
    {
      usage: 'list',
      about: 'list calls, newest first',
      options: [
        ...filters,
        option('--from <time>', 'start: ISO 8601 with time zone, or a day', 'from'),
        option('--to <time>', 'end, exclusive', 'to'),
        wordOption('--ending <ending>', 'ending', endings),
        option('--error <code>', 'calls with this error code', 'error_code'),
        wordOption('--status <class>', 'status_class', statusClasses),
        limitOption,
      ],
      async run(session, { fields }) {
        await session.showRows(
          await session.rows(pathTo('calls'), queryOf(await withAccount(session, fields)), rowsMax(fields)),
          columns,
        );
      },
    },
    {
      usage: 'show <call>',
      about: 'show a call by its x-request-id',
      async run(session, { args: [id] }) {
        await session.showRecord(await session.record('GET', pathTo('calls', id)));
      },
    },
    simulateVerb,
  ],
};

const usageColumns: readonly Column[] = [
  { heading: 'DAY', field: 'day' },
  { heading: 'ACCOUNT', field: 'account_id' },
  { heading: 'SUB-ACCOUNT', field: 'sub_account_id' },
  { heading: 'KEY', field: 'key_id' },
  { heading: 'MODEL', field: 'model' },
  { heading: 'CALLS', field: 'calls', align: 'right' },
  { heading: 'CHARGED', field: 'charged_calls', align: 'right' },
  { heading: 'IN', field: 'input_tokens', align: 'right' },
  { heading: 'OUT', field: 'output_tokens', align: 'right' },
  { heading: 'CHARGE', field: 'charge', align: 'right' },
  { heading: 'UNCOLLECTED', field: 'uncollected', align: 'right' },
  { heading: 'UPSTREAM COST', field: 'upstream_cost', align: 'right' },
];

export const usage: Noun = {
  name: 'usage',
  about: 'usage by day, account, key or model',
  verbs: {
    usage: 'usage',
    about: 'list calls, tokens, charges, uncollected amounts and upstream cost by day, account, key or model',
    options: [
      ...filters,
      option('--from <day>', 'first day, YYYY-MM-DD', 'from'),
      option('--to <day>', 'last day, inclusive', 'to'),
      option('--by <a,b>', 'group by day, account_id, sub_account_id, key_id, model (default: day)', 'group_by'),
      limitOption,
    ],
    async run(session, { fields }) {
      const rows = await session.rows(pathTo('usage'), queryOf(await withAccount(session, fields)), rowsMax(fields));
      const grouped = usageColumns.filter((column) => rows.some((row) => row[column.field] !== undefined));
      await session.showRows(rows, grouped);
    },
  },
};

const strayColumns: readonly Column[] = [
  { heading: 'TIME', field: 'at' },
  { heading: 'ADDRESS', field: 'source_ip' },
  { heading: 'PATH', field: 'path' },
  { heading: 'FAULT', field: 'fault' },
  { heading: 'COUNT', field: 'count', align: 'right' },
];

export const strays: Noun = {
  name: 'strays',
  about: 'requests with an unknown key',
  verbs: {
    usage: 'strays',
    about: 'list requests with an unknown key; they belong to no account',
    options: [limitOption],
    async run(session, { fields }) {
      await session.showRows(await session.rows(pathTo('stray-refusals'), {}, rowsMax(fields)), strayColumns);
    },
  },
};
