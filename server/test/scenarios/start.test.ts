/** Goal: the program starts with two commands, prints what a person needs, and explains in one sentence why it cannot start. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, afterEach, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Service } from '../../src/service/service.ts';
import { endWithProcess } from '../end-with-process.ts';
import { startInProcess } from '../service-in-process.ts';
import { inTime } from '../wait-for.ts';
import { expectSentence, runToEnd, ServerProcess } from './server-process.ts';

let base: string;
before(async () => {
  base = await mkdtemp(join(tmpdir(), 'tollgate-start-'));
});
after(() => rm(base, { recursive: true, force: true }));

const started: ServerProcess[] = [];
afterEach(() => Promise.all(started.splice(0).map((server) => server.kill())));

async function startServer(folder: string): Promise<ServerProcess> {
  const server = await ServerProcess.start(folder);
  started.push(server);
  return server;
}

/** Runs the printed `curl` exactly as printed. */
async function runPrintedCurl(out: string): Promise<Response> {
  const command = /curl (\S+) \\\n\s+-H "([^"]+)" \\\n\s+-H "([^"]+)" \\\n\s+-d '([^']+)'/.exec(out);
  assert.ok(command, out);
  const [, url = '', ...rest] = command;
  const [first = '', second = '', body = ''] = rest;
  const headers = [first, second].map((line): [string, string] => [
    line.slice(0, line.indexOf(':')),
    line.slice(line.indexOf(':') + 2),
  ]);
  return fetch(url, { method: 'POST', headers, body });
}

interface Accounts {
  readonly data: readonly { readonly id: string; readonly name: string; readonly balance: { readonly available: string } }[];
}

interface Calls {
  readonly data: readonly { readonly id: string; readonly status: number }[];
}

const serverFolder = fileURLToPath(new URL('../../', import.meta.url));
/** Debian's own Node, which is older than ours. */
const oldNode = '/usr/bin/node';
const noOldNode = (): string | false => !existsSync(oldNode) && 'there is no other Node on this machine';

