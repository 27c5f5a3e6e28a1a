import { priceListLimitWords, priceWarningWords, type PriceListLimit } from '@tollgate/contract/catalogue/price-list-words';
import type { PriceAnswer } from '@tollgate/contract/catalogue/prices';
import type { UpstreamModelsAnswer } from '@tollgate/contract/catalogue/upstream-models';
import { systemClock } from '../platform/clock.ts';
import { priceListFormats } from '../providers/price-lists/formats.ts';
import { decimalShifted, type ListedModel } from '../providers/price-lists/listed-model.ts';
import { proposePrices, type KnownModel, type Proposal } from '../providers/price-lists/propose-prices.ts';
import { readRates } from '../providers/price-conversion.ts';
import { CommandFault, UsageFault } from './fault.ts';
import { providerPath } from './find-provider.ts';
import { fetchPriceList, readPriceFile } from './read-price-list.ts';
import { pathTo } from './request.ts';
import type { Session } from './session.ts';
import type { Column, Row } from './table.ts';
import { amount, listOrNone, option, text, wordOption, yesOrNo, type Verb } from './verb.ts';

const upstreamColumns: readonly Column[] = [
  { heading: 'MODEL', field: 'id' },
  { heading: 'SERVED', field: 'served' },
  { heading: 'CONTEXT', field: 'context_length', align: 'right' },
  { heading: 'USD PER TOKEN IN', field: 'usd_per_token.input', align: 'right' },
  { heading: 'OUT', field: 'usd_per_token.output', align: 'right' },
];

const proposalColumns: readonly Column[] = [
  { heading: 'MODEL', field: 'model' },
  { heading: 'SELLER', field: 'seller' },
  { heading: 'INPUT', field: 'present.input', align: 'right' },
  { heading: 'NEW', field: 'proposed.input', align: 'right' },
  { heading: 'CACHED', field: 'present.cached_input', align: 'right' },
  { heading: 'NEW', field: 'proposed.cached_input', align: 'right' },
  { heading: 'OUTPUT', field: 'present.output', align: 'right' },
  { heading: 'NEW', field: 'proposed.output', align: 'right' },
  { heading: 'WARNINGS', field: 'warnings' },
];

/** The source of a list, its limitations, and its entries. */
interface ReadList {
  readonly source: string;
  readonly asOf: string;
  readonly format: string;
  readonly cannotSay: readonly PriceListLimit[];
  readonly models: readonly ListedModel[];
}

async function upstreamModels(session: Session, provider: string): Promise<UpstreamModelsAnswer> {
  const answer = await session.record('GET', `${await providerPath(session, provider)}/upstream-models`);
  return answer as UpstreamModelsAnswer;
}

async function listOfUpstream(session: Session, provider: string): Promise<ReadList> {
  const { provider: seller, fetched_at: asOf, data } = await upstreamModels(session, provider);
  const models = data.flatMap(({ id, usd_per_token: price, context_length: contextLength }): ListedModel[] => {
    if (price === null) return [];
    const { cached_input: cached } = price;
    const rates = {
      input: decimalShifted(price.input),
      output: decimalShifted(price.output),
      ...(cached === null ? {} : { cached_input: decimalShifted(cached) }),
    };
    return [{ name: id, seller, rates, variants: [], contextLength, remarks: [] }];
  });
  if (models.length === 0)
    throw new CommandFault(`The model list of ${seller} has no prices. Run "models fetch" to see the list.`);
  const cannotSay = ['conditions', 'cache_writes'] as const;
  return { source: `models of ${seller}`, asOf, format: 'upstream', cannotSay, models };
}

async function readList(session: Session, fields: Row): Promise<ReadList> {
  const { file, url, from_upstream: upstream, format: named, allow_private: allowPrivate } = fields;
  if ([file, url, upstream].filter((given) => given !== undefined).length !== 1)
    throw new UsageFault('A source is required: use --file, --url or --from-upstream.');
  if (typeof upstream === 'string') return listOfUpstream(session, upstream);
  const format = priceListFormats.find(({ name }) => name === named);
  if (format === undefined) throw new UsageFault('--format is required.');
  const found = typeof file === 'string' ? readPriceFile(file) : await fetchPriceList(String(url), allowPrivate === true);
  try {
    const models = format.read(found.document, systemClock.nowMs());
    return { source: found.source, asOf: found.asOf, format: format.name, cannotSay: format.cannotSay, models };
  } catch (error) {
    throw new CommandFault(`Could not read ${found.source}. ${error instanceof Error ? error.message : ''}`);
  }
}

