/** Goal: a rehearsal finds what routing does next, on one node and in a fleet, and has no effect. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { provider, Stage, status } from '../../../test/upstream/routing-stage.ts';
import { routeBalances } from '@tollgate/contract/enumerations';
import type { Price, RouteKey } from '../../domain/catalog/model.ts';
import { plainKey } from '../../domain/catalog/plain-key.ts';
import { hashText } from './affinity.ts';
import type { Candidate } from './candidate.ts';
import type { RoutingOptions } from './rehearsal.ts';
import type { AttemptFailure } from './health/route-health.ts';

const price = (input: bigint): Price => ({ input, cachedInput: input, output: 0n, perCall: 0n, card: null });

const keyDraft = fc.record({
  weight: fc.integer({ min: 0, max: 3 }),
  concurrency: fc.constantFrom(null, 1, 4),
  requestsPerMinute: fc.constantFrom(null, 2, 9),
  tokensPerMinute: fc.constantFrom(null, null, 3_000),
  enabled: fc.constantFrom(true, true, true, false),
});

const providerDraft = fc.record({
  priority: fc.integer({ min: 1, max: 2 }),
  weight: fc.integer({ min: 0, max: 3 }),
  cost: fc.constantFrom(null, 1n, 2n),
  routes: fc.array(
    fc.record({
      region: fc.constantFrom('domestic' as const, 'overseas' as const),
      keys: fc.array(keyDraft, { minLength: 1, maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 2 },
  ),
});

const failures: readonly AttemptFailure[] = [{ fault: 'reset' }, status(500), status(429), status(429, 20_000), status(401)];

/** What happens before the next call: an answer or a failure of the chosen one, which may stay under way; time passes. */
const call = fc.record({
  end: fc.constantFrom<'answer' | 'stay' | AttemptFailure>('answer', 'answer', 'answer', 'stay', ...failures),
  passMs: fc.constantFrom(0, 0, 10, 1_000, 30_000),
  balance: fc.constantFrom(...routeBalances),
  conversation: fc.constantFrom(null, 'one', 'two', 'three'),
  prefers: fc.constantFrom(null, 'p0-0', 'p1-0'),
  domesticOnly: fc.constantFrom(false, false, true),
});

function stageOf(
  drafts: readonly (typeof providerDraft extends fc.Arbitrary<infer Draft> ? Draft : never)[],
  nodes: number,
): Stage {
  const providers = drafts.map(({ priority, weight, cost, routes }, at) =>
    provider(
      `p${String(at)}`,
      priority,
      routes.map(({ region, keys }, place) => ({
        id: `p${String(at)}-${String(place)}`,
        region,
        keys: keys.map(({ enabled, weight: share, ...limits }, key): RouteKey => ({
          ...plainKey(`p${String(at)}-${String(place)}-${String(key)}`, 'secret'),
          enabled,
          weight: share,
          limits,
        })),
      })),
      { weight, models: [{ model: 'm', upstreamModel: 'm', cost: cost === null ? null : price(cost) }] },
    ),
  );
  return new Stage(...providers, { nodes: () => nodes });
}

const shown = (candidate: Candidate | null): unknown => candidate && [candidate.route.id, candidate.key.id, candidate.by];

for (const nodes of [1, 3])
  describe(`a rehearsal, ${nodes === 1 ? 'on one node' : 'in a fleet of three'}`, () => {
    test('finds the order and the keys of the next call in every state, and changes nothing', () => {
      let states = 0;
      let chosen = 0;
      fc.assert(
        fc.property(
          fc.array(providerDraft, { minLength: 2, maxLength: 4 }),
          fc.array(call, { minLength: 10, maxLength: 30 }),
          (drafts, calls) => {
            const stage = stageOf(drafts, nodes);
            const { routing, clock, providers } = stage;
            for (const { end, passMs, balance, conversation, prefers, domesticOnly } of calls) {
              states += 1;
              const affinity = conversation === null ? null : { hash: hashText(conversation), saves: () => true };
              const options: RoutingOptions = { region: 'domestic', domesticOnly, affinity, balance, preferredRoute: prefers };
              const asked = balance === 'cheapest' ? { ...options, costOf: ({ input }: Price) => input } : options;
              const tokens = conversation === null ? 10 : 1_000;
              const rehearse = (): readonly unknown[] => {
                const rehearsal = routing.rehearse();
                const order = rehearsal.candidates(providers, 'm', asked);
                return order.map((one) => [shown(one), shown(rehearsal.take(one, affinity, tokens)), rehearsal.takeRetry(one)]);
              };
              const expected = rehearse();
              assert.deepEqual(rehearse(), expected);
              const order = routing.candidates(providers, 'm', asked);
              const found = order.map((one) => {
                const taken = routing.take(one, affinity, tokens);
                return { taken, seen: [shown(one), shown(taken), routing.takeRetry(one)] };
              });
              assert.deepEqual(found.map(({ seen }) => seen), expected); // oxfmt-ignore
              const takens = found.flatMap(({ taken }) => taken ?? []);
              const [first, ...others] = takens;
              for (const other of others) {
                other.tokens?.correct(0);
                if (other.isCounted) routing.released(other);
              }
              if (first === undefined) continue;
              chosen += 1;
              routing.started(first);
              clock.advance(passMs);
              if (end === 'stay') continue;
              if (end === 'answer') routing.succeeded(first, passMs);
              else routing.failed(first, end, 'scripted');
              if (first.isCounted) routing.released(first);
            }
          },
        ),
        { numRuns: 150 },
      );
      assert.ok(states >= 1_000 && chosen > states / 2, `${String(states)} states, ${String(chosen)} calls`);
    });
  });
