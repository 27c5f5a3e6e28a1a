/** Goal: what a node says of the route of a call is what the next call at that node does, in a fleet whose nodes are in different states. */
import { after, before, it } from 'node:test';
import { testSeed } from '../proofs/seed.ts';
import { compareStates } from '../scenarios/compared-routes.ts';
import { RoutedWorld } from '../scenarios/routed-world.ts';
import { withServer } from '../servers/needed-server.ts';
import { postgres } from '../servers/postgres-server.ts';
import { redis } from '../servers/redis-server.ts';
import { ThreeNodes } from './three-nodes.ts';

const states = 1_000;

withServer(postgres, 'a simulated route', () => {
  withServer(redis, 'in a fleet of three', () => {
    let nodes: ThreeNodes;
    let world: RoutedWorld;
    before(async () => {
      nodes = await ThreeNodes.start();
      world = await RoutedWorld.make(nodes);
    });
    after(() => nodes.endSettled());

    void it(`is the one of the next call at the same node, in ${String(states)} states (seed ${String(testSeed)})`, async (t) => {
      t.diagnostic(await compareStates(world, states));
    });
  });
});
