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

const modelList = option('--models <a,b>', 'models it may call; none lifts the restriction', 'model_allow_list', listOrNone);

const bounds = [
  modelList,
  option('--daily-cap <cny>', 'most its keys may spend together in a day; none removes the cap', 'daily_cap', amountOrNone),
  option('--monthly-cap <cny>', 'most its keys may spend together in a month; none removes the cap', 'monthly_cap', amountOrNone),
];

export const subAccounts: Noun = {
  name: 'sub-accounts',
  about: 'parts of an account with their own model allow-list and caps',
  verbs: [
    {
      usage: 'list <account>',
      about: 'sub-accounts of an account',
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
      about: 'add a sub-account',
      options: bounds,
      async run(session, { args: [id, name], fields }) {
        await session.showRecord(
          await session.record('POST', pathTo('accounts', await accountId(session, id), 'sub-accounts'), { name, ...fields }),
        );
      },
    },
    {
      usage: 'update <sub-account>',
      about: 'rename it, change its models or caps',
      options: [option('--name <name>', 'new name', 'name'), ...bounds],
      async run(session, { args: [id], fields }) {
        await session.showRecord(await session.change('PATCH', pathTo('sub-accounts', id), fields));
      },
    },
    {
      usage: 'delete <sub-account>',
      about: 'delete it and disable its keys; its log rows stay',
      async run(session, { args: [id] }) {
        await session.showDone('Deleted; its keys are disabled.', await session.record('DELETE', pathTo('sub-accounts', id)));
      },
    },
  ],
};
