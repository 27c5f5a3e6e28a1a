import { CommandFault } from '../fault.ts';
import { limitOption, pathTo, queryOf, rowsMax } from '../request.ts';
import type { Column, Row } from '../table.ts';
import { option, type Noun } from '../verb.ts';

export const audit: Noun = {
  name: 'audit',
  about: 'check all balances',
  verbs: {
    usage: 'audit',
    about: 'recompute every balance from the call log and the ledger; exits with 1 on any difference',
    async run(session) {
      const report = await session.record('POST', pathTo('audit'));
      await session.showRecord(report);
      if (report.ok !== true) throw new CommandFault('The ledger does not balance. See the differences above.');
    },
  },
};

const auditLogColumns: readonly Column[] = [
  { heading: 'TIME', field: 'at' },
  { heading: 'ACTOR', field: 'actor' },
  { heading: 'ADDRESS', field: 'source_ip' },
  { heading: 'ACTION', field: 'action' },
  { heading: 'OBJECT', field: 'object_id' },
];

export const auditLog: Noun = {
  name: 'audit-log',
  about: 'audit log of changes',
  verbs: {
    usage: 'audit-log',
    about: 'list changes, newest first; --json shows the values before and after',
    options: [
      option('--object <id>', 'changes of one object', 'object_id'),
      option('--actor <name>', 'changes by one actor', 'actor'),
      option('--action <name>', 'changes of one action, for example key.create', 'action'),
      option('--from <time>', 'start', 'from'),
      option('--to <time>', 'end, exclusive', 'to'),
      limitOption,
    ],
    async run(session, { fields }) {
      await session.showRows(await session.rows(pathTo('audit-log'), queryOf(fields), rowsMax(fields)), auditLogColumns);
    },
  },
};

export const backup: Noun = {
  name: 'backup',
  about: 'back up the database',
  verbs: {
    usage: 'backup [name]',
    about: 'back up the running database into backups/ of the data folder',
    async run(session, { args: [name] }) {
      await session.showRecord(await session.record('POST', pathTo('backup'), name === undefined ? {} : { path: name }));
    },
  },
};

export const environment: Noun = {
  name: 'environment',
  about: 'provider keys, margin and price list from the environment of a node',
  verbs: [
    {
      usage: 'show',
      about: 'show what the environment of the node would change',
      async run(session) {
        await session.showRecord(await session.record('GET', pathTo('environment')));
      },
    },
    {
      usage: 'take',
      about: 'apply the environment of this node to all nodes; a single process does this at every start',
      async run(session) {
        await session.showRecord(await session.record('POST', pathTo('environment', 'take')));
      },
    },
  ],
};

function parsedProbe(text: string): Row {
  try {
    const body = JSON.parse(text) as unknown;
    return typeof body === 'object' && body !== null ? (body as Row) : {};
  } catch {
    return {};
  }
}

export const status: Noun = {
  name: 'status',
  about: 'readiness of the gateway',
  verbs: {
    usage: 'status',
    about: 'check that the gateway is ready; exits with 1 if not',
    async run(session) {
      const { status: code, text } = await session.client.probe('/readyz');
      await session.showRecord({ address: session.client.url, ready: code === 200, ...parsedProbe(text) });
      if (code !== 200) throw new CommandFault(`The gateway is not ready (${String(code)}).`);
    },
  },
};

export const bench: Noun = {
  name: 'bench',
  about: 'benchmark this machine',
  verbs: {
    usage: 'bench',
    about: 'show how to run the benchmark',
    async run(session) {
      await session.showDone('Run "npm run bench". It starts a separate gateway and writes bench/results.md.', {
        command: 'npm run bench',
      });
    },
  },
};
