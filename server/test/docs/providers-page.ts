import type { VendorAddress, VendorEntry, VendorModel } from '../../src/providers/provider.ts';
import { vendors } from '../../src/providers/registry.ts';

const introduction = `# Providers that come up by themselves

Put a key of the table into the environment and start: the provider appears with its address and the models below, priced. Any other
upstream that speaks chat completions, or another protocol of its kind, is added with \`npm run tollgate -- providers add\`.

- **Which site.** A vendor with two sites is called at the one of \`TOLLGATE_REGION\`, because keys are bound to a site.
- **Another address.** The variable with \`_BASE_URL\` in place of \`_API_KEY\` (\`OPENAI_BASE_URL\`) replaces the built-in address.
- **An address of your own.** Azure, Bedrock and Vertex have one for each customer, project or region: that variable is needed there, and
  the table shows the form. The key of Vertex is the file of a service account in base64.
- **Prices** are the vendors' list prices of the day named, per 1,000,000 tokens. In CNY they are the list price times
  \`TOLLGATE_USD_CNY\` (7.2), plus \`TOLLGATE_MARGIN_PERCENT\` (0) for what is sold; cost and price are rounded half up to 6 decimals.
  Vendors change prices: check them before you sell. \`npm run tollgate -- models set\` sets a price of your own, \`models refresh\` proposes
  those of a public list, and \`models fetch\` shows what an upstream has.
- **Kinds.** Models for embeddings and for reranking have no output, so they have no price for it. Music is priced by the song.
  Servers of your own for reranking mostly speak \`rerank-jina\`.
- **Several addresses.** A vendor may speak one protocol elsewhere than the others: the table names it. At an address of your own
  only those are spoken that have none. By hand it is \`--address rerank-cohere=https://api.cohere.com/v2\` beside \`--base-url\`.
- **Several protocols of chat.** A provider that speaks several is called in the client's own, else in the first of its list. By hand:
  \`--chat-dialect\`, once for each; the first is the one to prefer.
- **A vendor without models here** has no dated list price at hand. Add its models with prices of your own; a model without a price
  cannot be called.
- One price per model is kept: what a note says about long inputs or times of day is not in it.
`;

function bySite(baseUrls: VendorEntry['baseUrls'] | VendorAddress['baseUrls']): string[] {
  return Object.entries(baseUrls ?? {}).map(([region, url]) => `${region}: ${url}`);
}

function addresses({ baseUrls, addresses: others = {}, baseUrlEnding }: VendorEntry): string {
  const elsewhere = Object.entries(others).map(
    ([dialect, address]) => `\`${dialect}\`: ${[...bySite(address.baseUrls), address.path].filter(Boolean).join(', ')}`,
  );
  const shown = [...bySite(baseUrls), ...elsewhere];
  return (
    shown.join('<br>') + (baseUrlEnding === undefined ? '' : `<br>(\`${baseUrlEnding}\` is added to an address of your own)`)
  );
}

function priceRow(vendor: VendorEntry, model: VendorModel): string {
  const { currency, input, cachedInput, output, song } = model.price;
  const cells = [
    `\`${model.name}\``,
    vendor.title,
    model.tier,
    currency,
    ...(song === undefined ? [input, cachedInput ?? input, output ?? '-'] : [`${song} per song`, '-', '-']),
    (model.priced ?? vendor.prices)?.asOf ?? '',
    model.note ?? '',
  ];
  return `| ${cells.join(' | ')} |`;
}

/** The page of all built-in providers and prices, made from their data. */
export function providersPage(): string {
  const keys = vendors.map(
    (vendor) => `| ${vendor.title} | ${vendor.keyVariables.map((name) => `\`${name}\``).join(' or ')} | ${addresses(vendor)} |`,
  );
  const prices = vendors.flatMap((vendor) => vendor.models.map((model) => priceRow(vendor, model)));
  const all = vendors.flatMap(({ prices: own, models }) => [own, ...models.map(({ priced }) => priced ?? null)]);
  const sources = [...new Set(all.flatMap((each) => (each === null ? [] : [each.source])))];
  return [
    introduction,
    '## Keys and addresses\n\n| Provider | Variable | Address |\n| --- | --- | --- |',
    keys.join('\n'),
    '\n## List prices\n\n| Model | Provider | Tier | Currency | Input | Cached input | Output | As of | Note |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    prices.join('\n'),
    `\nSources: ${sources.join('; ')}.`,
  ].join('\n');
}
