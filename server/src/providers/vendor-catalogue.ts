import type { VendorAnswer } from '@tollgate/contract/catalogue/vendors';
import type { Region } from '@tollgate/contract/enumerations';
import { atSite, describeProvider } from './environment-catalogue.ts';
import { convertPrice, type PriceText, type Rates } from './price-conversion.ts';
import type { VendorEntry } from './provider.ts';

/** At an address of the customer's own, the other addresses of the vendor are unknown. */
function siteOf(vendor: VendorEntry, region: Region): VendorAnswer['sites'][number] {
  const route = atSite(vendor, region);
  const { addresses: _, ...own } = vendor;
  const provider =
    vendor.needsAddress === true ? describeProvider(own, { ...route, addresses: {} }) : describeProvider(vendor, route);
  return { region, provider: { ...provider, models: [] } };
}

function priceText({ rates, ...price }: PriceText): VendorAnswer['models'][number]['price'] {
  return { ...price, ...(rates === undefined ? {} : { rates: { ...rates } }) };
}

function vendorAnswer(vendor: VendorEntry, rates: Rates): VendorAnswer {
  const regions = (['domestic', 'overseas'] as const).filter((region) => vendor.baseUrls[region] !== undefined);
  return {
    name: vendor.name,
    title: vendor.title,
    title_zh: vendor.titleZh ?? vendor.title,
    needs_address: vendor.needsAddress ?? false,
    sites: regions.map((region) => siteOf(vendor, region)),
    models: vendor.models.map((model) => ({
      name: model.name,
      upstream_model: model.upstreamModel ?? model.name,
      kind: model.kind,
      supported_parameters: [...(model.supportedParameters ?? [])],
      cost: priceText(convertPrice(model.price, { ...rates, marginPpm: 0n })),
      price: priceText(convertPrice(model.price, rates)),
      note: model.note ?? null,
    })),
    priced_as_of: vendor.prices?.asOf ?? null,
  };
}

/** What operators may choose from when they add a provider, by title. */
export function vendorCatalogue(vendors: readonly VendorEntry[], rates: Rates): readonly VendorAnswer[] {
  return vendors
    .map((vendor) => vendorAnswer(vendor, rates))
    .toSorted((one, other) => (one.title.toLowerCase() < other.title.toLowerCase() ? -1 : 1));
}
