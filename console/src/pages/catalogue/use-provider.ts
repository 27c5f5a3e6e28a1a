import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { operatorCatalogueApi } from '../../api/clients/operator-catalogue.ts';
import type { Provider, ProviderKey } from '../../api/providers.ts';
import { toast } from '../../ui/states/toast.tsx';

export type ProviderPatch = NonNullable<Parameters<typeof operatorCatalogueApi.changeProvider>[0]['body']>;
export type KeyPatch = NonNullable<NonNullable<ProviderPatch['routes']>[number]['keys']>[number];
export type OfferPatch = NonNullable<ProviderPatch['models']>[number];

export function useProvider(id: string) {
  return useQuery({
    queryKey: ['operator', 'provider', id],
    queryFn: ({ signal }) => operatorCatalogueApi.readProvider({ params: { id }, signal }),
    refetchInterval: 30_000,
  });
}

interface Change {
  /** What a form began from, which nobody may have changed since; by default the settings when the change is made. */
  readonly since?: Provider;
  /** From those settings: lists are replaced as a whole. */
  readonly patch: (provider: Provider) => ProviderPatch;
  readonly done: string;
  /** Undoes it, from the note that says it is done. */
  readonly undo?: () => void;
}

/** Changes a provider, unless somebody else has done so meanwhile; what the page shows may be older than what is stored. */
export function useChangeProvider(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ since, patch }: Change) => {
      const provider = since ?? (await operatorCatalogueApi.readProvider({ params: { id } }));
      const body = { ...patch(provider), if_revision: provider.revision };
      return operatorCatalogueApi.changeProvider({ params: { id }, body });
    },
    onSuccess: (_answer, { done, undo }) => {
      toast(done, undo === undefined ? {} : { undo });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator'] }),
  });
}

/** A key that stays as it is. */
export const keptKey = ({ id }: Pick<ProviderKey, 'id'>): KeyPatch => ({ id });

/** The routes with other keys at one of them; the others keep theirs. */
export function withKeys(
  routeId: string,
  keysOf: (keys: readonly ProviderKey[]) => readonly KeyPatch[],
): (provider: Provider) => ProviderPatch {
  return ({ routes }) => ({
    routes: routes.map(({ id, region, base_url, keys }) => ({
      region,
      base_url,
      ...(id === routeId ? { keys: [...keysOf(keys)] } : {}),
    })),
  });
}

/** The same change to some keys, wherever they are. */
export function withEachKey(ids: readonly string[], change: Omit<KeyPatch, 'id'>): (provider: Provider) => ProviderPatch {
  return ({ routes }) => ({
    routes: routes.map(({ region, base_url, keys }) => ({
      region,
      base_url,
      ...(keys.some(({ id }) => ids.includes(id))
        ? { keys: keys.map((key) => (ids.includes(key.id) ? { id: key.id, ...change } : keptKey(key))) }
        : {}),
    })),
  });
}

/** The models as they are: the interface takes a cost in the form in which it shows it. */
export function offersOf({ models }: Pick<Provider, 'models'>): readonly OfferPatch[] {
  return models as readonly OfferPatch[];
}
