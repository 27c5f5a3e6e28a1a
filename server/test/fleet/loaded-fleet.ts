/** Two nodes as separate processes under calls of every kind, and what must hold for every call afterwards. */
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { CallAnswer } from '@tollgate/contract/calls/operator-calls';
import { accountState, charge, prepareForLoad, rowsAfter, type LoadedAccount } from '../faults/loaded-process.ts';
import { kindOfWorker, MixedLoad, scriptMixedLoad, type LoadCall } from '../faults/mixed-load.ts';
import { seededRandom } from '../proofs/seed.ts';
import type { ServerProcess } from '../scenarios/server-process.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../scripted-upstream/scripted-upstream.ts';
import { FleetServers, type FleetEnvironment } from './fleet-servers.ts';
import { proxiedNetwork, type NodeNetwork, type OpenNetwork } from './node-network.ts';

const lookEveryMs = 50;
/** After this time without new rows, no more are expected. */
const restMs = 5000;

export interface FleetFigures {
  readonly calls: number;
  readonly delivered: number;
  readonly charged: number;
  /** Delivered but never charged, because their node could not commit them. */
  readonly deliveredUncharged: number;
  /** Of these, the calls whose row shows the uncollected amount. */
  readonly toldUncollected: number;
  /** Calls that were asked to retry (429 and 503), or lost their connection. */
  readonly failed: number;
  /** Their responses with counts. */
  readonly toldWhy: string;
}

/** The first node reaches the servers over a network that can be cut; the second one directly. */
export class LoadedFleet {
  readonly servers: FleetServers;
  readonly upstream: ScriptedUpstream;
  readonly account: LoadedAccount;
  readonly #fleet: FleetEnvironment;
  readonly #network: NodeNetwork;
  readonly #folders: readonly [string, string];
  readonly nodes: [ServerProcess, ServerProcess];
  #calls: LoadCall[] = [];
  #loads: MixedLoad[] = [];
  #lastId = '';
  #made = 0;

