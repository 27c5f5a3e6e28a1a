import {
  fieldsOf,
  noPrice,
  noPricesOf,
  otherForm,
  ratesOf,
  requireObject,
  wholeOrNull,
  type Fields,
  type ListedModel,
  type ListedVariant,
  type PriceListFormat,
} from './listed-model.ts';

const names: Readonly<Record<string, string>> = {
  input: 'input',
  output: 'output',
  cache_read: 'cached_input',
  cache_write: 'cache_write',
  reasoning: 'reasoning',
  input_audio: 'input_audio',
  output_audio: 'output_audio',
};

/** The older of the list's two forms: above 200,000 tokens. */
const longFrom = 200_001;

function variantsOf({ tiers, context_over_200k: long }: Fields): ListedVariant[] {
  if (!Array.isArray(tiers)) {
    const rates = ratesOf(fieldsOf(long), names);
    return Object.keys(rates).length === 0 ? [] : [{ when: { min_input_tokens: longFrom }, rates }];
  }
  return tiers.map(fieldsOf).flatMap((step) => {
    const { type, size } = fieldsOf(step.tier);
    const from = type === 'context' ? wholeOrNull(size) : null;
    return from === null ? [] : [{ when: { min_input_tokens: from }, rates: ratesOf(step, names) }];
  });
}

function readModel(seller: string, name: string, model: Fields): ListedModel {
  const cost = fieldsOf(model.cost);
  const rates = ratesOf(cost, names);
  // Reasoning costs the same as output unless it has a separate price.
  if (rates.reasoning === rates.output) delete rates.reasoning;
  const deprecated = model.status === 'deprecated' ? [{ code: 'deprecated', params: {} } as const] : [];
  const remarks = [...deprecated, ...noPrice(noPricesOf(cost, names).map((field) => `cost.${field}`))];
  return { name, seller, rates, variants: variantsOf(cost), contextLength: wholeOrNull(fieldsOf(model.limit).context), remarks };
}

/** https://models.dev/api.json (MIT): providers by id, their models by name. */
export const modelsDev: PriceListFormat = {
  name: 'models-dev',
  cannotSay: ['times_of_day', 'service_tiers', 'hour_cache_writes'],
  read(document, _nowMs, isWanted = () => true) {
    const form = 'models-dev';
    const sellers = Object.entries(requireObject(document, form, '$'));
    if (sellers.length === 0) throw otherForm(form, '*.models', 'object');
    return sellers.flatMap(([id, seller]) => {
      const models = requireObject(requireObject(seller, form, id).models, form, `${id}.models`);
      return Object.keys(models)
        .filter(isWanted)
        .map((name) => readModel(id, name, requireObject(models[name], form, `${id}.models.${name}`)));
    });
  },
};
