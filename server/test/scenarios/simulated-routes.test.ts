/** Goal: what the simulation of a route says is what the next call does, in any state. */
import { after, before, describe, test } from 'node:test';
import { startFixture, type Fixture } from '../gateway/fixture.ts';
import { testSeed } from '../proofs/seed.ts';
import { compareStates } from './compared-routes.ts';
import { RoutedWorld } from './routed-world.ts';
import { must, passTime } from './scenario.ts';

const states = 1_000;

let fixture: Fixture;
let world: RoutedWorld;

before(async () => {
  fixture = await startFixture();
  const { clock, port, service, upstream } = fixture;
  world = await RoutedWorld.make({
    upstream,
    all: [
      {
        port,
        running: () => service.gateway.state.running.size,
        must: (method, path, body) => must(fixture, method, path, body),
      },
    ],
    monotonicMs: () => clock.monotonicMs(),
    pass: (ms) => passTime(fixture, ms),
    flush: () => service.storage.books.flush(),
  });
});

after(() => fixture.closeSettled());

describe('a simulated route', () => {
  test(`is the one of the next call, in ${String(states)} states (seed ${String(testSeed)})`, async (t) => {
    t.diagnostic(await compareStates(world, states));
  });
});
