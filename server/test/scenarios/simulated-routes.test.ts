/** Goal: what the simulation of a route says is what the next call does, in any state. */
import { after, before, describe, test } from 'node:test';
import { startFixture, type Fixture } from '../gateway/fixture.ts';
import { testSeed } from '../proofs/seed.ts';
import { compareStates } from './compared-routes.ts';
import { oneNode } from './routed-nodes.ts';
import { RoutedWorld } from './routed-world.ts';

const states = 1_000;

let fixture: Fixture;
let world: RoutedWorld;

before(async () => {
  fixture = await startFixture();
  world = await RoutedWorld.make(oneNode(fixture));
});

after(() => fixture.closeSettled());

describe('a simulated route', () => {
  test(`is the one of the next call, in ${String(states)} states (seed ${String(testSeed)})`, async (t) => {
    t.diagnostic(await compareStates(world, states));
  });
});