  private constructor(parts: Pick<LoadedFleet, 'servers' | 'upstream' | 'account' | 'nodes'>, private_: Private) {
    ({ servers: this.servers, upstream: this.upstream, account: this.account, nodes: this.nodes } = parts);
    ({ fleet: this.#fleet, network: this.#network, folders: this.#folders } = private_);
  }

  /** @param deadAfterMs time after which a silent node is declared dead; by default, the usual one. */
  static async start(deadAfterMs?: number, openNetwork: OpenNetwork = proxiedNetwork): Promise<LoadedFleet> {
    const servers = await FleetServers.start();
    const opened: { network?: NodeNetwork; upstream?: ScriptedUpstream } = {};
    try {
      const network = (opened.network = await openNetwork(servers));
      const upstream = (opened.upstream = await startScriptedUpstream(network.upstreamHost));
      scriptMixedLoad(upstream, seededRandom());
      const fleet = {
        ...(await servers.newFleet()),
        ...(deadAfterMs === undefined ? {} : { TOLLGATE_NODE_DEAD_AFTER_MS: String(deadAfterMs) }),
      };
      const folders = [servers.nodeFolder(), servers.nodeFolder()] as const;
      const first = await servers.process(network.environment(fleet), folders[0], network.within);
      const account = await prepareForLoad(first, upstream, { keyCount: 2 * kindOfWorker.length });
      const second = await servers.process(fleet, folders[1]);
      return new LoadedFleet({ servers, upstream, account, nodes: [first, second] }, { fleet, network, folders });
    } catch (error) {
      await servers.end();
      await opened.upstream?.close();
      await opened.network?.close();
      throw error;
    }
  }

  /** Starts calling both nodes and waits until every kind of call is running. */
  async load(): Promise<void> {
    const { keys } = this.account;
    this.#loads = this.nodes.map((node, index) => {
      const own = keys.slice(index * kindOfWorker.length, (index + 1) * kindOfWorker.length);
      return new MixedLoad(node, own, this.#made + index * 1_000_000);
    });
    await Promise.all(this.#loads.map((load) => load.warm()));
  }

  /** Waits until this many more calls have ended on each of the given nodes. */
  async more(count: number, nodes: readonly (0 | 1)[] = [0, 1]): Promise<void> {
    await Promise.all(nodes.map(async (node) => this.#loads[node]?.more(count)));
  }

  /** Number of delivered calls among those sent to a node after a time. */
  deliveredSince(startMs: number, node: 0 | 1): number {
    return (this.#loads[node]?.all ?? []).filter((call) => call.delivered && call.startedMs > startMs).length;
  }

  async stopLoad(): Promise<void> {
    await Promise.all(this.#loads.map((load) => load.stop()));
    this.#calls = this.#loads.flatMap((load) => load.all);
    this.#made += 2_000_000;
  }

  /** Cuts the first node off from both servers; clients and the upstream still reach it. */
  cut(isCut: boolean): void {
    this.#network.cut(isCut);
  }

  async startAgain(node: 0 | 1): Promise<void> {
    const [fleet, within] = node === 0 ? [this.#network.environment(this.#fleet), this.#network.within] : [this.#fleet, []];
    this.nodes[node] = await this.servers.process(fleet, this.#folders[node], within);
  }

  /** Waits until a node reports no reservations. */
  async settled(node: 0 | 1): Promise<void> {
    for (let tries = 0; tries < 1200; tries += 1) {
      const { balance } = await accountState(this.nodes[node], this.account.id);
      if (Number(balance.reserved) === 0) return;
      await pause(lookEveryMs);
    }
    throw new Error('what was set aside is never given back');
  }

  /**
   * Checks that every completed call has exactly one row, nothing undelivered is charged, nothing is charged twice, and nothing stays
   * reserved. Both nodes must agree, and the books must balance.
   */
  async check(): Promise<FleetFigures> {
    await this.settled(0);
    await this.settled(1);
    const rows = await this.#rowsAtRest();
    const audit = await this.nodes[1].admin('POST', '/audit');
    assert.deepEqual({ ok: audit.ok, difference: audit.difference }, { ok: true, difference: '0' }, JSON.stringify(audit));
    assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length, 'one row per call');
    const delivered = new Set(this.#calls.filter((call) => call.delivered).map(({ id }) => id));
    const charged = rows.filter((row) => Number(row.charge_exact) > 0);
    for (const row of charged) {
      assert.ok(delivered.has(row.id), `charged, but never delivered: ${JSON.stringify(row)}`);
      assert.equal(row.charge_exact, charge);
    }
    const [one, other] = await Promise.all(this.nodes.map(async (node) => accountState(node, this.account.id)));
    assert.deepEqual(one?.balance, other?.balance, 'both nodes say the same');
    return {
      calls: this.#calls.length,
      delivered: delivered.size,
      charged: charged.length,
      deliveredUncharged: delivered.size - charged.length,
      toldUncollected: rows.filter((row) => delivered.has(row.id) && Number(row.uncollected) > 0).length,
      ...this.#failures(),
    };
  }

  #failures(): Pick<FleetFigures, 'failed' | 'toldWhy'> {
    const failed = this.#calls.filter((call) => call.kind !== 'refused' && (call.status ?? 503) >= 429);
    const codes = Map.groupBy(failed, ({ refusal }) => /"code":"(\w+)"/.exec(refusal ?? '')?.[1] ?? 'connection lost');
    return { failed: failed.length, toldWhy: [...codes].map(([code, calls]) => `${code} ${String(calls.length)}`).join(', ') };
  }

  /** Rows of the calls since the last check, once no more arrive: after an outage, some stay in the nodes' files for a while. */
  async #rowsAtRest(): Promise<readonly CallAnswer[]> {
    const after = this.#lastId;
    const wanted = new Set(this.#calls.filter((call) => call.delivered).map(({ id }) => id));
    const startMs = performance.now();
    let rows: readonly CallAnswer[];
    let known = -1;
    for (;;) {
      rows = await rowsAfter(this.nodes[1], this.account.id, after);
      const there = rows.filter(({ id, charge_exact: amount }) => wanted.has(id) && Number(amount) > 0).length;
      // Rows that no node knows any more never arrive.
      const isAtRest = rows.length === known && performance.now() - startMs > restMs;
      if (there === wanted.size || isAtRest) break;
      known = rows.length;
      await pause(lookEveryMs);
    }
    this.#lastId = rows.at(-1)?.id ?? after;
    return rows;
  }

  async end(): Promise<void> {
    // All processes must leave a network before it is removed.
    await this.servers.end();
    await this.upstream.close();
    await this.#network.close();
  }
}

interface Private {
  readonly fleet: FleetEnvironment;
  readonly network: NodeNetwork;
  readonly folders: readonly [string, string];
}
