/**
 * Goal: a node that still serves its clients but reaches no server charges nothing for undelivered answers, and nothing twice. Method: its
 * process has a separate network. The connection to the servers is cut: packets vanish without an error, while those of clients and the
 * upstream continue. Data in transit arrives when the connection is restored.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { isFullProof } from '../proofs/counts.ts';
import { reportFigures } from '../proofs/figures.ts';
import type { ServerProcess } from '../scenarios/server-process.ts';
import { withServer } from '../servers/needed-server.ts';
import { networkNamespaces } from '../servers/network-namespace.ts';
import { postgres } from '../servers/postgres-server.ts';
import { redis } from '../servers/redis-server.ts';
import { LoadedFleet } from './loaded-fleet.ts';
import { separateNetwork } from './node-network.ts';
import { cutForAMoment, underLoad } from './under-load.ts';

const afterwards = isFullProof ? 600 : 60;
/** Long enough for a busy machine, short enough for a test. */
const deadAfterMs = isFullProof ? 20_000 : 3000;
const silentMs = isFullProof ? 60_000 : 2 * deadAfterMs;

async function liveNodes({ url }: ServerProcess): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^tollgate_nodes_live (\d+)$/m.exec(text)?.[1]);
}

function tests(): void {
  let fleet: LoadedFleet;
  before(async () => {
    fleet = await LoadedFleet.start(deadAfterMs, separateNetwork);
  });
  after(() => fleet.end());

  test('a node whose packets vanish for a moment goes on, and every delivered call is charged once', async (context) => {
    const { deliveredUncharged } = await underLoad(context, 'F30', fleet, () => cutForAMoment(fleet, deadAfterMs, afterwards));
    assert.equal(deliveredUncharged, 0);
  });

  test('a node whose packets vanish until it is declared dead ends once it hears of it, and charges nothing that is void', async (context) => {
    await underLoad(context, 'F30', fleet, async () => {
      const cutMs = performance.now();
      fleet.cut(true);
      await pause(silentMs);
      // The node does not know yet and serves, while the other one has settled its state.
      const delivered = fleet.deliveredSince(cutMs, 0);
      assert.deepEqual({ serves: delivered > 0, hasEnded: fleet.nodes[0].hasEnded }, { serves: true, hasEnded: false });
      assert.equal(await liveNodes(fleet.nodes[1]), 1);
      await fleet.more(afterwards, [1]);
      const wholeMs = performance.now();
      fleet.cut(false);
      assert.equal((await fleet.nodes[0].ended()).code, 1);
      reportFigures(context, 'F30', {
        'calls that the node was sent and delivered while it was cut off': delivered,
        'milliseconds from the whole cable to its end': Math.round(performance.now() - wholeMs),
      });
      await fleet.more(afterwards, [1]);
    });
  });
}

withServer(postgres, 'a fleet under load', () => {
  withServer(redis, 'of which one node', () => {
    withServer(networkNamespaces, 'is in a network of its own', tests);
  });
});
