/** Goal: in a fleet of three, a switch at one node applies at all, and each node finds out by itself which routes are bad. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { post } from '../gateway/raw-client.ts';
import { badRoutes, expectFast, expectServed, FailingRoutes } from '../scenarios/failing-routes.ts';
import { chat, chatStream } from '../scripted-upstream/behaviours.ts';
import { Gate } from '../scripted-upstream/gate.ts';
import type { ScriptedUpstream } from '../scripted-upstream/scripted-upstream.ts';
import { withServer } from '../servers/needed-server.ts';
import { postgres } from '../servers/postgres-server.ts';
import { redis } from '../servers/redis-server.ts';
import { waitFor } from '../wait-for.ts';
import { ThreeNodes } from './three-nodes.ts';

const poll = { everyMs: 50 };
/** Enough for a route to be ejected at each node, and to be tried again. */
const callsPerNode = 150;

withServer(postgres, 'the routes of three nodes', () => {
  withServer(redis, 'of one fleet', () => {
    let nodes: ThreeNodes;
    before(async () => {
      nodes = await ThreeNodes.start();
    });
    after(() => nodes.endSettled());

    /** A model of two routes for one test. */
    async function withRoutes(
      model: string,
      how: { areEqual?: boolean },
      run: (routes: FailingRoutes) => Promise<void>,
    ): Promise<void> {
      const routes = await FailingRoutes.make(nodes, model, how);
      try {
        await run(routes);
      } finally {
        await routes.close();
      }
    }

    test('maintenance that is switched on at one node applies at all; streams that run there end whole', () =>
      withRoutes('resting', {}, async (routes) => {
        const {
          first,
          second,
          made: { key, model, provider },
        } = routes;
        const question = { model, messages: [{ role: 'user', content: 'hi' }] };
        const call = (port: number, stream = false) => post(port, { ...question, stream }, { key });
        const setMaintenance = (maintenance: boolean) => nodes.all[0].must('PATCH', `/providers/${provider}`, { maintenance });
        /** Whether a new call at each node goes there. */
        async function allGoTo(upstream: ScriptedUpstream): Promise<boolean> {
          const asked = upstream.requests.length;
          for (const { port } of nodes.all) assert.equal((await call(port)).status, 200);
          return upstream.requests.length - asked === nodes.all.length;
        }
        const gate = new Gate();
        routes.behave(first, chatStream(['one ', gate, 'two']));
        const streams = nodes.all.flatMap(({ port }) => Array.from({ length: 5 }, () => call(port, true)));
        await waitFor(() => first.requests.length === streams.length);
        routes.behave(first, chat());
        await setMaintenance(true);
        await waitFor(() => allGoTo(second), poll);
        gate.open();
        const answers = await Promise.all(streams);
        const broken = answers.filter(({ status, body }) => status !== 200 || !/two.*\[DONE\]/s.test(body));
        assert.deepEqual(broken, [], 'none broke');
        await setMaintenance(false);
        await waitFor(() => allGoTo(first), poll);
      }));

    for (const [at, bad] of badRoutes.entries())
      test(`the first of two ${bad.name}: each node serves its calls, asks at most a fifth twice, and gives them back`, (context) =>
        withRoutes(`bad-${String(at)}`, {}, async (routes) => {
          context.diagnostic(await expectServed(routes, bad, callsPerNode));
        }));

    test('the slower of two equal routes gets few calls of a key that wants the fastest, and its share again when it is fast', (context) =>
      withRoutes('equal', { areEqual: true }, async (routes) => {
        context.diagnostic(await expectFast(routes, callsPerNode));
      }));
  });
});
