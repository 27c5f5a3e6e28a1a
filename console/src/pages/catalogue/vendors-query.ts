import { queryOptions } from '@tanstack/react-query';
import type { VendorAnswer } from '@tollgate/contract/catalogue/vendors';
import type { ModelKind } from '@tollgate/contract/enumerations';
import { operatorCatalogueApi } from '../../api/clients/operator-catalogue.ts';

/** The vendors that the program knows; they change with its versions only. */
export const vendorsQuery = queryOptions({
  queryKey: ['operator', 'vendors'],
  queryFn: async ({ signal }) => (await operatorCatalogueApi.listVendors({ signal })).data,
  staleTime: Infinity,
});

export type OtherKind = Exclude<ModelKind, 'chat'>;
export const otherKinds = ['embedding', 'rerank', 'image', 'music'] as const satisfies readonly OtherKind[];

/** The protocol that most upstreams speak for a kind of models; none for music, where each has its own. */
export const usualDialects: Readonly<Partial<Record<OtherKind, string>>> = {
  embedding: 'embeddings',
  rerank: 'rerank-jina',
  image: 'images',
};

/** Every protocol of a kind that a vendor of the catalogue speaks. */
export function dialectsOf(vendors: readonly VendorAnswer[], kind: ModelKind): readonly string[] {
  const providers = vendors.flatMap(({ sites }) => sites.map(({ provider }) => provider));
  if (kind === 'chat')
    return [...new Set(['chat-completions', ...providers.flatMap(({ chat_dialects: spoken }) => spoken ?? [])])];
  const usual = usualDialects[kind];
  const spoken = providers.flatMap(({ dialects }) => dialects?.[kind] ?? []);
  return [...new Set([...(usual === undefined ? [] : [usual]), ...spoken])];
}
