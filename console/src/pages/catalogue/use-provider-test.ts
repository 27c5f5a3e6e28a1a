import { useMutation } from '@tanstack/react-query';
import { cheapKinds, testedKeysMax } from '@tollgate/contract/catalogue/probed-kinds';
import type { ProviderCheck } from '@tollgate/contract/catalogue/provider-tests';
import { useState } from 'react';
import { operatorCatalogueApi } from '../../api/clients/operator-catalogue.ts';
import { keysOf } from './provider-figures.ts';
import type { Provider } from '../../api/providers.ts';

interface Progress {
  readonly of: Provider;
  readonly done: number;
  readonly all: number;
}

function parts(ids: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(ids.length / testedKeysMax) }, (_, at) =>
    ids.slice(at * testedKeysMax, (at + 1) * testedKeysMax),
  );
}

/** Tests every key of an upstream that is on, some at a time, with the kinds of calls that its models have. */
export function useProviderTest() {
  const [progress, setProgress] = useState<Progress | null>(null);
  const test = useMutation({
    mutationFn: async (provider: Provider) => {
      const ids = keysOf(provider).flatMap(({ id, enabled }) => (enabled ? [id] : []));
      const checks: ProviderCheck[] = [];
      setProgress({ of: provider, done: 0, all: ids.length });
      for (const part of parts(ids)) {
        const answer = await operatorCatalogueApi.testProvider({
          params: { id: provider.id },
          body: { kinds: [...cheapKinds], keys: [...part] },
        });
        checks.push(...answer.checks);
        setProgress({ of: provider, done: new Set(checks.map(({ key }) => key)).size, all: ids.length });
      }
      // Kinds of which there is no model say nothing, unless there is none of any.
      const made = checks.filter(({ result }) => result !== 'skipped');
      return made.length === 0 ? checks.slice(0, 1) : made;
    },
  });
  // An earlier test may still be running after another one began.
  return { ...test, progress: progress?.of === test.variables ? progress : null };
}

export type ProviderTest = ReturnType<typeof useProviderTest>;
