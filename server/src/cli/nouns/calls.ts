import { limitOption, pathTo, queryOf, rowsMax } from '../request.ts';
import type { Column } from '../table.ts';
import { option, wordOf, type Noun } from '../verb.ts';

const columns: readonly Column[] = [
  { heading: 'TIME', field: 'request_time' },
  { heading: 'STATUS', field: 'status', align: 'right' },
  { heading: 'MODEL', field: 'model' },
  { heading: 'KEY', field: 'key_id' },
  { heading: 'IN', field: 'input_tokens', align: 'right' },
  { heading: 'OUT', field: 'output_tokens', align: 'right' },
  { heading: 'CHARGE', field: 'charge', align: 'right' },
  { heading: 'MS', field: 'duration_ms', align: 'right' },
  { heading: 'ENDING', field: 'ending' },
  { heading: 'ERROR', field: 'error' },
];

const filters = [
  option('--account <id>', 'calls of one account', 'account_id'),
  option('--sub-account <id>', 'calls of one sub-account', 'sub_account_id'),
  option('--key <id>', 'calls of one key', 'key_id'),
  option('--model <name>', 'calls of one model', 'model'),
  option('--from <time>', 'ISO 8601, inclusive', 'from'),
  option('--to <time>', 'ISO 8601, exclusive', 'to'),
];

export const calls: Noun = {
  name: 'calls',
  about: 'the call log, newest first, 90 days',
  verbs: [
    {
      usage: 'list',
      about: 'calls, narrowed by any of the filters',
      options: [
        ...filters,
        option('--status <class>', '2xx, 4xx or 5xx', 'status_class', wordOf('2xx', '4xx', '5xx')),
        limitOption,
      ],
      async run(session, { fields }) {
        session.showRows(await session.rows(pathTo('calls'), queryOf(fields), rowsMax(fields)), columns);
      },
    },
  ],
};

const usageColumns: readonly Column[] = [
  { heading: 'HOUR', field: 'hour' },
  { heading: 'ACCOUNT', field: 'account_id' },
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
  about: 'sums by the hour of admission',
  verbs: {
    usage: 'usage',
    about: 'sums by the hour of admission: calls, tokens, charges, what could not be collected, what upstreams cost',
    options: [...filters, limitOption],
    async run(session, { fields }) {
      session.showRows(await session.rows(pathTo('usage'), queryOf(fields), rowsMax(fields)), usageColumns);
    },
  },
};

const strayColumns: readonly Column[] = [
  { heading: 'TIME', field: 'time' },
  { heading: 'ADDRESS', field: 'source_ip' },
  { heading: 'PATH', field: 'path' },
  { heading: 'FAULT', field: 'fault' },
  { heading: 'COUNT', field: 'count', align: 'right' },
];

export const strays: Noun = {
  name: 'strays',
  about: 'requests whose key matched nothing',
  verbs: {
    usage: 'strays',
    about: 'requests whose key matched nothing: they belong to no account',
    options: [limitOption],
    async run(session, { fields }) {
      session.showRows(await session.rows(pathTo('stray-refusals'), {}, rowsMax(fields)), strayColumns);
    },
  },
};
