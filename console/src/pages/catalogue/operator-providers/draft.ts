import { testedKinds } from '@tollgate/contract/catalogue/probed-kinds';
import type { VendorAnswer } from '@tollgate/contract/catalogue/vendors';
import type { Region } from '@tollgate/contract/enumerations';
import type { operatorCatalogueApi } from '../../../api/clients/operator-catalogue.ts';

export type Vendor = VendorAnswer;
export type TryBody = Parameters<typeof operatorCatalogueApi.tryProvider>[0]['body'];
type Kind = NonNullable<TryBody['kind']>;

/** What is typed; the vendor is one of the catalogue, or none for an address of any kind. */
export interface Draft {
  readonly vendor: Vendor | null;
  readonly region: Region;
  readonly address: string;
  readonly name: string;
  readonly key: string;
  readonly model: string;
  /** Empty: to be detected. */
  readonly protocol: string;
}

export const emptyDraft: Draft = { vendor: null, region: 'domestic', address: '', name: '', key: '', model: '', protocol: '' };

export function siteOf({ vendor, region }: Draft): Vendor['sites'][number] | undefined {
  return vendor?.sites.find((site) => site.region === region) ?? vendor?.sites[0];
}

/** The kind of model by which it is tried; null if all its models are too expensive for that. */
export function triedKind({ vendor }: Pick<Draft, 'vendor'>): Kind | null {
  if (vendor === null || vendor.models.length === 0) return 'chat';
  return testedKinds.find((kind) => vendor.models.some((model) => model.kind === kind)) ?? null;
}

/** The first of the kind that is tried; vendors list their best-known models first. */
function suggestedModel(vendor: Vendor): string {
  const kind = triedKind({ vendor });
  return vendor.models.find((model) => model.kind === kind)?.upstream_model ?? '';
}

export function chosenVendor(vendor: Vendor, draft: Draft, isTaken: (name: string) => boolean): Draft {
  const region = vendor.sites[0]?.region ?? 'domestic';
  let name = vendor.name;
  for (let number = 2; isTaken(name); number += 1) name = `${vendor.name}-${String(number)}`;
  return { ...draft, vendor, region, name, address: '', model: suggestedModel(vendor), protocol: '' };
}

/** The address that is called; the form of a vendor's address is no address. */
export function addressOf(draft: Draft): string {
  const site = siteOf(draft);
  if (site === undefined || draft.vendor?.needs_address === true) return draft.address.trim();
  return site.provider.routes[0]?.base_url ?? '';
}

/** What is tried, and then stored. */
export function bodyOf(draft: Draft): TryBody {
  const site = siteOf(draft)?.provider;
  const [{ auth, addresses } = {}] = site?.routes ?? [];
  const route = {
    region: siteOf(draft)?.region ?? draft.region,
    base_url: addressOf(draft),
    api_key: draft.key.trim() === '' ? null : draft.key.trim(),
    ...(auth === undefined ? {} : { auth }),
    ...(addresses === undefined ? {} : { addresses }),
  };
  const known =
    site === undefined
      ? {}
      : { chat_dialects: site.chat_dialects, dialects: site.dialects, media_hosts: site.media_hosts, quirks: site.quirks };
  return {
    name: draft.name.trim(),
    routes: [route],
    ...known,
    ...(draft.protocol === '' ? {} : { chat_dialects: [draft.protocol] }),
  };
}

/** A name for an address: its host without what all hosts have. */
export function nameOf(address: string): string {
  const host = URL.canParse(address) ? new URL(address).hostname : '';
  return host.replace(/^(api|www|gateway)\./, '');
}
