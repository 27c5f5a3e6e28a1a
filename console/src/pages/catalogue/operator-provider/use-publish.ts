import { useMutation, useQueryClient } from '@tanstack/react-query';
import { operatorCatalogueApi } from '../../../api/clients/operator-catalogue.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { countText } from '../../../ui/number-text.ts';
import type { OperatorModel } from '../../../api/operator-models.ts';
import { offersOf, useChangeProvider, type ProviderPatch } from '../use-provider.ts';
import { otherKinds, usualDialects } from '../vendors-query.ts';
import { priceOf, type Choice } from './publish-lines.ts';
import { publishTexts } from './publish-texts.ts';

/** A model that has its price keeps it; one without stays hidden until it has one. */
async function putModel(choice: Choice, existing: OperatorModel | undefined): Promise<void> {
  if (existing !== undefined && existing.price !== null) return;
  const price = priceOf(choice, choice.price, 'price');
  await operatorCatalogueApi.putModel({
    params: { '*': choice.name.trim() },
    body: { kind: choice.kind, ...(price === null ? {} : { price }) },
  });
}

/** The usual protocols of the kinds that are published; what the upstream has already comes after and stays. */
function newDialects(choices: readonly Choice[]): ProviderPatch['dialects'] {
  const kinds = otherKinds.filter((kind) => choices.some((choice) => choice.kind === kind));
  return Object.fromEntries(kinds.flatMap((kind) => (usualDialects[kind] === undefined ? [] : [[kind, usualDialects[kind]]])));
}

interface Publishing {
  readonly choices: readonly Choice[];
  readonly models: readonly OperatorModel[];
}

/** Prices the models, then lets the upstream serve them: a repeated request changes nothing. */
export function usePublish(providerId: string, onDone: () => void) {
  const t = useTexts(publishTexts);
  const queries = useQueryClient();
  const changing = useChangeProvider(providerId);
  return useMutation({
    mutationFn: async ({ choices, models }: Publishing) => {
      for (const choice of choices)
        await putModel(
          choice,
          models.find(({ name }) => name === choice.name.trim()),
        );
      const offers = choices.map((choice) => ({
        model: choice.name.trim(),
        upstream_model: choice.upstream,
        cost: priceOf(choice, choice.cost, 'cost'),
      }));
      const names = new Set(offers.map(({ model }) => model));
      await changing.mutateAsync({
        patch: (provider) => ({
          dialects: { ...newDialects(choices), ...provider.dialects },
          models: [...offersOf(provider).filter(({ model }) => !names.has(model)), ...offers],
        }),
        done: t.published(countText(choices.length)),
      });
    },
    onSuccess: onDone,
    onError: () => {
      // What was done before the fault shows.
      void queries.invalidateQueries({ queryKey: ['operator'] });
    },
  });
}
