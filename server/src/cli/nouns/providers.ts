import { testedKinds } from '@tollgate/contract/catalogue/provider-tests';
import { CommandFault, UsageFault } from '../fault.ts';
import { findProvider, providerPath } from '../find-provider.ts';
import { modelChanges, modelOption, providerBody, providerOptions } from '../provider-options.ts';
import { limitOption, pathTo, rowsMax } from '../request.ts';
import { keyVerbs } from '../provider-keys.ts';
import type { Column, Row } from '../table.ts';
import { listOrNone, option, text, wordOf, yesOrNo, type Noun } from '../verb.ts';

const columns: readonly Column[] = [
  { heading: 'ID', field: 'id' },
  { heading: 'NAME', field: 'name' },
  { heading: 'DIALECTS', field: 'chat_dialects' },
  { heading: 'PRIORITY', field: 'priority', align: 'right' },
  { heading: 'ENABLED', field: 'enabled' },
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
  about: 'upstreams: addresses, keys, the models they serve',
  verbs: [
    {
      usage: 'list',
      about: 'all upstreams, best priority first',
      options: [limitOption],
      async run(session, { fields }) {
        await session.showRows(await session.rows(pathTo('providers'), {}, rowsMax(fields)), columns);
      },
    },
    {
      usage: 'show <provider>',
      about: 'its routes and the models it serves; by name or id, as in all that follow',
      async run(session, { args: [name] }) {
        await session.showRecord(await findProvider(session, name));
      },
    },
    {
      usage: 'add <name>',
      about: 'add an upstream',
      options: [
        ...providerOptions,
        modelOption,
        option('--dialect <dialect>', 'the one protocol of its chat models, as one --chat-dialect', 'dialect', text),
      ],
      async run(session, { args: [name], fields }) {
        if ((fields.base_url ?? fields.routes) === undefined) throw new UsageFault('Say where it is with --base-url or --route.');
        const given = await providerBody(session, fields, () => Promise.resolve([]));
        const spoken = 'dialect' in given || 'chat_dialects' in given ? {} : { dialect: 'chat-completions' };
        const body = { name, ...spoken, models: [], ...given };
        await session.showRecord(await session.record('POST', pathTo('providers'), body));
      },
    },
    {
      usage: 'update <provider>',
      about: 'change an upstream; routes given replace those it has, models stay unless --only-model replaces them',
      options: [
        ...providerOptions,
        ...modelChanges,
        option('--name <name>', 'new name', 'name'),
        option('--enabled <yes|no>', 'send calls to it', 'enabled', yesOrNo),
      ],
      async run(session, { args: [name], fields }) {
        const before = async () => (await findProvider(session, name)).models as readonly Row[];
        const changes = await providerBody(session, fields, before);
        await session.showRecord(await session.change('PATCH', await providerPath(session, name), changes));
      },
    },
    {
      usage: 'test <provider>',
      about: 'one small real call for each operation and protocol, charged to no account; exit code 1 if one fails',
      options: [
        option('--kinds <a,b>', `kinds of models: ${testedKinds.join(', ')} (all but image)`, 'kinds', kindsOf),
        option('--model <name>', 'a model by its name at the upstream (the cheapest it serves)', 'model'),
      ],
      async run(session, { args: [name], fields }) {
        const tested = await session.record('POST', `${await providerPath(session, name)}/test`, fields);
        await session.showReport(tested, tested.checks as readonly Row[], testColumns);
        if (tested.ok !== true) throw new CommandFault('Not all of it works; the checks that failed say why.');
      },
    },
    {
      usage: 'delete <provider>',
      about: 'stop calling it and forget its key',
      async run(session, { args: [name] }) {
        await session.showDone('Deleted.', await session.record('DELETE', await providerPath(session, name)));
      },
    },
    ...keyVerbs(findProvider),
  ],
};
