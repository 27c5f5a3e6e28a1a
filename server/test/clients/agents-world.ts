/** A gateway whose upstream is another gateway, so that upstreams of every chat protocol answer with the sandbox and fail as told. */
import { spawn } from 'node:child_process';
import type { CallAnswer } from '@tollgate/contract/calls/operator-calls';
import { dialects } from '../../src/dialects/registry.ts';
import { endWithProcess } from '../end-with-process.ts';
import { inTime, waitFor } from '../wait-for.ts';
import { ClientsWorld } from './clients-world.ts';
import { placeIn, type CodingAgent } from './coding-agents.ts';
import { FaultyUpstream, pauses, type Fault } from './faulty-upstream.ts';

/** Chat protocols of upstreams that serve clients of every protocol. */
export const upstreamProtocols = dialects
  .filter(({ kind, serves }) => kind === 'chat' && serves.has('chat-completions'))
  .map(({ name }) => name);

const patienceMs = 180_000;
/** Requests after which an agent that does not give up soon is ended. */
const requestsEnough = 3;

export interface Run {
  readonly agent: CodingAgent;
  /** Protocol of the upstream. */
  readonly upstream: string;
  readonly fault: Fault;
}

/** Whether the agent would try again for long, so that its run is ended. */
export function persists({ agent, fault }: Run): boolean {
  return agent.persists !== undefined && fault !== 'answers' && !pauses.includes(fault);
}

export interface Ran {
  /** Everything that it printed, whatever its exit code: an agent that reports a fault fails. */
  readonly printed: string;
  /** What the gateway recorded, oldest first. */
  readonly calls: readonly CallAnswer[];
}

interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly input: string;
  /** Whether the program may be ended. */
  readonly isEnough?: () => Promise<boolean>;
}

async function printedBy({ program, args, cwd, env, input, isEnough }: Command): Promise<string> {
  // With a group of its processes, so that all of them can be ended.
  const child = spawn(program, args, { cwd, env, detached: true });
  const { pid } = child;
  child.stdin.on('error', () => undefined).end(input);
  let printed = '';
  let isOver = false;
  const ended = Promise.withResolvers<undefined>();
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.on('error', ended.reject);
  // Processes that it started may keep its output open.
  child.on('exit', () => {
    isOver = true;
    setImmediate(() => {
      ended.resolve(undefined);
    });
  });
  const end = endWithProcess(() => {
    if (pid !== undefined) endGroup(pid);
  });
  try {
    const waiting = { what: () => `${program} ends; it printed: ${printed}`, withinMs: patienceMs };
    if (isEnough === undefined) await inTime(ended.promise, waiting);
    else await waitFor(async () => isOver || (await isEnough()), { ...waiting, everyMs: 500 });
  } finally {
    end();
    if (pid !== undefined) endGroup(pid);
  }
  return printed;
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All of them have ended.
  }
}

export class AgentsWorld {
  readonly #gateway: ClientsWorld;
  readonly #upstream: ClientsWorld;
  readonly #faulty: FaultyUpstream;
  readonly #seen = new Set<string>();
  #runs = 0;

  private constructor(gateway: ClientsWorld, upstream: ClientsWorld, faulty: FaultyUpstream) {
    this.#gateway = gateway;
    this.#upstream = upstream;
    this.#faulty = faulty;
  }

  static async start(env: Readonly<Record<string, string>>): Promise<AgentsWorld> {
    const upstream = await ClientsWorld.start();
    return new AgentsWorld(await ClientsWorld.start(env), upstream, await FaultyUpstream.start(upstream.server.url));
  }

  /** A provider with one model, which no earlier run has brought into disrepute. */
  async #newProvider(protocol: string, model: string): Promise<string> {
    const { server } = this.#gateway;
    const { id } = await server.admin<{ readonly id: string }>('POST', '/providers', {
      name: `run-${String(this.#runs)}`,
      chat_dialects: [protocol],
      routes: [{ region: 'domestic', base_url: `${this.#faulty.url}/v1`, api_key: this.#upstream.key }],
      models: [{ model, upstream_model: 'sandbox/chat' }],
    });
    await server.admin('PUT', `/models/${encodeURIComponent(model)}`, { kind: 'chat', price: { input: '2', output: '8' } });
    return id;
  }

  /** Those calls of a model that no earlier run made. */
  #callsOf(model: string, calls: readonly CallAnswer[]): readonly CallAnswer[] {
    return calls.filter((call) => call.model === model && !this.#seen.has(call.id));
  }

  async run(run: Run, prompt: string): Promise<Ran> {
    const { agent, upstream, fault } = run;
    this.#runs += 1;
    const model = agent.model ?? `by/${upstream}-${String(this.#runs)}`;
    const provider = await this.#newProvider(upstream, model);
    this.#faulty.fault = fault;
    const { server, key, folder } = this.#gateway;
    const place = placeIn(folder, String(this.#runs));
    const { args, env, input = '', first = [] } = agent.invocation(prompt, { url: server.url, key, model }, place);
    const { PATH = '' } = process.env;
    // Nothing of the developer's own settings reaches the agent.
    const command = { program: agent.program, cwd: place.work, env: { PATH, HOME: place.home, ...env } };
    for (const before of first) await printedBy({ ...command, args: before, input: '' });
    const isEnough = async (): Promise<boolean> =>
      this.#callsOf(model, await this.#gateway.newestCalls()).length >= requestsEnough;
    const printed = await printedBy({ ...command, args, input, ...(persists(run) ? { isEnough } : {}) });
    const calls = this.#callsOf(model, await this.#gateway.callsSoFar());
    await server.admin('DELETE', `/providers/${provider}`);
    for (const { id } of calls) this.#seen.add(id);
    return { printed, calls: calls.toReversed() };
  }

  async stop(): Promise<void> {
    await this.#faulty.stop();
    await this.#gateway.stop();
    await this.#upstream.stop();
  }
}
