/** Two nodes as processes, upstreams that count the calls by account, and accounts that call both nodes continuously. */
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Isolation } from '@tollgate/contract/enumerations';
import type { ServerProcess } from '../scenarios/server-process.ts';
import type { RecordedRequest } from '../scripted-upstream/scripted-exchange.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../scripted-upstream/scripted-upstream.ts';
import { waitFor } from '../wait-for.ts';
import { FleetServers, type FleetEnvironment } from './fleet-servers.ts';

export const model = 'test/chat';
/** Only served by the isolated account's private upstream. */
export const ownModel = 'test/own';

/** `alone` uses only its private upstreams, `other` the shared ones, and `first` prefers private ones. */
export const callers = ['alone', 'other', 'first'] as const;
export type CallerName = (typeof callers)[number];

/** `own` and `spare` belong to `alone`, `theirs` to `first`; `shared` is for everyone. */
export const upstreamNames = ['own', 'spare', 'theirs', 'shared'] as const;
export type UpstreamName = (typeof upstreamNames)[number];

/** Data in a call for its upstream: the owner, and the settings in force when it began. */
export interface Tag {
  readonly caller: CallerName;
  /** Whether the account was limited to its private upstreams for the whole duration of the call. */
  readonly isAlone: boolean;
  /** Number of changes of its upstream's key. */
  readonly keys: number;
}

export interface Arrival extends Tag {
  readonly at: UpstreamName;
  /** The upstream credential used. */
  readonly credential: string;
}

const lostPauseMs = 20;

function tagOf({ body }: RecordedRequest): Tag {
  const [message] = body.messages as readonly { readonly content: string }[];
  return JSON.parse(message?.content ?? '{}') as Tag;
}

/** Responses to one account's calls on one node, by status; 0 if the node was unavailable. */
type Answers = Map<number, number>;

export class IsolationWorld {
  readonly servers: FleetServers;
  readonly upstreams: Readonly<Record<UpstreamName, ScriptedUpstream>>;
  readonly accounts: Readonly<Record<CallerName, { readonly id: string; readonly key: string }>>;
  readonly nodes: [ServerProcess, ServerProcess];
  readonly answers = new Map<string, Answers>();
  /** The setting in force, which later calls must follow. */
  isAlone = false;
  keys = 0;
  readonly #fleet: FleetEnvironment;
  readonly #folders: readonly [string, string];
  #runningAlone = 0;
  #isOver = false;
  #working: Promise<unknown> = Promise.resolve();

  private constructor(
    parts: Pick<IsolationWorld, 'servers' | 'upstreams' | 'accounts' | 'nodes'>,
    own: { readonly fleet: FleetEnvironment; readonly folders: readonly [string, string] },
  ) {
    ({ servers: this.servers, upstreams: this.upstreams, accounts: this.accounts, nodes: this.nodes } = parts);
    this.#fleet = own.fleet;
    this.#folders = own.folders;
  }

  static async start(deadAfterMs: number): Promise<IsolationWorld> {
    const servers = await FleetServers.start();
    const [own, spare, theirs, shared] = await Promise.all([
      startScriptedUpstream(),
      startScriptedUpstream(),
      startScriptedUpstream(),
      startScriptedUpstream(),
    ]);
    const fleet = { ...(await servers.newFleet()), TOLLGATE_NODE_DEAD_AFTER_MS: String(deadAfterMs) };
    const folders = [servers.nodeFolder(), servers.nodeFolder()] as const;
    const first = await servers.process(fleet, folders[0]);
    for (const name of [model, ownModel])
      await first.admin('PUT', `/models/${encodeURIComponent(name)}`, { kind: 'chat', price: { input: '2', output: '8' } });
    const made: Partial<Record<CallerName, { id: string; key: string }>> = {};
    for (const name of callers) {
      const limits = { requests_per_minute: null, concurrency: null };
      const { id } = await first.admin<{ id: string }>('POST', '/accounts', { name, plan: 'dedicated', limits });
      await first.admin('POST', `/accounts/${id}/credits`, { amount: '1000', reason: 'test', bucket: 'paid' });
      made[name] = { id, key: (await first.admin<{ key: string }>('POST', `/accounts/${id}/keys`, {})).key };
    }
    const accounts = made as IsolationWorld['accounts'];
    const nodes: [ServerProcess, ServerProcess] = [first, await servers.process(fleet, folders[1])];
    return new IsolationWorld({ servers, upstreams: { own, spare, theirs, shared }, accounts, nodes }, { fleet, folders });
  }

