import { modelKinds, modelTiers } from '@tollgate/contract/enumerations';
import { InvalidArgumentError } from 'commander';
import { CommandFault } from '../fault.ts';
import { priceListVerbs } from '../price-list-verbs.ts';
import { priceOptions } from '../price-options.ts';
import { limitOption, pathTo, rowsMax } from '../request.ts';
import type { Session } from '../session.ts';
import type { Column, Row } from '../table.ts';
import { listOrNone, option, text, textOrNone, wholeOrNone, wordOption, yesOrNo, type Noun } from '../verb.ts';

const columns: readonly Column[] = [
  { heading: 'MODEL', field: 'name' },
  { heading: 'KIND', field: 'kind' },
  { heading: 'INPUT', field: 'price.input', align: 'right' },
  { heading: 'CACHED', field: 'price.cached_input', align: 'right' },
  { heading: 'OUTPUT', field: 'price.output', align: 'right' },
  { heading: 'PER CALL', field: 'price.per_call', align: 'right' },
  { heading: 'TIER', field: 'tier' },
  { heading: 'SELLABLE', field: 'sellable' },
  { heading: 'PROVIDERS', field: 'providers' },
];

async function findModel(session: Session, name: string | undefined): Promise<Row | undefined> {
  return (await session.rows(pathTo('models'), {}, Infinity)).find((row) => row.name === name);
}

/** The gateway looks at what is in it. */
function json(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    throw new InvalidArgumentError('It must be JSON.');
  }
}

export const models: Noun = {
  name: 'models',
  about: 'what is for sale: kind, prices (CNY per 1,000,000 tokens), limits',
  verbs: [
    {
      usage: 'list',
      about: 'all models with the price in force',
      options: [limitOption],
      async run(session, { fields }) {
        await session.showRows(await session.rows(pathTo('models'), {}, rowsMax(fields) ?? 1000), columns);
      },
    },
    {
      usage: 'show <model>',
      about: 'everything about one model',
      async run(session, { args: [name] }) {
        const found = await findModel(session, name);
        if (found === undefined) throw new CommandFault(`There is no model "${name ?? ''}"; "models list" shows them.`);
        await session.showRecord(found);
      },
    },
    {
      usage: 'set <model>',
      about: 'make or change a model; a new price is a new version and past calls keep theirs',
      options: [
        wordOption('--kind <kind>', 'kind', modelKinds, ' (chat)'),
        ...priceOptions,
        option('--from <time>', 'start of the price, ISO 8601 with its zone (now)', 'price_from', text),
        option('--context-length <n>', 'tokens of input and output; none is unknown', 'context_length', wholeOrNone),
        option('--output-limit <n>', 'tokens of output; none is unknown', 'output_limit', wholeOrNone),
        option(
          '--typical-output <n>',
          'tokens reserved without max_tokens; none is unknown (4096)',
          'typical_output',
          wholeOrNone,
        ),
        option(
          '--max-tokens-includes-reasoning <yes|no>',
          'whether max_tokens bounds reasoning, too (no)',
          'max_tokens_includes_reasoning',
          yesOrNo,
        ),
        wordOption('--tier <tier>', 'tier', modelTiers),
        option('--aliases <a,b>', 'other names that it is called by', 'aliases', listOrNone),
        option(
          '--parameters <a,b>',
          'request fields that it takes, for example temperature,tools',
          'supported_parameters',
          listOrNone,
        ),
        option('--features <a,b>', 'for example tools,vision', 'features', listOrNone),
        option('--alternatives <a,b>', 'comparable models that a 503 names', 'alternatives', listOrNone),
        option(
          '--music <json>',
          'what a model for music takes, as in the reference: {"duration_seconds":{…},"tags":null,…}',
          'music',
          json,
        ),
        option('--retires <day>', 'YYYY-MM-DD from which on it is refused; none removes it', 'retirement_date', textOrNone),
      ],
      async run(session, { args: [name], fields }) {
        const kind = (await findModel(session, name))?.kind ?? 'chat';
        await session.showRecord(await session.record('PUT', pathTo('models', name), { kind, ...fields }));
      },
    },
    ...priceListVerbs,
    {
      usage: 'delete <model>',
      about: 'delete a model that no provider serves; past calls keep their prices',
      async run(session, { args: [name] }) {
        await session.showDone('Deleted.', await session.record('DELETE', pathTo('models', name)));
      },
    },
  ],
};
