/** What client tests of all languages use: the real program with its sandbox, and keys that are refused for various reasons. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallAnswer } from '@tollgate/contract/calls/operator-calls';
import { ServerProcess } from '../scenarios/server-process.ts';
import { inTime, waitFor } from '../wait-for.ts';

/** With an empty cache, a compiler must compile a whole client. */
const patienceMs = 280_000;

/** Runs a program to its end and returns its output. */
export function printedBy(
  program: string,
  args: readonly string[],
  { input = '', ...options }: { readonly input?: string; readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<string> {
  const ended = Promise.withResolvers<string>();
  const child = execFile(program, args, { ...options, timeout: patienceMs }, (error, out, told) => {
    if (error === null) ended.resolve(out);
    else ended.reject(new Error(`${error.message}\n${told}`));
  });
  // A program may end without reading its input.
  child.stdin?.on('error', () => undefined).end(input);
  return inTime(ended.promise, { what: `${program} ends`, withinMs: patienceMs });
}

const kinds = { chat: 'chat', embed: 'embedding', image: 'image', rerank: 'rerank' };
const perCall = '0.01';

const keySettings: Readonly<Record<string, object>> = {
  good: {},
  elsewhere: { ip_allow_list: ['203.0.113.9'] },
  'other models': { model_allow_list: ['sandbox/embed'] },
  rated: { limits: { requests_per_minute: 1 } },
  capped: { daily_cap: '0' },
};

export class ClientsWorld {
  readonly server: ServerProcess;
  readonly accountId: string;
  /** Output folder of the client programs. */
  readonly folder: string;
  /** First input of a client program. */
  readonly input: string;
  /** A key that may call every model. */
  readonly key: string;

  private constructor(parts: { server: ServerProcess; accountId: string; folder: string; input: string; key: string }) {
    this.server = parts.server;
    this.accountId = parts.accountId;
    this.folder = parts.folder;
    this.input = parts.input;
    this.key = parts.key;
  }

  static async start(env: Readonly<Record<string, string>> = {}): Promise<ClientsWorld> {
    const folder = mkdtempSync(join(tmpdir(), 'tollgate-clients-'));
    const server = await ServerProcess.start(join(folder, 'data'), env);
    const price = { input: '2', output: '0', per_call: perCall };
    for (const [model, kind] of Object.entries(kinds)) await server.admin('PUT', `/models/sandbox%2F${model}`, { kind, price });
    const account = { name: 'Clients', plan: 'dedicated', trial_credit: false };
    const { id } = await server.admin<{ readonly id: string }>('POST', '/accounts', account);
    await server.admin('POST', `/accounts/${id}/credits`, { amount: '100', reason: 'clients', bucket: 'paid' });
    const keys: Record<string, string> = { unknown: `sk-${'a'.repeat(38)}` };
    for (const [name, settings] of Object.entries(keySettings))
      keys[name] = (await server.admin<{ readonly key: string }>('POST', `/accounts/${id}/keys`, settings)).key;
    const input = JSON.stringify({ base: `${server.url}/v1`, keys });
    return new ClientsWorld({ server, accountId: id, folder, input, key: String(keys.good) });
  }

  /** The newest calls in the log, newest first. */
  async newestCalls(): Promise<readonly CallAnswer[]> {
    const path = `/calls?limit=200&account_id=${this.accountId}`;
    return (await this.server.admin<{ readonly data: readonly CallAnswer[] }>('GET', path)).data;
  }

  /** The same once all calls so far are there. Rows are written in the order in which calls end, so a last call comes after them. */
  async callsSoFar(): Promise<readonly CallAnswer[]> {
    const question = { model: 'sandbox/chat', messages: [{ role: 'user', content: 'last' }] };
    const id = (await this.server.post(this.key, question)).headers.get('x-request-id');
    let calls: readonly CallAnswer[] = [];
    const areThere = async (): Promise<boolean> => {
      calls = await this.newestCalls();
      return calls.some((call) => call.id === id);
    };
    await waitFor(areThere, { what: 'the last call is in the log', everyMs: 50 });
    return calls;
  }

  async stop(): Promise<void> {
    await this.server.stop();
    rmSync(this.folder, { recursive: true });
  }
}
