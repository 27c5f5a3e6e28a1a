import { CommandFault } from '../fault.ts';
import { limitOption, pathTo, queryOf, rowsMax } from '../request.ts';
import type { Column, Row } from '../table.ts';
import { option, type Noun } from '../verb.ts';

export const audit: Noun = {
  name: 'audit',
  about: 'recompute all money from nothing',
  verbs: {
    usage: 'audit',
    about: 'recompute every balance from the call log and the ledger; exit code 1 on one nano-CNY of difference',
    async run(session) {
      const report = await session.record('POST', pathTo('audit'));
      await session.showRecord(report);
      if (report.ok !== true) throw new CommandFault('The books do not agree; the differences are listed above.');
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
  about: 'who changed what, newest first',
  verbs: {
    usage: 'audit-log',
    about: 'who changed what, newest first; --json shows before and after',
    options: [
      option('--object <id>', 'changes of one record', 'object_id'),
      option('--actor <name>', 'changes by one actor', 'actor'),
      option('--action <name>', 'changes of one kind, for example key.create', 'action'),
      option('--from <time>', 'first moment', 'from'),
      option('--to <time>', 'end, not included', 'to'),
      limitOption,
    ],
    async run(session, { fields }) {
      await session.showRows(await session.rows(pathTo('audit-log'), queryOf(fields), rowsMax(fields)), auditLogColumns);
    },
  },
};

export const backup: Noun = {
  name: 'backup',
  about: 'copy the database while it runs',
  verbs: {
    usage: 'backup [name]',
    about: 'copy the database while it runs, into backups/ of the data folder',
    async run(session, { args: [name] }) {
      await session.showRecord(await session.record('POST', pathTo('backup'), name === undefined ? {} : { path: name }));
    },
  },
};

export const environment: Noun = {
  name: 'environment',
  about: 'keys of providers, margin and price list as a node was started with',
  verbs: [
    {
      usage: 'show',
      about: 'what the environment of the node would change of what is sold',
      async run(session) {
        await session.showRecord(await session.record('GET', pathTo('environment')));
      },
    },
    {
      usage: 'take',
      about: 'sell, on all nodes, what the environment of this node says; a process that is alone does so at every start',
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
  about: 'is the gateway there and ready',
  verbs: {
    usage: 'status',
    about: 'is the gateway there and ready; exit code 1 if not',
    async run(session) {
      const { status: code, text } = await session.client.probe('/readyz');
      await session.showRecord({ address: session.client.url, ready: code === 200, ...parsedProbe(text) });
      if (code !== 200) throw new CommandFault(`The gateway is not ready (${String(code)}).`);
    },
  },
};

export const bench: Noun = {
  name: 'bench',
  about: 'measure this machine',
  verbs: {
    usage: 'bench',
    about: 'how to measure',
    async run(session) {
      await session.showDone('Run "npm run bench"; it starts its own gateway and writes bench/results.md.', {
        command: 'npm run bench',
      });
    },
  },
};