/** The models that are sold by tokens. */
async function knownModels(session: Session): Promise<readonly KnownModel[]> {
  const [models, providers] = await Promise.all([
    session.rows(pathTo('models'), {}, Infinity),
    session.rows(pathTo('providers'), {}, Infinity),
  ]);
  const offers = providers.flatMap(({ name, models: offered }) =>
    (offered as readonly Row[]).map(({ model, upstream_model }) => ({
      model,
      provider: { name: String(name), upstreamModel: String(upstream_model) },
    })),
  );
  return models
    .filter(({ kind }) => kind === 'chat' || kind === 'embedding' || kind === 'rerank')
    .map(({ name, kind, owned_by, price }) => ({
      name: String(name),
      kind: String(kind),
      ownedBy: String(owned_by),
      price: price as PriceAnswer | null,
      providers: offers.filter(({ model }) => model === name).map(({ provider }) => provider),
    }));
}

function conversionOf(session: Session, { usd_cny, margin_percent }: Row) {
  const rate = typeof usd_cny === 'string' ? usd_cny : (session.env.TOLLGATE_USD_CNY ?? '7.2');
  const margin = typeof margin_percent === 'string' ? margin_percent : (session.env.TOLLGATE_MARGIN_PERCENT ?? '0');
  return { rate, margin, rates: readRates(rate, margin) };
}

async function apply(session: Session, names: readonly string[], proposals: readonly Proposal[], fields: Row): Promise<void> {
  const kinds = new Map((await knownModels(session)).map(({ name, kind }) => [name, kind]));
  const wanted = names.map((name) => {
    const proposal = proposals.find(({ model }) => model === name);
    if (proposal === undefined) throw new CommandFault(`There is no proposal for "${name}". Omit --apply to see all proposals.`);
    return proposal;
  });
  for (const { model, proposed } of wanted) {
    const confirm = fields.confirm === undefined ? {} : { confirm: fields.confirm };
    await session.record('PUT', pathTo('models', model), { kind: kinds.get(model), price: proposed, ...confirm });
  }
}

const inEnglish = (warning: Proposal['warnings'][number]): string => priceWarningWords(warning, 'en');

async function refresh(session: Session, fields: Row): Promise<void> {
  const list = await readList(session, fields);
  const { rate, margin, rates } = conversionOf(session, fields);
  const { proposals, unchanged, notListed, unusable } = proposePrices(await knownModels(session), list.models, rates);
  const names = Array.isArray(fields.apply) ? (fields.apply as string[]) : [];
  if (names.length > 0) {
    await apply(session, names, proposals, fields);
    await session.showDone(`Set new prices for: ${names.join(', ')}.`, { applied: names, source: list.source });
    return;
  }
  const { source, asOf, format } = list;
  const cannotSay = list.cannotSay.map((limit) => priceListLimitWords(limit, 'en'));
  const head = { source, as_of: asOf, format, usd_cny: rate, margin_percent: margin, cannot_say: cannotSay };
  const shown = proposals.map(({ warnings, ...proposal }) => ({ ...proposal, warnings: warnings.map(inEnglish) }));
  const left = unusable.map(({ model, warning }) => `${model} (${inEnglish(warning)})`);
  const record = { ...head, proposals: shown, unchanged, not_listed: notListed, unusable: left };
  await session.showReport(record, shown, proposalColumns);
  session.hint(
    `From ${source} (${asOf}), in CNY per 1,000,000 tokens at ${rate} CNY per USD plus ${margin} %. Not in the list: ${cannotSay.join('; ')}. ` +
      `Same price: ${String(unchanged.length)}; not listed: ${notListed.join(', ') || 'none'}; not usable: ${left.join('; ') || 'none'}. No price was changed: check the proposals, then apply them with --apply.`,
  );
}

/** Commands that compare the sales prices with public lists. */
export const priceListVerbs: readonly Verb[] = [
  {
    usage: 'fetch <provider>',
    about: 'list the models of a provider and which of them are served',
    async run(session, { args: [provider = ''] }) {
      const answer = await upstreamModels(session, provider);
      await session.showReport(answer, answer.data, upstreamColumns);
      if (answer.missing.length > 0) session.hint(`Served but not in the list of the provider: ${answer.missing.join(', ')}.`);
    },
  },
  {
    usage: 'refresh',
    about: 'propose prices from a public list; only --apply changes prices',
    options: [
      option('--file <path>', 'local list', 'file', text),
      option('--url <url>', 'list to fetch over https', 'url', text),
      option('--from-upstream <provider>', 'prices from the model list of a provider', 'from_upstream', text),
      wordOption(
        '--format <format>',
        'format',
        priceListFormats.map(({ name }) => name),
      ),
      option('--allow-private <yes|no>', 'allow non-public addresses (default: no)', 'allow_private', yesOrNo),
      option('--usd-cny <rate>', 'CNY per USD (default: TOLLGATE_USD_CNY of this shell, or 7.2)', 'usd_cny', amount),
      option(
        '--margin-percent <n>',
        'margin in percent (default: TOLLGATE_MARGIN_PERCENT of this shell, or 0)',
        'margin_percent',
        amount,
      ),
      option('--apply <a,b>', 'models whose proposals become the prices now', 'apply', listOrNone),
      option('--confirm <yes|no>', 'confirm prices that change tenfold or are removed', 'confirm', yesOrNo),
    ],
    run: (session, { fields }) => refresh(session, fields),
  },
];