  /** A provider with one route to an upstream. Its credential contains the upstream and the number of changes. */
  async addProvider(at: UpstreamName, owner: CallerName | null, models: readonly string[] = [model]): Promise<string> {
    const { id } = await this.nodes[0].admin<{ id: string }>('POST', '/providers', {
      name: at,
      dialect: 'chat-completions',
      routes: this.routesOf(at, 0),
      models: models.map((name) => ({ model: name })),
      account_id: owner === null ? null : this.accounts[owner].id,
    });
    return id;
  }

  routesOf(at: UpstreamName, keys: number): readonly object[] {
    return [{ region: 'domestic', base_url: this.upstreams[at].baseUrl, api_key: `${at}-${String(keys)}` }];
  }

  /** Changes which upstreams can serve an account. If this relaxes the setting, calls that rely on the old one end first. */
  async isolate(caller: CallerName, isolation: Isolation, node: 0 | 1): Promise<void> {
    const becomesAlone = caller === 'alone' && isolation === 'own_only';
    if (caller === 'alone') this.isAlone = false;
    if (!becomesAlone) await waitFor(() => this.#runningAlone === 0, { everyMs: 1 });
    await this.nodes[node].admin('PATCH', `/accounts/${this.accounts[caller].id}`, { isolation });
    if (becomesAlone) this.isAlone = true;
  }

  /** Every account starts calling both nodes. */
  begin(): void {
    this.#working = Promise.all(callers.flatMap((caller) => [this.#work(caller, 0), this.#work(caller, 1)]));
  }

  async #work(caller: CallerName, node: 0 | 1): Promise<void> {
    while (!this.#isOver) {
      const status = await this.call(caller, node);
      const key = `${caller} ${String(node)}`;
      const counts = this.answers.get(key) ?? new Map<number, number>();
      this.answers.set(key, counts.set(status, (counts.get(status) ?? 0) + 1));
      if (status === 0) await pause(lostPauseMs);
    }
  }

  /** Makes one call and returns its status. */
  async call(caller: CallerName, node: 0 | 1, asked = model): Promise<number> {
    const tag: Tag = { caller, isAlone: caller === 'alone' && this.isAlone, keys: this.keys };
    if (tag.isAlone) this.#runningAlone += 1;
    try {
      const messages = [{ role: 'user', content: JSON.stringify(tag) }];
      const answer = await this.nodes[node].post(this.accounts[caller].key, { model: asked, messages });
      await answer.text();
      return answer.status;
    } catch {
      return 0;
    } finally {
      if (tag.isAlone) this.#runningAlone -= 1;
    }
  }

  countOf(caller: CallerName, node: 0 | 1, status: number): number {
    return this.answers.get(`${caller} ${String(node)}`)?.get(status) ?? 0;
  }

  /** Waits until this many more calls of an account have this status, on each of the given nodes. */
  async more(caller: CallerName, status: number, count: number, nodes: readonly (0 | 1)[] = [0, 1]): Promise<void> {
    const wanted = nodes.map((node) => [node, this.countOf(caller, node, status) + count] as const);
    await waitFor(() => wanted.every(([node, least]) => this.countOf(caller, node, status) >= least), {
      what: () => `${String(count)} more calls of ${caller} answered ${String(status)}: ${JSON.stringify([...this.answers])}`,
      everyMs: 10,
    });
  }

  async startAgain(node: 0 | 1): Promise<void> {
    this.nodes[node] = await this.servers.process(this.#fleet, this.#folders[node]);
  }

  /** Ends the calls. @returns all calls that reached an upstream. */
  async arrivals(): Promise<readonly Arrival[]> {
    this.#isOver = true;
    await this.#working;
    return upstreamNames.flatMap((at) =>
      this.upstreams[at].requests.map((request) => {
        const { authorization } = request.headers;
        assert.equal(typeof authorization, 'string');
        return { ...tagOf(request), at, credential: String(authorization).replace('Bearer ', '') };
      }),
    );
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.servers.end();
    await this.#working;
    await Promise.all(upstreamNames.map((name) => this.upstreams[name].close()));
  }
}
