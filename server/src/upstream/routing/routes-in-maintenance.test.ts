/** Goal: routes in maintenance get no new calls, and nothing else about them changes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { provider, Stage, status } from '../../../test/upstream/routing-stage.ts';
import type { Provider } from '../../domain/catalog/model.ts';
import type { RoutingOptions } from './rehearsal.ts';

const anywhere: RoutingOptions = { region: 'domestic', domesticOnly: false };

/** Sets the switch of the provider and of some of its routes. */
function switched(before: Provider, whole: boolean, ids: readonly string[]): Provider {
  const routes = before.routes.map((route) => (ids.includes(route.id) ? { ...route, maintenance: true as const } : route));
  return { ...before, routes, ...(whole ? { maintenance: true } : {}) };
}

test('each route is a candidate, or is named as in maintenance by its own switch or that of its provider', () => {
  const ids = ['a', 'b', 'c', 'd'];
  const draft = fc.record({ whole: fc.tuple(fc.boolean(), fc.boolean()), routes: fc.subarray(ids), domesticOnly: fc.boolean() });
  fc.assert(
    fc.property(draft, ({ whole, routes, domesticOnly }) => {
      const stage = new Stage(
        switched(provider('p', 1, [{ id: 'a' }, { id: 'b', region: 'overseas' }]), whole[0], routes),
        switched(provider('q', 2, [{ id: 'c' }, { id: 'd', region: 'overseas' }]), whole[1], routes),
      );
      const options: RoutingOptions = { region: 'domestic', domesticOnly };
      const idsOf = (list: readonly { readonly route: { readonly id: string } }[]) => list.map(({ route }) => route.id).sort();
      const isAway = (id: string): boolean => routes.includes(id) || whole[id < 'c' ? 0 : 1];
      const serving = ids.filter((id) => !domesticOnly || id === 'a' || id === 'c');
      assert.deepEqual(
        idsOf(stage.routing.candidates(stage.providers, 'm', options)),
        serving.filter((id) => !isAway(id)),
      );
      assert.deepEqual(idsOf(stage.routing.inMaintenance(stage.providers, 'm', options)), serving.filter(isAway));
    }),
  );
});

test('a route is after its maintenance what it was before: health, budget and counts of its keys stay', () => {
  const keys = [
    {
      id: 'k1',
      apiKey: 'one',
      weight: 1,
      limits: { requestsPerMinute: null, tokensPerMinute: null, concurrency: 1 },
      enabled: true,
    },
    {
      id: 'k2',
      apiKey: 'two',
      weight: 1,
      limits: { requestsPerMinute: null, tokensPerMinute: null, concurrency: null },
      enabled: true,
    },
  ];
  const before = provider('p', 1, [{ id: 'a', keys }, { id: 'b' }]);
  const stage = new Stage(before);
  const taken = stage.routing.take(stage.find('a'));
  assert.ok(taken);
  stage.fail('b', status(500), 5);
  const during = stage.routing.inMaintenance([switched(before, true, [])], 'm', anywhere);
  assert.deepEqual(
    during.map(({ route }) => [route.id, stage.routing.standing(route)]),
    [
      ['a', 'healthy'],
      ['b', 'ejected'],
    ],
  );
  stage.routing.released(taken);
  const [back, ejected] = stage.routing.candidates([switched(before, false, [])], 'm', anywhere);
  assert.deepEqual([back?.route.id, ejected?.route.id], ['a', 'b']);
  assert.ok(back && ejected);
  assert.equal(stage.routing.standing(ejected.route), 'ejected');
  assert.equal(
    stage.routing.report(back.route).keys.get(taken.key.id)?.isFull,
    false,
    'an attempt that ended meanwhile is counted',
  );
});
