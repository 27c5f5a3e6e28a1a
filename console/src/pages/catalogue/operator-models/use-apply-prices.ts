import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PriceRequest } from '@tollgate/contract/catalogue/prices';
import type { ModelKind } from '@tollgate/contract/enumerations';
import { useState } from 'react';
import { useTexts } from '../../../i18n/texts.ts';
import { toast } from '../../../ui/states/toast.tsx';
import { putModel } from '../operator-catalogue.ts';
import { repriceTexts } from './reprice-texts.ts';

/** A price to set, for the revision of the model that it was compared with. */
interface PriceChange {
  readonly name: string;
  readonly kind: string;
  readonly revision: string;
  readonly request: PriceRequest;
}

/** Prices are set one after the other, so that a refusal names its model and earlier changes remain. */
export function useApplyPrices(onClose: () => void) {
  const t = useTexts(repriceTexts);
  const client = useQueryClient();
  const [done, setDone] = useState<readonly string[]>([]);
  const apply = useMutation({
    mutationFn: async ({ changes, isMeant }: { readonly changes: readonly PriceChange[]; readonly isMeant: boolean }) => {
      for (const { name, kind, revision, request } of changes) {
        const confirmed = isMeant ? { confirm: true } : {};
        await putModel(name, { kind: kind as ModelKind, price: request, if_revision: revision, ...confirmed });
        setDone((names) => [...names, name]);
      }
      return changes.length;
    },
    onSuccess: (count) => {
      toast(t.saved(count));
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['operator', 'models'] }),
  });
  return { apply, done };
}
