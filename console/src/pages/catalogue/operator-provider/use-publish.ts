import { useMutation, useQueryClient } from '@tanstack/react-query';
import { operatorCatalogueApi } from '../../../api/clients/operator-catalogue.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { countText } from '../../../ui/number-text.ts';
import type { OperatorModel } from '../../../api/operator-models.ts';
import type { Provider } from '../../../api/providers.ts';
import { offersOf, useChangeProvider, type ProviderPatch } from '../use-provider.ts';
import { otherKinds, type OtherKind } from '../vendors-query.ts';
import { priceOf, type Choice } from './publish-lines.ts';
import { publishTexts } from './publish-texts.ts';

/** What the catalogue of vendors knows of a new model. */
function factsOf({ kind, known }: Choice, existing: OperatorModel | undefined): { supported_parameters?: string[] } {
  const isKnown = existing === undefined && known?.kind === kind && known.supported_parameters.length > 0;
  return isKnown ? { supported_parameters: known.supported_parameters } : {};
}

/** A model that has its price keeps it; one without stays hidden until it has one. */
async function putModel(choice: Choice, existing: OperatorModel | undefined): Promise<void> {
  if (existing !== undefined && existing.price !== null) return;
  const price = priceOf(choice, choice.price, 'price');
  await operatorCatalogueApi.putModel({
    params: { '*': choice.name.trim() },
    body: { kind: choice.kind, ...(price === null ? {} : { price }), ...factsOf(choice, existing) },
  });
}

/** Kinds that are published and that the upstream is not called for yet. */
export function newKinds({ dialects }: Pick<Provider, 'dialects'>, choices: readonly Choice[]): readonly OtherKind[] {
  return otherKinds.filter((kind) => dialects[kind] === undefined && choices.some((choice) => choice.kind === kind));
}

interface Publishing {
  readonly choices: readonly Choice[];
  readonly models: readonly OperatorModel[];
  /** The protocols of kinds that the upstream was not called for yet. */
  readonly dialects: ProviderPatch['dialects'];
}

/** Prices the models, then lets the upstream serve them: a repeated request changes nothing. */
export function usePublish(providerId: string, onDone: () => void) {
  const t = useTexts(publishTexts);
  const queries = useQueryClient();
  const changing = useChangeProvider(providerId);
  return useMutation({
    mutationFn: async ({ choices, models, dialects }: Publishing) => {
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
          dialects: { ...dialects, ...provider.dialects },
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
