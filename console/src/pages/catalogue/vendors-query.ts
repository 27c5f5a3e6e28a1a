import { queryOptions } from '@tanstack/react-query';
import type { VendorAnswer, VendorList } from '@tollgate/contract/catalogue/vendors';
import type { ModelKind } from '@tollgate/contract/enumerations';
import { operatorCatalogueApi } from '../../api/clients/operator-catalogue.ts';

const listQuery = queryOptions({
  queryKey: ['operator', 'vendors'],
  queryFn: ({ signal }) => operatorCatalogueApi.listVendors({ signal }),
  staleTime: Infinity,
});

/** The vendors that the program knows; they change with its versions only. */
export const vendorsQuery = { ...listQuery, select: ({ data }: VendorList) => data };
/** The protocols of upstreams that the gateway supports, by kind of models. */
export const dialectsQuery = { ...listQuery, select: ({ dialects }: VendorList) => dialects };

export type OtherKind = Exclude<ModelKind, 'chat'>;
export const otherKinds = ['embedding', 'rerank', 'image', 'music'] as const satisfies readonly OtherKind[];

/** The protocol that most upstreams speak for a kind of models; none for music, where each has its own. */
const usualDialects: Readonly<Partial<Record<OtherKind, string>>> = {
  embedding: 'embeddings',
  rerank: 'rerank-jina',
  image: 'images',
};

/** The protocol with which models of a kind are called at a vendor; `''` if nobody knows. */
export function usualDialect(vendor: VendorAnswer | null, kind: OtherKind): string {
  const spoken = vendor?.sites.map(({ provider }) => provider.dialects?.[kind]).find((dialect) => dialect !== undefined);
  return spoken ?? usualDialects[kind] ?? '';
}
