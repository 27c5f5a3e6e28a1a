import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CallAnswer } from '@tollgate/contract/calls/operator-calls';
import type { MusicGeneration } from '@tollgate/contract/model-api/music';
import { Studio } from '../../music/studio.ts';
import { ServerProcess } from '../../scenarios/server-process.ts';
import type { ScriptedUpstream } from '../../scripted-upstream/scripted-upstream.ts';
import { waitFor } from '../../wait-for.ts';
import { accountState, rowsAfter } from '../loaded-process.ts';
import type { CrashPoint, Fate } from './crash-points.ts';
import { crashEnvironment } from './crashing-service.ts';

const model = 'songs/studio';
const song = 0.6;
const path = '/v1/music/generations';

export function isSong(scene: CrashPoint['scene']): boolean {
  return scene === 'song' || scene === 'start after a song';
}

/** The real program on one data folder with a studio as its upstream, killed at one step of a song after the other. */
export class CrashingSongs {
  readonly #folder: string;
  readonly #studio: Studio;
  readonly #account: { readonly id: string; readonly key: string };
  #server: ServerProcess;
  readonly #known = new Set<string>();
  #posted = 0;
  #tasks = 0;

  private constructor(folder: string, parts: { server: ServerProcess; studio: Studio; account: { id: string; key: string } }) {
    this.#folder = folder;
    this.#server = parts.server;
    this.#studio = parts.studio;
    this.#account = parts.account;
  }

  /** @param upstream answers for the studio from then on */
  static async start(folder: string, upstream: ScriptedUpstream): Promise<CrashingSongs> {
    const studio = new Studio(upstream.baseUrl);
    upstream.otherwise(studio.answer);
    const server = await ServerProcess.start(folder);
    try {
      await server.admin('POST', '/providers', {
        name: 'studio',
        dialect: 'chat-completions',
        dialects: { music: 'music-mureka' },
        routes: [{ region: 'domestic', base_url: upstream.baseUrl, api_key: 'vendor-key' }],
        models: [{ model, upstream_model: 'model-1' }],
      });
      const price = { input: '0', output: '0', per_call: '0', rates: { song: String(song) } };
      await server.admin('PUT', `/models/${encodeURIComponent(model)}`, { kind: 'music', price });
      const { id } = await server.admin<{ id: string }>('POST', '/accounts', { name: 'Songs', plan: 'dedicated' });
      await server.admin('POST', `/accounts/${id}/credits`, { amount: '100', reason: 'songs', bucket: 'paid' });
      const { key } = await server.admin<{ key: string }>('POST', `/accounts/${id}/keys`, { remark: 'songs' });
      return new CrashingSongs(folder, { server, studio, account: { id, key } });
    } catch (error) {
      await server.kill();
      throw error;
    }
  }

  /** Runs a point to its end and checks the result of the one song. */
  async play({ step, scene, fates }: CrashPoint): Promise<void> {
    const env = crashEnvironment(this.#folder, step);
    const armed = join(this.#folder, 'armed');
    const placed = this.#studio.submissions.length;
    await this.#server.stop();
    if (scene === 'song') {
      this.#studio.begins = 'makes';
      this.#server = await ServerProcess.start(this.#folder, env);
      writeFileSync(armed, '');
      void this.#order().catch(() => undefined);
      const { signal } = await this.#server.ended();
      assert.equal(signal, 'SIGKILL', 'the step was reached');
    } else {
      this.#studio.begins = 'running';
      this.#server = await ServerProcess.start(this.#folder);
      await this.#order();
      await this.#server.kill();
      writeFileSync(armed, '');
      await assert.rejects(ServerProcess.start(this.#folder, env), /did not start/, 'the step was reached');
    }
    rmSync(armed);
    this.#studio.all('makes');
    this.#server = await ServerProcess.start(this.#folder);
    await this.#check(fates, this.#studio.submissions.length - placed);
  }

  async #ask(address: string, body?: object): Promise<Response> {
    return fetch(`${this.#server.url}${address}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${this.#account.key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  async #order(): Promise<void> {
    const answer = await this.#ask(path, { model, prompt: 'rain', duration: 60 });
    assert.equal(answer.status, 200, await answer.text());
  }

  /** The tasks of the key once all have ended, newest first. */
  async #ended(): Promise<readonly MusicGeneration[]> {
    let tasks: readonly MusicGeneration[] = [];
    await waitFor(
      async () => {
        const answer = (await (await this.#ask(path)).json()) as { readonly data: readonly MusicGeneration[] };
        tasks = answer.data;
        return tasks.every(({ status }) => status !== 'queued' && status !== 'in_progress');
      },
      { everyMs: 50, what: 'every song has ended' },
    );
    return tasks;
  }

  async #check(fates: readonly Fate[], placed: number): Promise<void> {
    const tasks = await this.#ended();
    const all = await rowsAfter(this.#server, this.#account.id);
    const rows = all.filter(({ id, endpoint }) => endpoint === 'music.generations' && !this.#known.has(id));
    const [row] = rows;
    for (const { id } of rows) this.#known.add(id);
    const fate = row?.ending ?? 'none';
    assert.ok(rows.length <= 1, 'one row for a song');
    assert.ok((fates as readonly string[]).includes(fate), `the song is ${fate} and not ${fates.join(' or ')}`);
    assert.ok(placed <= 1 && (placed === 1 || fate !== 'complete'), `it was ordered ${String(placed)} times`);
    assert.equal(tasks.length - this.#tasks, fate === 'none' ? 0 : 1, 'its task is there, once');
    this.#tasks = tasks.length;
    if (row !== undefined) await this.#checkTask(row, tasks[0]);
    if (fate === 'complete') this.#posted += 1;
    await this.#checkMoney();
  }

  async #checkTask(row: CallAnswer, task: MusicGeneration | undefined): Promise<void> {
    const isPosted = row.ending === 'complete';
    assert.equal(task?.id, `music_${row.id}`);
    assert.deepEqual([task.status, Number(row.charge_exact)], isPosted ? ['completed', song] : ['failed', 0]);
    const played = await this.#ask(`${path}/${task.id}/content`);
    assert.equal(played.status, isPosted ? 200 : 404);
    const sound = Buffer.from(await played.arrayBuffer());
    if (isPosted) assert.equal(sound.toString('latin1', 0, 3), 'ID3');
  }

  async #checkMoney(): Promise<void> {
    const { balance } = await accountState(this.#server, this.#account.id);
    assert.deepEqual([Number(balance.reserved), Number(balance.used).toFixed(4)], [0, (song * this.#posted).toFixed(4)]);
    const audit = await this.#server.admin('POST', '/audit');
    assert.deepEqual([audit.ok, audit.difference], [true, '0'], JSON.stringify(audit));
  }

  async end(): Promise<void> {
    await this.#server.kill();
  }
}
