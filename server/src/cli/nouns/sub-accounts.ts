import { accountId } from '../find-account.ts';
import { limitOption, pathTo, rowsMax } from '../request.ts';
import type { Column } from '../table.ts';
import { amountOrNone, listOrNone, option, type Noun } from '../verb.ts';

const columns: readonly Column[] = [
  { heading: 'ID', field: 'id' },
  { heading: 'NAME', field: 'name' },
  { heading: 'STATUS', field: 'status' },
  { heading: 'DAILY CAP', field: 'daily_cap', align: 'right' },
  { heading: 'MONTHLY CAP', field: 'monthly_cap', align: 'right' },
  { heading: 'MODELS', field: 'model_allow_list' },
];

const modelList = option('--models <a,b>', 'allowed models; none allows all', 'model_allow_list', listOrNone);

const bounds = [
  modelList,
  option('--daily-cap <cny>', 'daily spending cap of all its keys; none removes it', 'daily_cap', amountOrNone),
  option('--monthly-cap <cny>', 'monthly spending cap of all its keys; none removes it', 'monthly_cap', amountOrNone),
];

export const subAccounts: Noun = {
  name: 'sub-accounts',
  about: 'sub-accounts: separate model allow-list and caps',
  verbs: [
    {
      usage: 'list <account>',
      about: 'list the sub-accounts of an account',
      options: [limitOption],
      async run(session, { args: [id], fields }) {
        await session.showRows(
          await session.rows(pathTo('accounts', await accountId(session, id), 'sub-accounts'), {}, rowsMax(fields)),
          columns,
        );
      },
    },
    {
      usage: 'create <account> <name>',
      about: 'create a sub-account',
      options: bounds,
      async run(session, { args: [id, name], fields }) {
        await session.showRecord(
          await session.record('POST', pathTo('accounts', await accountId(session, id), 'sub-accounts'), { name, ...fields }),
        );
      },
    },
    {
      usage: 'update <sub-account>',
      about: 'change the name, models or caps',
      options: [option('--name <name>', 'new name', 'name'), ...bounds],
      async run(session, { args: [id], fields }) {
        await session.showRecord(await session.change('PATCH', pathTo('sub-accounts', id), fields));
      },
    },
    {
      usage: 'delete <sub-account>',
      about: 'delete a sub-account and disable its keys; its call log stays',
      async run(session, { args: [id] }) {
        await session.showDone('Deleted; its keys are disabled.', await session.record('DELETE', pathTo('sub-accounts', id)));
      },
    },
  ],
};
