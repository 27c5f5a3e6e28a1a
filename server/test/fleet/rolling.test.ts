/**
 * Goal: a fleet is restarted node by node, as for an upgrade, without effect on clients. Method: two nodes as processes behind a balancer
 * that checks readiness; long streams and short calls on separate connections; each node in turn gets a SIGTERM and is started again.
 */
import assert from 'node:assert/strict';
import { Agent, request as httpRequest } from 'node:http';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { charge, messages, model, prepareForLoad, rowsAfter, type LoadedAccount } from '../faults/loaded-process.ts';
import { isFullProof } from '../proofs/counts.ts';
import { reportFigures } from '../proofs/figures.ts';
import { seededRandom } from '../proofs/seed.ts';
import type { ServerProcess } from '../scenarios/server-process.ts';
import { chat, chatStream } from '../scripted-upstream/behaviours.ts';
import { Gate } from '../scripted-upstream/gate.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../scripted-upstream/scripted-upstream.ts';
import { withServer } from '../servers/needed-server.ts';
import { postgres } from '../servers/postgres-server.ts';
import { redis } from '../servers/redis-server.ts';
import { inTime, waitFor } from '../wait-for.ts';
import { Balancer } from './balancer.ts';
import { FleetServers, type FleetEnvironment } from './fleet-servers.ts';

const streams = 100;
const longestMs = isFullProof ? 60_000 : 3000;
/** A multiple of the time the balancer needs to notice, because a busy machine can delay the balancer of the test. */
const graceMs = 2000;

/** Longer than the longest stream takes on a busy machine. */
const patienceMs = longestMs + 120_000;

interface Answer {
  readonly status: number;
  readonly id: string;
  readonly text: string;
}

withServer(postgres, 'a rolling restart', () => {
  withServer(redis, 'of two nodes behind a balancer', () => {
    let servers: FleetServers;
    let upstream: ScriptedUpstream;
    let fleet: FleetEnvironment;
    let folders: readonly string[];
    let nodes: ServerProcess[];
    let account: LoadedAccount;
    let balancer: Balancer;

    before(async () => {
      [servers, upstream] = await Promise.all([FleetServers.start(), startScriptedUpstream()]);
      fleet = { ...(await servers.newFleet()), TOLLGATE_DRAIN_GRACE_MS: String(graceMs) };
      folders = [servers.nodeFolder(), servers.nodeFolder()];
      nodes = [await servers.process(fleet, folders[0])];
      account = await prepareForLoad(nodes[0] as ServerProcess, upstream);
      nodes.push(await servers.process(fleet, folders[1]));
      balancer = await Balancer.start([() => nodes[0]?.url ?? '', () => nodes[1]?.url ?? '']);
    });
    after(async () => {
      await balancer.stop();
      await upstream.close();
      await servers.end();
    });

    /** One call on a separate connection. */
    function call(body: object): Promise<Answer> {
      const answer = new Promise<Answer>((resolve, reject) => {
        const request = httpRequest(`${balancer.url}/v1/chat/completions`, {
          method: 'POST',
          agent: new Agent({ keepAlive: false }),
          headers: { authorization: `Bearer ${account.keys[0] ?? ''}`, 'content-type': 'application/json' },
        });
        request.once('error', reject);
        request.once('response', (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
          response.once('error', reject);
          response.once('end', () => {
            resolve({ status: response.statusCode ?? 0, id: String(response.headers['x-request-id']), text });
          });
        });
        request.end(JSON.stringify({ model, messages, ...body }));
      });
      return inTime(answer, { what: 'a call is over', withinMs: patienceMs });
    }

    async function restart(index: number): Promise<void> {
      const { code } = (await nodes[index]?.stop()) ?? {};
      assert.equal(code, 0);
      nodes[index] = await servers.process(fleet, folders[index]);
      await waitFor(() => balancer.isReady(index), { what: 'a node is ready again', everyMs: 20 });
    }

    test(`cuts none of ${String(streams)} streams and refuses no connection`, async (context) => {
      const random = seededRandom();
      upstream.otherwise(chat());
      upstream.script('long', (exchange) => {
        const gate = new Gate();
        setTimeout(() => {
          gate.open();
        }, longestMs * random()).unref();
        return chatStream(['Hello ', gate, 'there'])(exchange);
      });
      const isOver = new AbortController();
      const failures: string[] = [];
      const long: Answer[] = [];
      const short: Answer[] = [];
      const stream = async (): Promise<void> => {
        while (!isOver.signal.aborted) {
          const answer = await call({ stream: true, metadata: { script: 'long' } });
          long.push(answer);
          if (!answer.text.endsWith('data: [DONE]\n\n'))
            failures.push(`stream: ${String(answer.status)} ${answer.text.slice(-200)}`);
        }
      };
      const quick = async (): Promise<void> => {
        while (!isOver.signal.aborted) {
          const answer = await call({});
          short.push(answer);
          if (answer.status !== 200) failures.push(`call: ${String(answer.status)} ${answer.text.slice(-200)}`);
          await pause(20);
        }
      };
      const noted = (work: () => Promise<void>): Promise<void> =>
        work().catch((error: unknown) => {
          failures.push(`connection: ${String(error)}`);
        });
      const working = [...Array.from({ length: streams }, () => noted(stream)), ...Array.from({ length: 4 }, () => noted(quick))];
      try {
        await waitFor(() => upstream.requests.length >= streams, { what: 'all streams run', everyMs: 20 });
        await restart(0);
        await restart(1);
      } finally {
        isOver.abort();
      }
      await Promise.all(working);
      assert.deepEqual(failures, []);
      assert.equal(balancer.refused, 0);
      // Stores the queued records of each node.
      for (const node of nodes) {
        const audit = await node.admin('POST', '/audit');
        assert.deepEqual([audit.ok, audit.difference], [true, '0'], JSON.stringify(audit));
      }
      const delivered = new Set([...long, ...short].map(({ id }) => id));
      const rows = await rowsAfter(nodes[0] as ServerProcess, account.id);
      const charged = rows.filter((row) => row.charge_exact === charge);
      assert.deepEqual(new Set(charged.map(({ id }) => id)), delivered, 'every answer is charged once, and nothing else');
      reportFigures(context, 'F3', {
        nodes: 2,
        'streams at once': streams,
        'longest stream, ms': longestMs,
        'streams finished meanwhile': long.length,
        'short calls meanwhile': short.length,
        'cut streams': 0,
        'refused connections': 0,
        'audit difference, nano': 0,
      });
    });
  });
});
