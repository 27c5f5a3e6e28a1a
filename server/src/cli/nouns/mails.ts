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
  about: 'mails to people: which are out, and the links of those that are not',
  verbs: [
    {
      usage: 'list',
      about: 'mails, newest first',
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
      about: 'one mail with its link, to pass it on; the audit log notes it',
      async run(session, { args: [id] }) {
        await session.showRecord(await session.record('GET', pathTo('mails', id)));
      },
    },
    {
      usage: 'resend <mail>',
      about: 'attempt at once a mail that is not out',
      async run(session, { args: [id] }) {
        await session.showRecord(await session.record('POST', pathTo('mails', id, 'resend')));
      },
    },
  ],
};
