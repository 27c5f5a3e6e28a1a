import { limitOption, pathTo, queryOf, rowsMax } from '../request.ts';
import type { Column } from '../table.ts';
import { option, wordOption, type Noun } from '../verb.ts';

const columns: readonly Column[] = [
  { heading: 'MADE', field: 'created_at' },
  { heading: 'STATE', field: 'state' },
  { heading: 'TO', field: 'recipient' },
  { heading: 'MAIL', field: 'template' },
  { heading: 'ATTEMPTS', field: 'attempts', align: 'right' },
  { heading: 'NEXT', field: 'next_at' },
  { heading: 'ID', field: 'id' },
  { heading: 'ERROR', field: 'last_error' },
];

export const mails: Noun = {
  name: 'mails',
  about: 'mails to people, with the links of unsent mails',
  verbs: [
    {
      usage: 'list',
      about: 'list mails, newest first',
      options: [
        wordOption('--state <state>', 'state', ['waiting', 'sent', 'bounced', 'dead', 'unsent']),
        option('--to <address>', 'mails to this address', 'recipient'),
        limitOption,
      ],
      async run(session, { fields }) {
        await session.showRows(await session.rows(pathTo('mails'), queryOf(fields), rowsMax(fields)), columns);
      },
    },
    {
      usage: 'show <mail>',
      about: 'show a mail with its link so that you can forward it; recorded in the audit log',
      async run(session, { args: [id] }) {
        await session.showRecord(await session.record('GET', pathTo('mails', id)));
      },
    },
    {
      usage: 'resend <mail>',
      about: 'send an unsent mail again',
      async run(session, { args: [id] }) {
        await session.showRecord(await session.record('POST', pathTo('mails', id, 'resend')));
      },
    },
  ],
};
