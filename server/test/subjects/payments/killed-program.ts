/**
 * The program as a process that is killed (`kill -9`) at labelled steps, on one folder and one database, and restarted each time, while the
 * payment service continues.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Browser } from '../../identity/browser.ts';
import { firstAdministrator } from '../../identity/first-administrator.ts';
import { ServerProcess } from '../../scenarios/server-process.ts';
import { withServer } from '../../servers/needed-server.ts';
import { PostgresServer, postgres } from '../../servers/postgres-server.ts';

const crashAt = new URL('./crash-at.ts', import.meta.url).href;
type Environment = Readonly<Record<string, string>>;

export class KilledProgram {
  readonly #folder: string;
  readonly #env: Environment;
  #server: ServerProcess;
  #owner: Browser;

  private constructor(folder: string, env: Environment, server: ServerProcess, owner: Browser) {
    this.#folder = folder;
    this.#env = env;
    this.#server = server;
    this.#owner = owner;
  }

  static async start(env: Environment): Promise<KilledProgram> {
    const folder = await mkdtemp(join(tmpdir(), 'tollgate-killed-'));
    const server = await ServerProcess.start(folder, env);
    return new KilledProgram(folder, env, server, await firstAdministrator(server));
  }

  /** The current process. */
  get server(): ServerProcess {
    return this.#server;
  }

  /** The first administrator, signed in across all starts. */
  get owner(): Browser {
    return this.#owner;
  }

  /** The account of that administrator. */
  async accountId(): Promise<string> {
    return String((await this.#owner.get('/api/console/session')).body.accounts[0].id);
  }

  async balance(accountId: string): Promise<{ readonly credits: string; readonly available: string }> {
    const account = await this.#server.admin<{ balance: { credits: string; available: string } }>(
      'GET',
      `/accounts/${accountId}`,
    );
    return account.balance;
  }

  get #when(): string {
    return join(this.#folder, 'crash-now');
  }

  /** Restarts it so that it dies at this step of {@link killedDuring}. @param place in the format of `crash-at.ts` */
  async arm(place: string): Promise<void> {
    await this.#server.kill();
    const crash = { NODE_OPTIONS: `--import=${crashAt}`, TEST_CRASH_AT: place, TEST_CRASH_WHEN: this.#when };
    this.#server = await ServerProcess.start(this.#folder, { ...this.#env, ...crash });
    const owner = new Browser(this.#server.url, '127.0.0.1');
    for (const [name, value] of this.#owner.cookies) owner.cookies.set(name, value);
    this.#owner = owner;
  }

  /** Dies at the armed step, which `action` causes, and is restarted. @param next the place to arm next */
  async killedDuring(action: () => Promise<unknown>, next: string): Promise<void> {
    await writeFile(this.#when, '');
    await action();
    await this.#server.ended();
    await unlink(this.#when);
    await this.arm(next);
  }

  /** Checks that every yuan is accounted for. */
  async balances(): Promise<void> {
    const audit = await this.#server.admin<{ ok: boolean; difference: string }>('POST', '/audit');
    assert.deepEqual([audit.ok, audit.difference], [true, '0']);
  }

  async close(): Promise<void> {
    await this.#server.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** A program with the additions of a test. */
export interface KilledWorld {
  readonly program: KilledProgram;
  /** Runs the tested action, is killed at the armed step, and checks the result. @param next the place to arm next */
  killedThere(next: string): Promise<void>;
  close(): Promise<void>;
}

export interface KilledSteps {
  readonly what: string;
  /** What holds after each step. */
  readonly promise: string;
  /** Places by name. */
  readonly steps: Readonly<Record<string, string>>;
  /** Steps that also depend on the transactions of the other engine. */
  readonly onServers: readonly string[];
  readonly start: (env: Environment) => Promise<KilledWorld>;
}

/** Kills at every step, on both engines. */
export function killAtEachStep({ what, promise, steps, onServers, start }: KilledSteps): void {
  const onEngine = (engine: string, names: readonly string[], env: () => Promise<Environment>): void => {
    const placeOf = (at: number): string => steps[names[at] ?? ''] ?? '';
    describe(`${what} of a process that is killed, ${engine}`, { concurrency: false }, () => {
      let world: KilledWorld;
      before(async () => {
        world = await start(await env());
        await world.program.arm(placeOf(0));
      });
      after(async () => {
        await world.program.close();
        await world.close();
      });
      for (const [at, step] of names.entries())
        it(`${step}: afterwards ${promise}`, () => world.killedThere(placeOf(Math.min(at + 1, names.length - 1))));
    });
  };
  // Most of the time passes until another process can take over the work of a dead one.
  describe(what, { concurrency: true }, () => {
    onEngine('SQLite', Object.keys(steps), () => Promise.resolve({}));
    withServer(postgres, 'PostgreSQL', () => {
      let server: PostgresServer;
      before(async () => {
        server = await PostgresServer.start();
      });
      after(() => server.remove());
      onEngine('PostgreSQL', onServers, async () => ({
        TOLLGATE_DATABASE_URL: await server.newDatabase(),
        TOLLGATE_ADMIN_TOKEN: 'test-admin-token-0123456789',
        TOLLGATE_SECRET: 'the-sealing-secret-of-these-tests',
      }));
    });
  });
}
