import type { VendorAddress, VendorEntry, VendorModel } from '../../src/providers/provider.ts';
import { vendors } from '../../src/providers/registry.ts';

const introduction = `# Built-in providers

This page lists the providers that need only a key, with their addresses and list prices. It is for operators. Set a variable of the
table and start the service: the provider appears with its address and the models below, with prices. Add any other upstream that
speaks chat completions, or another supported protocol, with \`npm run tollgate -- providers add\`.

- **Region.** A vendor with two sites is called at the site of \`TOLLGATE_REGION\`, because keys are bound to a site.
- **Custom address.** The variable with \`_BASE_URL\` in place of \`_API_KEY\` (\`OPENAI_BASE_URL\`) replaces the built-in address.
- **Required address.** Azure, Bedrock and Vertex have an address per customer, project or region. Set that variable; the table shows
  the form. The key of Vertex is the file of a service account in base64.
- **Prices** are the vendors' list prices of the date shown, per 1,000,000 tokens. Costs in CNY are the list price times
  \`TOLLGATE_USD_CNY\` (7.2). Selling prices add \`TOLLGATE_MARGIN_PERCENT\` (0). Both are rounded half up to 6 decimals.
- **Changed prices.** Vendors change prices: check them before you sell. \`npm run tollgate -- models set\` sets a price,
  \`models refresh\` proposes the prices of a public list, and \`models fetch\` lists the models of an upstream.
- **Kinds.** Models for embeddings and reranking have no output, so they have no price for it. Music is priced by the song.
  Self-hosted reranking servers mostly speak \`rerank-jina\`.
- **Several addresses.** A vendor may serve one protocol at another address; the table names it. At a custom address, only the
  protocols without another address are used, and not Responses of OpenAI and xAI. To set one yourself, add \`--address rerank-cohere=https://api.cohere.com/v2\` to
  \`--base-url\`.
- **Several chat protocols.** A call uses the client's own protocol if the provider speaks it, otherwise the first of its list. To set
  the list, repeat \`--chat-dialect\`, the preferred one first.
- **Vendors without models** have no dated list price. Add their models with prices; a model without a price cannot be called.
- Each model has one price. Prices for long inputs or times of day are only in the note.
`;

function bySite(baseUrls: VendorEntry['baseUrls'] | VendorAddress['baseUrls']): string[] {
  return Object.entries(baseUrls ?? {}).map(([region, url]) => `${region}: ${url}`);
}

function addresses({ baseUrls, addresses: others = {}, baseUrlEnding }: VendorEntry): string {
  const elsewhere = Object.entries(others).map(
    ([dialect, address]) => `\`${dialect}\`: ${[...bySite(address.baseUrls), address.path].filter(Boolean).join(', ')}`,
  );
  const shown = [...bySite(baseUrls), ...elsewhere];
  return shown.join('<br>') + (baseUrlEnding === undefined ? '' : `<br>(\`${baseUrlEnding}\` is added to a custom address)`);
}

function furtherProtocols({ chatDialects }: VendorEntry): string {
  return chatDialects
    .filter((name) => name !== 'chat-completions')
    .map((name) => `\`${name}\``)
    .join(', ');
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

/** The page of all built-in providers and prices, generated from their data. */
export function providersPage(): string {
  const keys = vendors.map(
    (vendor) =>
      `| ${vendor.title} | ${vendor.keyVariables.map((name) => `\`${name}\``).join(' or ')} | ${furtherProtocols(vendor)} | ${addresses(vendor)} |`,
  );
  const prices = vendors.flatMap((vendor) => vendor.models.map((model) => priceRow(vendor, model)));
  const all = vendors.flatMap(({ prices: own, models }) => [own, ...models.map(({ priced }) => priced ?? null)]);
  const sources = [...new Set(all.flatMap((each) => (each === null ? [] : [each.source])))];
  return [
    introduction,
    '## Keys and addresses\n\n| Provider | Variable | Beside chat completions | Address |\n| --- | --- | --- | --- |',
    keys.join('\n'),
    '\n## List prices\n\n| Model | Provider | Tier | Currency | Input | Cached input | Output | As of | Note |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    prices.join('\n'),
    `\nSources: ${sources.join('; ')}.`,
  ].join('\n');
}
