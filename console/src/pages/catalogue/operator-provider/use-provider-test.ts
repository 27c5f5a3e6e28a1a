import { useMutation } from '@tanstack/react-query';
import { cheapKinds, testedKeysMax } from '@tollgate/contract/catalogue/probed-kinds';
import type { ProviderCheck } from '@tollgate/contract/catalogue/provider-tests';
import { useState } from 'react';
import { operatorCatalogueApi } from '../../../api/clients/operator-catalogue.ts';
import { keysOf } from '../provider-figures.ts';
import type { Provider } from '../../../api/providers.ts';

interface Progress {
  readonly done: number;
  readonly all: number;
}

function parts(ids: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(ids.length / testedKeysMax) }, (_, at) =>
    ids.slice(at * testedKeysMax, (at + 1) * testedKeysMax),
  );
}

/** Tests every key that is on, some at a time, with the kinds of calls that its models have. */
export function useProviderTest(provider: Provider) {
  const [progress, setProgress] = useState<Progress | null>(null);
  return {
    progress,
    ...useMutation({
      mutationFn: async () => {
        const ids = keysOf(provider).flatMap(({ id, enabled }) => (enabled ? [id] : []));
        const checks: ProviderCheck[] = [];
        setProgress({ done: 0, all: ids.length });
        for (const part of parts(ids)) {
          const answer = await operatorCatalogueApi.testProvider({
            params: { id: provider.id },
            body: { kinds: [...cheapKinds], keys: [...part] },
          });
          checks.push(...answer.checks);
          setProgress({ done: checks.length === 0 ? 0 : new Set(checks.map(({ key }) => key)).size, all: ids.length });
        }
        // Kinds of which there is no model say nothing, unless there is none of any.
        const made = checks.filter(({ result }) => result !== 'skipped');
        return made.length === 0 ? checks.slice(0, 1) : made;
      },
    }),
  };
}

export type ProviderTest = ReturnType<typeof useProviderTest>;
