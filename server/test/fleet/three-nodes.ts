/** Three nodes of one fleet inside this process, whose durations pass when a test says so, and an upstream. */
import assert from 'node:assert/strict';
import type { Service } from '../../src/service/service.ts';
import type { RoutedNode, RoutedNodes } from '../scenarios/routed-nodes.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../scripted-upstream/scripted-upstream.ts';
import { waitFor } from '../wait-for.ts';
import { FleetServers } from './fleet-servers.ts';
import { SteppedClock } from './stepped-clock.ts';
import { adminOf } from './two-nodes.ts';

const poll = { everyMs: 5 };
/** Less than one sweep of deadlines may be late. */
const stepMs = 50;

function nodeOf(service: Service): RoutedNode {
  return {
    port: service.port,
    running: () => service.gateway.state.running.size,
    must: (method, path, body) => adminOf(service, method, path, body),
  };
}

export class ThreeNodes implements RoutedNodes {
  readonly clock: SteppedClock;
  readonly services: readonly Service[];
  readonly upstream: ScriptedUpstream;
  readonly all: RoutedNodes['all'];
  readonly #servers: FleetServers;

  private constructor(servers: FleetServers, upstream: ScriptedUpstream, clock: SteppedClock, services: readonly Service[]) {
    this.clock = clock;
    this.services = services;
    this.upstream = upstream;
    this.#servers = servers;
    const [first, ...others] = services.map(nodeOf);
    assert.ok(first);
    this.all = [first, ...others];
    for (const service of services) this.#letPausesPass(service);
  }

  static async start(): Promise<ThreeNodes> {
    const [servers, upstream] = await Promise.all([FleetServers.start(), startScriptedUpstream()]);
    try {
      const [fleet, clock] = [await servers.newFleet(), new SteppedClock()];
      const services: Service[] = [];
      for (let node = 0; node < 3; node += 1) services.push(await servers.service(fleet, undefined, { clock }));
      return new ThreeNodes(servers, upstream, clock, services);
    } catch (error) {
      await servers.end();
      await upstream.close();
      throw error;
    }
  }

  monotonicMs(): number {
    return this.clock.monotonicMs();
  }

  async flush(): Promise<void> {
    for (const { storage } of this.services) await storage.books.flush();
  }

  /** Moves on when all nodes have proved again that they are alive. */
  async pass(ms: number): Promise<void> {
    await this.flush();
    this.clock.step(ms);
    for (const { port } of this.services)
      await waitFor(async () => (await fetch(`http://127.0.0.1:${String(port)}/readyz`)).status === 200, poll);
  }

  /** Nothing runs or is reserved, and the audit finds no difference. */
  async endSettled(): Promise<void> {
    try {
      await waitFor(() => this.all.every((node) => node.running() === 0));
      await this.flush();
      const audit: { readonly ok: boolean } = await this.all[0].must('POST', '/audit');
      assert.equal(audit.ok, true, JSON.stringify(audit));
    } finally {
      await this.end();
    }
  }

  async end(): Promise<void> {
    await this.upstream.close();
    await this.#servers.end();
  }

  /** Lets time pass while a call waits to try a route again. */
  #letPausesPass({ gateway: { pauses } }: Service): void {
    const wait = pauses.wait.bind(pauses);
    pauses.wait = async (call, forMs) => {
      const waited = wait(call, forMs);
      const passing = waitFor(() => {
        if (pauses.size > 0) this.clock.step(stepMs);
        return pauses.size === 0;
      }, poll);
      const [isOver] = await Promise.all([waited, passing]);
      return isOver;
    };
  }
}
