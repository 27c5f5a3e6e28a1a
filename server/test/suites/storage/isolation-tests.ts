import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { isolations, type Isolation } from '@tollgate/contract/enumerations';
import fc from 'fast-check';
import type { Provider } from '../../../src/domain/catalog/model.ts';
import { plainKey } from '../../../src/domain/catalog/plain-key.ts';
import { providersServing } from '../../../src/domain/catalog/providers-serving.ts';
import { createSecretBox } from '../../../src/platform/secret-box.ts';
import { silentLogger } from '../../../src/platform/logger.ts';
import { createCatalogStore } from '../../../src/subjects/catalogue/catalog-store.ts';
import { createCatalogWriter } from '../../../src/subjects/catalogue/catalog-writer-store.ts';
import { createRouting } from '../../../src/upstream/routing/routing.ts';
import { auditDraft } from '../../storage/sample-books.ts';
import type { OnBooks } from './engine-bench.ts';

const box = createSecretBox('a-secret-of-32-characters-or-more');
const accounts = ['acc_one', 'acc_two', 'acc_three'];
const models = ['m', 'n'];

interface Draft {
  readonly owner: string | null;
  readonly models: readonly string[];
  readonly priority: number;
  readonly enabled: boolean;
}

const draft: fc.Arbitrary<Draft> = fc.record({
  owner: fc.constantFrom(null, ...accounts),
  models: fc.subarray(models, { minLength: 1 }),
  priority: fc.integer({ min: 0, max: 3 }),
  enabled: fc.boolean(),
});

function providerOf({ owner, models: served, priority, enabled }: Draft, at: number): Provider {
  const id = String(at);
  return {
    id: `prv_${id}`,
    name: `p${id}`,
    chatDialects: ['chat-completions'] as const,
    dialects: {},
    mediaHosts: [],
    priority,
    weight: 1,
    enabled,
    quirks: {},
    ...(owner === null ? {} : { accountId: owner }),
    models: served.map((model) => ({ model, upstreamModel: model, cost: null })),
    routes: [
      { id: `rte_${id}`, region: 'domestic', baseUrl: `https://u${id}.example`, addresses: {}, keys: [plainKey(`k${id}`, 'x')] },
    ],
  };
}

export function isolationTests(name: string, onBooks: OnBooks): void {
  describe(`upstreams of single accounts on ${name}`, () => {
    onBooks(
      'serve nobody else; own ones go first; who keeps to its own is served by no other, whatever the catalogue',
      async ({ engine, clock }) => {
        const writer = createCatalogWriter(engine, box);
        const store = createCatalogStore(engine, box);
        const origin = { source: 'admin', atMs: 1 } as const;
        let written = 0;
        await fc.assert(
          fc.asyncProperty(fc.array(draft, { maxLength: 8 }), async (drafts) => {
            for (let at = 0; at < written; at += 1) await writer.removeProvider(`prv_${String(at)}`, auditDraft('x'));
            written = drafts.length;
            for (const [at, one] of drafts.entries()) await writer.putProvider(providerOf(one, at), origin, auditDraft('x'));
            const catalog = await store.load();
            assert.equal(catalog.providers.length, drafts.length);
            const routing = createRouting({ clock, logger: silentLogger });
            for (const id of accounts) {
              for (const isolation of isolations) {
                for (const model of models) {
                  const owners = providersServing(catalog, model, { id, isolation })
                    .flatMap((list) => routing.candidates(list, model, { region: 'domestic', domesticOnly: false }))
                    .map(({ provider }) => provider.accountId ?? null);
                  assert.deepEqual(owners, expected(drafts, { id, isolation, model }));
                }
              }
            }
          }),
          { numRuns: 25 },
        );
      },
    );
  });
}

interface Asked {
  readonly id: string;
  readonly isolation: Isolation;
  readonly model: string;
}

/** An independent implementation: private upstreams first, then shared ones, as far as the account may use each. */
function expected(drafts: readonly Draft[], { id, isolation, model }: Asked): readonly (string | null)[] {
  const serving = drafts.filter((one) => one.enabled && one.models.includes(model));
  const own = isolation === 'shared' ? [] : serving.filter(({ owner }) => owner === id);
  const everybodys = isolation === 'own_only' ? [] : serving.filter(({ owner }) => owner === null);
  return [...own.map(() => id), ...everybodys.map(() => null)];
}
