import {
  fieldsOf,
  ratesOf,
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
  const remarks = model.status === 'deprecated' ? ['it is deprecated'] : [];
  return { name, seller, rates, variants: variantsOf(cost), contextLength: wholeOrNull(fieldsOf(model.limit).context), remarks };
}

/** https://models.dev/api.json (MIT): providers by id, their models by name. */
export const modelsDev: PriceListFormat = {
  name: 'models-dev',
  cannotSay: ['times of day', 'service tiers (batch, flex, priority)', 'one-hour cache writes'],
  read(document) {
    const sellers = Object.entries(fieldsOf(document));
    if (sellers.length === 0 || sellers.some(([, seller]) => typeof fieldsOf(seller).models !== 'object'))
      throw new Error('it must be an object of providers with models');
    return sellers.flatMap(([id, seller]) =>
      Object.entries(fieldsOf(fieldsOf(seller).models)).map(([name, model]) => readModel(id, name, fieldsOf(model))),
    );
  },
};
