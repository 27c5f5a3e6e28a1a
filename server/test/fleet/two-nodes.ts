/** Two nodes of one fleet inside this process, with an upstream, a priced model and an account without limits. */
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Service } from '../../src/service/service.ts';
import { mustAdmin } from '../ask-admin.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../scripted-upstream/scripted-upstream.ts';
import { waitFor } from '../wait-for.ts';
import { adminToken, FleetServers } from './fleet-servers.ts';

export const model = 'test/chat';
/** 100 output tokens at 100 CNY per million, with free input: every call reserves exactly 0.01 CNY. */
const priceByToken = { input: '0', output: '100' };
export const question = { model, messages: [{ role: 'user', content: 'hi' }], max_tokens: 100 };

export interface MadeKey {
  readonly id: string;
  readonly key: string;
}

export class TwoNodes {
  readonly servers: FleetServers;
  readonly upstream: ScriptedUpstream;
  readonly nodes: readonly [Service, Service];
  readonly accountId: string;

  private constructor(servers: FleetServers, upstream: ScriptedUpstream, nodes: readonly [Service, Service], accountId: string) {
    this.servers = servers;
    this.upstream = upstream;
    this.nodes = nodes;
    this.accountId = accountId;
  }

  /** Both nodes know the price from the start; a later change would reach the other node with a delay. */
  static async start(price: object = priceByToken): Promise<TwoNodes> {
    const [servers, upstream] = await Promise.all([FleetServers.start(), startScriptedUpstream()]);
    try {
      const fleet = await servers.newFleet();
      const first = await servers.service(fleet);
      await adminOf(first, 'POST', '/providers', {
        name: 'scripted',
        dialect: 'chat-completions',
        routes: [{ region: 'domestic', base_url: upstream.baseUrl, api_key: 'secret' }],
        models: [{ model }],
      });
      await adminOf(first, 'PUT', `/models/${encodeURIComponent(model)}`, { kind: 'chat', price });
      const { id } = await newAccount(first, { requests_per_minute: null, concurrency: null });
      return new TwoNodes(servers, upstream, [first, await servers.service(fleet)], id);
    } catch (error) {
      await servers.end();
      await upstream.close();
      throw error;
    }
  }

  /** Sends a request to the admin API of the first node. */
  admin<Answer = unknown>(method: string, path: string, body?: object): Promise<Answer> {
    return adminOf(this.nodes[0], method, path, body);
  }

  newKey(settings: object = {}, accountId = this.accountId): Promise<MadeKey> {
    return this.admin<MadeKey>('POST', `/accounts/${accountId}/keys`, settings);
  }

  get running(): number {
    return this.nodes[0].gateway.state.running.size + this.nodes[1].gateway.state.running.size;
  }

  /** Nothing is reserved, both nodes agree, and the audit finds no difference. */
  async expectSettled(): Promise<void> {
    await waitFor(() => this.running === 0);
    await Promise.all(this.nodes.map((node) => node.storage.books.flush()));
    const ask = (node: Service): Promise<{ balance: Record<string, string> }> =>
      adminOf(node, 'GET', `/accounts/${this.accountId}`);
    // A node that has just found the coordination server unavailable reports its last known figures.
    await waitFor(async () => {
      const [one, other] = await Promise.all([ask(this.nodes[0]), ask(this.nodes[1])]);
      return isDeepStrictEqual(one.balance, other.balance) && Number(one.balance.reserved) === 0;
    });
    const audit = await this.admin<{ ok: boolean }>('POST', '/audit');
    assert.equal(audit.ok, true, JSON.stringify(audit));
  }

  async end(): Promise<void> {
    await this.upstream.close();
    await this.servers.end();
  }
}

export function adminOf<Answer = unknown>(node: Service, method: string, path: string, body?: object): Promise<Answer> {
  return mustAdmin<Answer>({ url: node.consoleUrl, token: adminToken }, method, path, { body });
}

/** An account with a gift of 100,000 CNY, because used paid money could not be deducted again. */
export async function newAccount(node: Service, limits: object): Promise<{ readonly id: string }> {
  const account = await adminOf<{ id: string }>(node, 'POST', '/accounts', {
    name: 'A',
    plan: 'dedicated',
    limits,
    trial_credit: false,
  });
  await adminOf(node, 'POST', `/accounts/${account.id}/credits`, { amount: '100000', reason: 'test', bucket: 'adjustment' });
  return account;
}
