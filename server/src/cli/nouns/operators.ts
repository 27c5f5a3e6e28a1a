import { pathTo } from '../request.ts';
import type { Column } from '../table.ts';
import { readArgument, wordOf, type Noun } from '../verb.ts';

const columns: readonly Column[] = [
  { heading: 'ID', field: 'id' },
  { heading: 'ADDRESS', field: 'email' },
  { heading: 'NAME', field: 'name' },
  { heading: 'ROLE', field: 'role' },
  { heading: 'SINCE', field: 'created_at' },
];

const roles = wordOf('administrator', 'support', 'finance');

export const operators: Noun = {
  name: 'operators',
  about: 'people who run the service, and their roles',
  verbs: [
    {
      usage: 'list',
      about: 'list operators',
      async run(session) {
        await session.showRows(await session.rows(pathTo('operators'), {}, Infinity), columns);
      },
    },
    {
      usage: 'appoint <address> <role>',
      about: 'give a registered person a role: administrator, support (read) or finance (read and credit)',
      async run(session, { args: [email, role = ''] }) {
        const body = { email, role: readArgument('role', role, roles) };
        await session.showRecord(await session.record('POST', pathTo('operators'), body));
      },
    },
    {
      usage: 'dismiss <operator>',
      about: 'remove the role at once',
      async run(session, { args: [id] }) {
        await session.showDone('Dismissed.', await session.record('DELETE', pathTo('operators', id)));
      },
    },
    {
      usage: 'invite-link',
      about: 'create a link that works once within a day and makes the person who opens it an administrator',
      async run(session) {
        await session.showRecord(await session.record('POST', pathTo('operators', 'invite-link')));
      },
    },
  ],
};
