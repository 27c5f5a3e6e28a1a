/** Shared by the storage faults: the real program, a scripted upstream, a paying account, and the results of its calls. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallAnswer } from '@tollgate/contract/calls/operator-calls';
import { startScriptedUpstream, type ScriptedUpstream } from '../scripted-upstream/scripted-upstream.ts';
import type { ServerProcess } from '../scenarios/server-process.ts';
import { waitFor } from '../wait-for.ts';
import { messages, model, prepareForLoad } from './loaded-process.ts';
import { streamText } from '../stream-text.ts';

const question = { model, messages };
/** 12 input and 5 output tokens at 2 and 8 CNY per million. */
const charge = '0.000064';

/** Maximum duration of the load. */
const loadMsMax = 180_000;

export interface BooksFigures {
  /** Successful calls whose row is missing or has a different charge. */
  readonly lost: number;
  /** Charged rows whose call did not succeed. */
  readonly chargedUndelivered: number;
  readonly differenceNano: string;
}

export interface LoadTarget {
  readonly server: ServerProcess;
  readonly key: string;
  readonly workers: number;
}

/** A scripted upstream, a temporary folder, and the results of calls to the programs that use it. */
export class StorageWorld {
  readonly folder: string;
  readonly upstream: ScriptedUpstream;
  /** Ids of the calls with complete responses. */
  readonly answered = new Set<string>();
  /** Number of refusals per code. */
  readonly refused = new Map<string, number>();

  private constructor(folder: string, upstream: ScriptedUpstream) {
    this.folder = folder;
    this.upstream = upstream;
  }

  static async start(): Promise<StorageWorld> {
    return new StorageWorld(await mkdtemp(join(tmpdir(), 'tollgate-storage-')), await startScriptedUpstream());
  }

  async close(): Promise<void> {
    await this.upstream.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** A catalogue with one model, and an account without limits; returns its key. */
  async paidKey(server: ServerProcess, concurrency: number | null = null): Promise<string> {
    const { keys } = await prepareForLoad(server, this.upstream, { price: { input: '2', output: '8' }, concurrency });
    return keys[0] ?? '';
  }

  /** One paid call, read to its end; returns `200`, the error code, or `gone` if the service is gone. */
  async paidCall(server: ServerProcess, key: string, body: object = {}): Promise<string> {
    try {
      const response = await server.post(key, { ...question, ...body });
      const text = await streamText(response);
      if (response.status === 200) {
        if (text.includes('data: ') && !text.endsWith('data: [DONE]\n\n')) return 'cut';
        this.answered.add(response.headers.get('x-request-id') ?? '');
        return '200';
      }
      const { code } = (JSON.parse(text) as { error: { code: string } }).error;
      this.refused.set(code, (this.refused.get(code) ?? 0) + 1);
      return `${String(response.status)} ${code}`;
    } catch {
      return 'gone';
    }
  }

  /** Makes sequential calls on each of `workers` lines, streamed and whole, until `isOver` returns true. */
  async callUntil({ server, key, workers }: LoadTarget, isOver: (answer: string) => boolean): Promise<void> {
    let over = false;
    const startMs = performance.now();
    const work = async (_: unknown, worker: number): Promise<void> => {
      while (!over) {
        if (performance.now() - startMs > loadMsMax) throw new Error('the load never came to its end');
        const answer = await this.paidCall(server, key, { stream: worker % 2 === 0 });
        if (answer === 'gone' || isOver(answer)) over = true;
      }
    };
    await Promise.all(Array.from({ length: workers }, work));
  }

  /** Audits the running service and compares every successful call with its row. */
  async checkBooks(server: ServerProcess): Promise<BooksFigures> {
    const audit = await server.admin<{ ok: boolean; difference: string; findings: unknown[] }>('POST', '/audit');
    assert.equal(audit.ok, true, JSON.stringify(audit));
    const rows = await allRows(server);
    const byId = new Map(rows.map((row) => [row.id, row]));
    assert.equal(byId.size, rows.length, 'one row per call');
    const charged = rows.filter((row) => Number(row.charge_exact) > 0);
    return {
      lost: [...this.answered].filter((id) => byId.get(id)?.charge_exact !== charge).length,
      chargedUndelivered: charged.filter(({ id }) => !this.answered.has(id)).length,
      differenceNano: audit.difference,
    };
  }
}

export async function allRows(server: ServerProcess): Promise<readonly CallAnswer[]> {
  const rows: CallAnswer[] = [];
  let cursor = '';
  for (;;) {
    const page = await server.admin<{ data: CallAnswer[]; next: string | null }>('GET', `/calls?limit=200${cursor}`);
    rows.push(...page.data);
    if (page.next === null) return rows;
    cursor = `&cursor=${encodeURIComponent(page.next)}`;
  }
}

/** Polls a condition of a real process, and leaves the CPU to it in between. */
export function waitUntil(condition: () => Promise<boolean>, what: string): Promise<void> {
  return waitFor(condition, { what, everyMs: 10 });
}

export async function isReady(server: ServerProcess): Promise<boolean> {
  return (await fetch(`${server.url}/readyz`)).status === 200;
}
