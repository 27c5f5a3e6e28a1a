/**
 * Goal: in a fleet, no call of an account limited to private upstreams ever uses a shared route or key, and no other account's call uses
 * its routes. Method: two nodes as processes, called continuously by three accounts, while upstreams die, their keys and the account's mode
 * change on one node, and a node is killed. The upstreams count what reaches them.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isFullProof } from '../proofs/counts.ts';
import { reportFigures } from '../proofs/figures.ts';
import { refusal, resetBeforeAnswer } from '../scripted-upstream/behaviours.ts';
import { withServer } from '../servers/needed-server.ts';
import { postgres } from '../servers/postgres-server.ts';
import { redis } from '../servers/redis-server.ts';
import { callers, IsolationWorld, model, ownModel, upstreamNames, type Arrival } from './isolation-world.ts';

const calls = isFullProof ? 500 : 20;
/** Each refusal takes a try, a wait and a retry. */
const refusals = isFullProof ? 100 : 4;
const rounds = isFullProof ? 20 : 2;
/** Long enough for a busy machine, short enough for a test. */
const deadAfterMs = isFullProof ? 20_000 : 8_000;

withServer(postgres, 'an account that keeps to its own upstreams, in a fleet', () => {
  withServer(redis, 'is served by nobody else, and serves nobody else', () => {
    let world: IsolationWorld;
    const providers: Record<string, string> = {};

    before(async () => {
      world = await IsolationWorld.start(deadAfterMs);
      providers.shared = await world.addProvider('shared', null);
      providers.own = await world.addProvider('own', 'alone', [model, ownModel]);
      providers.theirs = await world.addProvider('theirs', 'first');
      await world.isolate('first', 'own_first', 0);
      await world.isolate('alone', 'own_only', 0);
      world.begin();
    });
    after(() => world.end());

    test('its own serve it at both nodes, and nobody else where there is no other', async () => {
      for (const caller of callers) await world.more(caller, 200, calls);
      for (const node of [0, 1] as const) {
        assert.equal(await world.call('alone', node, ownModel), 200);
        assert.equal(await world.call('other', node, ownModel), 404);
        assert.equal(await world.call('first', node, ownModel), 404);
      }
    });

    test('the keys of its upstream change at one node while it is called at the other', async () => {
      for (let round = 1; round <= rounds; round += 1) {
        const routes = world.routesOf('own', round);
        await world.nodes[round % 2 === 0 ? 0 : 1].admin('PATCH', `/providers/${providers.own ?? ''}`, { routes });
        world.keys = round;
        await world.more('alone', 200, calls);
      }
    });

    test('its upstream dies: it is refused at both nodes, until it has another', async () => {
      for (const fault of [refusal(500), refusal(429), resetBeforeAnswer()]) {
        world.upstreams.own.otherwise(fault);
        await world.more('alone', 503, refusals);
      }
      await world.upstreams.own.close();
      await world.more('alone', 503, refusals);
      await world.more('other', 200, calls);
      await world.addProvider('spare', 'alone');
      await world.more('alone', 200, calls);
    });

    test('its mode changes at one node while it is called at the other', async () => {
      for (let round = 0; round < rounds; round += 1) {
        const node = round % 2 === 0 ? 0 : 1;
        await world.isolate('alone', 'shared', node);
        await world.more('alone', 200, calls / 4);
        await world.isolate('alone', 'own_only', node);
        await world.more('alone', 200, calls / 4);
        await world.isolate('alone', 'own_first', node);
        await world.more('alone', 200, calls / 4);
        await world.isolate('alone', 'own_only', node);
        await world.more('alone', 200, calls / 4);
      }
    });

    test('a node is killed, and its own upstreams fail meanwhile', async () => {
      await world.nodes[0].kill();
      world.upstreams.spare.otherwise(resetBeforeAnswer());
      world.upstreams.theirs.otherwise(refusal(500));
      await world.more('alone', 503, refusals, [1]);
      await world.more('first', 200, refusals, [1]);
      await world.startAgain(0);
      await world.more('alone', 503, refusals, [0]);
      await world.more('first', 200, refusals, [0]);
    });

    test('coordination is lost, and the database restarts', async () => {
      await world.servers.redis.command('FLUSHALL');
      await world.more('alone', 503, refusals);
      await world.servers.postgres.restart('immediate');
      await world.more('alone', 503, refusals);
      await world.more('other', 200, calls);
    });

    test('the upstreams have seen not one call that was not theirs', async (context) => {
      const arrivals = await world.arrivals();
      const of = (is: (arrival: Arrival) => boolean): readonly Arrival[] => arrivals.filter(is);
      assert.deepEqual(
        of(({ at, isAlone }) => at === 'shared' && isAlone),
        [],
        'over a shared route',
      );
      assert.deepEqual(
        of(({ credential, isAlone }) => credential.startsWith('shared') && isAlone),
        [],
        'with a shared key',
      );
      assert.deepEqual(
        of(({ at, caller }) => (at === 'own' || at === 'spare') && caller !== 'alone'),
        [],
        'of another one',
      );
      assert.deepEqual(
        of(({ at, caller }) => at === 'theirs' && caller !== 'first'),
        [],
      );
      assert.deepEqual(
        of(({ at, credential }) => !credential.startsWith(`${at}-`)),
        [],
        'with a key of another upstream',
      );
      assert.deepEqual(
        of(({ at, credential, keys }) => at === 'own' && Number(credential.split('-')[1]) < keys),
        [],
        'replaced',
      );
      assert.ok(of(({ at, caller, isAlone }) => at === 'shared' && caller === 'alone' && !isAlone).length > 0, 'it could have');
      const { id } = world.accounts.alone;
      const { data } = await world.nodes[1].admin<{ data: { status: number; charge_exact: string }[] }>(
        ...(['GET', `/calls?account_id=${id}&status_class=5xx&limit=200`] as const),
      );
      assert.ok(data.length > 0 && data.every((row) => Number(row.charge_exact) === 0), 'what failed is not charged');
      const audit = await world.nodes[1].admin('POST', '/audit');
      assert.deepEqual({ ok: audit.ok, difference: audit.difference }, { ok: true, difference: '0' });
      reportFigures(context, 'isolation', {
        ...Object.fromEntries(upstreamNames.map((at) => [`calls at ${at}`, of((arrival) => arrival.at === at).length])),
        'of the isolated account': of(({ isAlone }) => isAlone).length,
        'over a route that was not theirs': 0,
      });
    });
  });
});