/** `npm start` with npm itself as the process that gets the signal; the shell that npm starts ignores signals. */
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  test(`npm start that gets ${signal} stops the service and leaves nothing running`, async () => {
    const folder = join(base, `npm-${signal}`);
    const child = spawn('npm', ['start'], {
      cwd: fileURLToPath(new URL('../../../', import.meta.url)),
      env: { PATH: process.env.PATH, HOME: process.env.HOME, TOLLGATE_PORT: '0', TOLLGATE_DATA_DIR: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const forget = endWithProcess(() => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL'));
    // Its streams close when the last process that writes to them has ended, under any parent.
    const closed = once(child, 'close');
    let out = '';
    const isReady = new Promise<void>((resolve) => {
      child.stdout.on('data', (text: Buffer) => {
        out += text.toString();
        if (out.includes('Price basis')) resolve();
      });
    });
    let err = '';
    child.stderr.on('data', (text: Buffer) => (err += text.toString()));
    await inTime(isReady, { what: () => `npm start is ready; it said ${out}${err}`, withinMs: 150_000 });
    child.kill(signal);
    await inTime(closed, { what: 'npm and the service end', withinMs: 60_000 });
    forget();
    assert.match(err, new RegExp(`${signal} received`));
  });

describe('the first start', () => {
  test('an older Node hands over to the pinned one', { skip: noOldNode() }, async () => {
    const ended = await runToEnd('tollgate.mjs', ['--help'], {}, oldNode);
    assert.equal(ended.code, 0, ended.err);
    assert.match(ended.out, /^Usage: tollgate/);
  });

  test('prints address, version, data folder and a call that works; the second start keeps everything and prints no key', async () => {
    const folder = join(base, 'first');
    const first = await startServer(folder);
    assert.match(first.out, /^Tollgate \d+\.\d+\.\d+ is ready\./);
    assert.match(first.out, /Address +http:\/\/127\.0\.0\.1:\d+ /);
    assert.ok(first.out.includes(folder));
    assert.match(first.out, /1 USD = 7\.2 CNY, margin 0 %/);
    const key = /sk-[A-Za-z0-9]+/.exec(first.out)?.[0] ?? '';
    const answer = await runPrintedCurl(first.out);
    assert.equal(answer.status, 200, await answer.text());
    const token = await stat(join(folder, 'admin-token'));
    assert.equal(token.mode & 0o777, 0o600, 'the token belongs to its owner alone');
    await first.admin('PUT', `/models/${encodeURIComponent('sandbox/chat')}`, {
      kind: 'chat',
      price: { input: '100', output: '100' },
      confirm: true,
    });
    assert.equal((await first.post(key, { model: 'sandbox/chat', messages: [{ role: 'user', content: 'again' }] })).status, 200);
    assert.equal((await first.stop()).code, 0);

    const second = await startServer(folder);
    assert.ok(!second.out.includes('sk-'), 'a key is shown once');
    assert.equal(second.adminToken, first.adminToken);
    const { data: calls } = await second.admin<Calls>('GET', '/calls');
    assert.deepEqual(
      calls.map(({ status }) => status),
      [200, 200],
    );
    const { data: accounts } = await second.admin<Accounts>('GET', '/accounts');
    assert.equal(accounts.length, 1);
    const left = Number(accounts[0]?.balance.available);
    assert.ok(left < 10 && left > 9.9, String(left));
    assert.equal((await second.post(key, { model: 'sandbox/chat', messages: [{ role: 'user', content: 'still' }] })).status, 200);
    assert.equal((await runToEnd('tollgate.mjs', ['audit'], { TOLLGATE_URL: second.url, TOLLGATE_DATA_DIR: folder })).code, 0);
    assert.equal((await second.stop()).code, 0);
  });
});

describe('a start that is not possible says why in one sentence', () => {
  test('the port is taken; the key of the first start is not lost by it', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const port = String((other.address() as AddressInfo).port);
    const folder = join(base, 'port');
    const refused = await runToEnd('start.mjs', [], { TOLLGATE_PORT: port, TOLLGATE_DATA_DIR: folder });
    other.close();
    expectSentence(refused, new RegExp(`${port}.*TOLLGATE_PORT`));
    const next = await startServer(folder);
    assert.equal((await runPrintedCurl(next.out)).status, 200);
    await next.stop();
  });

  test('the data folder is in use by another process, which continues undisturbed', async () => {
    const folder = join(base, 'locked');
    const running = await startServer(folder);
    expectSentence(await runToEnd('start.mjs', [], { TOLLGATE_DATA_DIR: folder }), /in use by another running process/);
    assert.equal((await runPrintedCurl(running.out)).status, 200);
    await running.stop();
  });

  test('the data folder cannot be written', async () => {
    const file = join(base, 'a-file');
    await writeFile(file, '');
    for (const folder of [join(file, 'below'), file, '/proc/tollgate'])
      expectSentence(await runToEnd('start.mjs', [], { TOLLGATE_DATA_DIR: folder }), /data folder.*TOLLGATE_DATA_DIR/);
  });

  for (const file of ['admin-token', 'secret']) {
    for (const content of ['', '\n', 'short\n']) {
      test(`${file} in the data folder holds ${JSON.stringify(content)}, which is no secret`, async () => {
        const folder = await mkdtemp(join(base, 'no-secret-'));
        await writeFile(join(folder, file), content);
        expectSentence(await runToEnd('start.mjs', [], { TOLLGATE_DATA_DIR: folder }), new RegExp(`${file} has no valid secret`));
      });
    }
  }

  test('TOLLGATE_SECRET is another one: one sentence, nothing is written, and with the right one all is as it was', async () => {
    const folder = join(base, 'other-secret');
    const given = { TOLLGATE_DATA_DIR: folder, TOLLGATE_PORT: '0', DEEPSEEK_API_KEY: 'sk-upstream-of-the-operator' };
    const start = (secret: string): Promise<Service> => startInProcess({ ...given, TOLLGATE_SECRET: secret });
    const right = 'the-secret-of-the-first-start-0123456789';
    await (await start(right)).stop();
    const written = (): unknown => {
      const database = new DatabaseSync(join(folder, 'tollgate.db'));
      const tables = ['settings', 'provider_routes', 'audit_log', 'calls', 'keys'] as const;
      const rows = tables.map((table) => database.prepare(`select * from ${table} order by 1`).all());
      database.close();
      return [rows, readdirSync(folder).filter((name) => !name.startsWith('tollgate.db'))];
    };
    const expectRefused = async (): Promise<void> => {
      const before = written();
      expectSentence(
        await runToEnd('start.mjs', [], { ...given, TOLLGATE_SECRET: 'quite-another-secret-than-that-0123456789' }),
        /TOLLGATE_SECRET/,
      );
      expectSentence(await runToEnd('start.mjs', [], given), /TOLLGATE_SECRET/);
      assert.deepEqual(written(), before);
    };
    await expectRefused();
    // As left by a version without a separate seal: the upstream keys reveal a wrong secret.
    const database = new DatabaseSync(join(folder, 'tollgate.db'));
    database.exec("delete from settings where name = 'sealed_with'");
    database.close();
    await expectRefused();
    await (await start(right)).stop();
  });

  test('the configuration is wrong: every fault is reported, one line each, and no secret', async () => {
    const { code, out, err } = await runToEnd('start.mjs', [], {
      TOLLGATE_DATA_DIR: join(base, 'config'),
      TOLLGATE_PORT: '99999',
      TOLLGATE_TIME_ZONE: 'Mars/Olympus',
      TOLLGATE_ADMIN_TOKEN: 'too-short',
      TOLLGATE_DATABASE_URL: 'postgres://user:hunter2@db/tollgate',
      TOLLGATE_PROT: '1',
    });
    assert.ok(code !== null && code !== 0);
    assert.equal(out, '');
    const lines = err.trimEnd().split('\n');
    assert.equal(lines.length, 5, err);
    for (const name of ['TOLLGATE_PORT', 'TOLLGATE_TIME_ZONE', 'TOLLGATE_ADMIN_TOKEN', 'TOLLGATE_DATABASE_URL', 'TOLLGATE_PROT'])
      assert.ok(
        lines.some((line) => line.includes(name)),
        name,
      );
    assert.ok(!/hunter2|too-short/.test(err));
    assert.ok(!existsSync(join(base, 'config')), 'nothing was made');
  });

  test('Node is too old and the pinned one is not installed', { skip: noOldNode() }, async () => {
    // The launcher alone, without node_modules.
    const bare = join(base, 'bare');
    await mkdir(bare);
    for (const file of ['start.mjs', 'node-version.mjs']) await copyFile(join(serverFolder, file), join(bare, file));
    const ended = await runToEnd(relative(serverFolder, join(bare, 'start.mjs')), [], {}, oldNode);
    expectSentence(ended, /needs Node 26 or newer and this is Node \d+.*npm ci/);
  });
});
