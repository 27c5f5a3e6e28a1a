import { testedKinds } from '@tollgate/contract/catalogue/probed-kinds';
import { CommandFault, UsageFault } from '../fault.ts';
import { findProvider, providerPath } from '../find-provider.ts';
import { modelChanges, modelOption, providerBody, providerOptions } from '../provider-options.ts';
import { limitOption, pathTo, rowsMax } from '../request.ts';
import { keyVerbs } from '../provider-keys.ts';
import { routeVerbs } from '../provider-routes.ts';
import type { Column, Row } from '../table.ts';
import { listOrNone, option, text, wordOf, yesOrNo, type Noun } from '../verb.ts';

const columns: readonly Column[] = [
  { heading: 'ID', field: 'id' },
  { heading: 'NAME', field: 'name' },
  { heading: 'DIALECTS', field: 'chat_dialects' },
  { heading: 'PRIORITY', field: 'priority', align: 'right' },
  { heading: 'ENABLED', field: 'enabled' },
  { heading: 'MAINTENANCE', field: 'maintenance' },
];

const testColumns: readonly Column[] = [
  { heading: 'REGION', field: 'region' },
  { heading: 'DIALECT', field: 'dialect' },
  { heading: 'STREAMED', field: 'streamed' },
  { heading: 'MODEL', field: 'upstream_model' },
  { heading: 'RESULT', field: 'result' },
  { heading: 'FIRST MS', field: 'first_byte_ms', align: 'right' },
  { heading: 'MS', field: 'total_ms', align: 'right' },
  { heading: 'IN', field: 'usage.input_tokens', align: 'right' },
  { heading: 'OUT', field: 'usage.output_tokens', align: 'right' },
  { heading: 'QUIRKS', field: 'quirks' },
  { heading: 'WHY', field: 'why' },
  { heading: 'DEVIATIONS', field: 'deviations' },
];

function kindsOf(value: string): readonly string[] {
  return listOrNone(value).map(wordOf(...testedKinds));
}

export const providers: Noun = {
  name: 'providers',
  about: 'providers: addresses, keys, served models',
  verbs: [
    {
      usage: 'list',
      about: 'list providers by priority',
      options: [limitOption],
      async run(session, { fields }) {
        await session.showRows(await session.rows(pathTo('providers'), {}, rowsMax(fields)), columns);
      },
    },
    {
      usage: 'show <provider>',
      about: 'show the routes and models of a provider, by name or id',
      async run(session, { args: [name] }) {
        await session.showRecord(await findProvider(session, name));
      },
    },
    {
      usage: 'add <name>',
      about: 'add a provider',
      options: [
        ...providerOptions,
        modelOption,
        option('--dialect <dialect>', 'single protocol of its chat models, same as one --chat-dialect', 'dialect', text),
      ],
      async run(session, { args: [name], fields }) {
        if ((fields.base_url ?? fields.routes) === undefined)
          throw new UsageFault('An address is required: use --base-url or --route.');
        const given = await providerBody(session, fields, () => Promise.resolve([]));
        const spoken = 'dialect' in given || 'chat_dialects' in given ? {} : { dialect: 'chat-completions' };
        const body = { name, ...spoken, models: [], ...given };
        await session.showRecord(await session.record('POST', pathTo('providers'), body));
      },
    },
    {
      usage: 'update <provider>',
      about: 'change a provider; --route replaces its routes, --only-model replaces its models',
      options: [
        ...providerOptions,
        ...modelChanges,
        option('--name <name>', 'new name', 'name'),
        option('--enabled <yes|no>', 'whether it receives calls', 'enabled', yesOrNo),
      ],
      async run(session, { args: [name], fields }) {
        const before = async () => (await findProvider(session, name)).models as readonly Row[];
        const changes = await providerBody(session, fields, before);
        await session.showRecord(await session.change('PATCH', await providerPath(session, name), changes));
      },
    },
    {
      usage: 'test <provider>',
      about: 'send one small call per operation and protocol, not charged to any account; exits with 1 if one fails',
      options: [
        option('--kinds <a,b>', `model kinds: ${testedKinds.join(', ')} (default: all but image)`, 'kinds', kindsOf),
        option('--model <name>', 'model name at the provider (default: the cheapest it serves)', 'model'),
      ],
      async run(session, { args: [name], fields }) {
        const tested = await session.record('POST', `${await providerPath(session, name)}/test`, fields);
        await session.showReport(tested, tested.checks as readonly Row[], testColumns);
        if (tested.ok !== true) throw new CommandFault('Some checks failed. See the reasons above.');
      },
    },
    {
      usage: 'delete <provider>',
      about: 'delete a provider and its keys',
      async run(session, { args: [name] }) {
        await session.showDone('Deleted.', await session.record('DELETE', await providerPath(session, name)));
      },
    },
    ...routeVerbs,
    ...keyVerbs,
  ],
};
