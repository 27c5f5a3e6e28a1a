import { modelKinds, modelTiers } from '@tollgate/contract/enumerations';
import { InvalidArgumentError } from 'commander';
import { CommandFault } from '../fault.ts';
import { priceColumns } from '../price-columns.ts';
import { priceListVerbs } from '../price-list-verbs.ts';
import { priceOptions } from '../price-options.ts';
import { limitOption, pathTo, rowsMax } from '../request.ts';
import type { Session } from '../session.ts';
import type { Column, Row } from '../table.ts';
import { listOrNone, option, text, textOrNone, wholeOrNone, wordOption, yesOrNo, type Noun } from '../verb.ts';

const columns: readonly Column[] = [
  { heading: 'MODEL', field: 'name' },
  { heading: 'KIND', field: 'kind' },
  ...priceColumns(({ price }) => price),
  { heading: 'TIER', field: 'tier' },
  { heading: 'SELLABLE', field: 'sellable' },
  { heading: 'PROVIDERS', field: 'providers' },
];

async function findModel(session: Session, name: string | undefined): Promise<Row | undefined> {
  return (await session.rows(pathTo('models'), {}, Infinity)).find((row) => row.name === name);
}

/** The gateway validates the content. */
function json(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    throw new InvalidArgumentError('It must be JSON.');
  }
}

export const models: Noun = {
  name: 'models',
  about: 'models: kind, prices (CNY per 1,000,000 tokens unless a unit is shown), limits',
  verbs: [
    {
      usage: 'list',
      about: 'list models with their current prices',
      options: [limitOption],
      async run(session, { fields }) {
        await session.showRows(await session.rows(pathTo('models'), {}, rowsMax(fields) ?? 1000), columns);
      },
    },
    {
      usage: 'show <model>',
      about: 'show a model',
      async run(session, { args: [name] }) {
        const found = await findModel(session, name);
        if (found === undefined)
          throw new CommandFault(`No model is named "${name ?? ''}". Run "models list" to see all models.`);
        await session.showRecord(found);
      },
    },
    {
      usage: 'set <model>',
      about: 'create or change a model; a new price does not affect past calls',
      options: [
        wordOption('--kind <kind>', 'kind', modelKinds, ' (default: chat)'),
        ...priceOptions,
        option('--from <time>', 'start of the price, ISO 8601 with time zone (default: now)', 'price_from', text),
        option('--context-length <n>', 'context length in tokens; none if unknown', 'context_length', wholeOrNone),
        option('--output-limit <n>', 'maximum output tokens; none if unknown', 'output_limit', wholeOrNone),
        option(
          '--typical-output <n>',
          'tokens reserved without max_tokens; none if unknown (default: 4096)',
          'typical_output',
          wholeOrNone,
        ),
        option(
          '--max-tokens-includes-reasoning <yes|no>',
          'whether max_tokens includes reasoning (default: no)',
          'max_tokens_includes_reasoning',
          yesOrNo,
        ),
        wordOption('--tier <tier>', 'tier', modelTiers),
        option('--aliases <a,b>', 'other names of the model', 'aliases', listOrNone),
        option(
          '--parameters <a,b>',
          'supported request fields, for example temperature,tools',
          'supported_parameters',
          listOrNone,
        ),
        option('--features <a,b>', 'for example tools,vision', 'features', listOrNone),
        option('--alternatives <a,b>', 'comparable models to suggest when this one is unavailable', 'alternatives', listOrNone),
        option(
          '--fallback <model>',
          'model that responds, at its own price, when no route of this one can; none removes it',
          'fallback_model',
          textOrNone,
        ),
        option(
          '--music <json>',
          'what a music model supports; all fields are required: {"duration_seconds":{"min":10,"max":240,"usual":60},"tags":null,"prompt_characters_max":2000,"lyrics_characters_max":3000,"songs_max":2,"deadline_seconds":600}',
          'music',
          json,
        ),
        option(
          '--retires <day>',
          'retirement date, YYYY-MM-DD; calls are refused from then on; none removes it',
          'retirement_date',
          textOrNone,
        ),
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
