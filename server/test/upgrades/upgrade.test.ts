/**
 * Goal: a released version can be upgraded to this one with everything it left behind: database, data folder, records in the spill file,
 * running calls. Method: its data, recreated from a seed (`v0.1.0/data.ts`), on both engines. Compares the admin API with the data, and a
 * second start with the first.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { parseAmount } from '@tollgate/contract/money';
import type { Service } from '../../src/service/service.ts';
import { mustAdmin, type AdminAnswer } from '../ask-admin.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../scripted-upstream/scripted-upstream.ts';
import { withServer } from '../servers/needed-server.ts';
import { postgres, PostgresServer } from '../servers/postgres-server.ts';
import { startInProcess } from '../service-in-process.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { waitFor } from '../wait-for.ts';
import { makeOldDatabase, makeOldFolder } from './old-stores.ts';
import { fingerprints, releases } from './released-schemas.ts';
import { oldBooks, type OldBooks } from './v0.1.0/data.ts';
import { storedAt, storedIn } from './stored.ts';
import { expectedBalances, expectedKeys, expectedLog, logFromAgoMs } from './v0.1.0/expected.ts';

const release = 'v0.1.0';
const nowMs = new VirtualClock().nowMs();
const upstreamKey = 'the-key-that-v0.1.0-sealed';
const seed = 1;

/** This program on old data, and what its administrator sees. */
class Upgraded {
  readonly service: Service;
  readonly #clock: VirtualClock;
  readonly #token: string;

  private constructor(service: Service, clock: VirtualClock) {
    this.service = service;
    this.#clock = clock;
    this.#token = service.adminToken;
  }

  static async start(place: Record<string, string>): Promise<Upgraded> {
    const clock = new VirtualClock(nowMs);
    return new Upgraded(await startInProcess(place, { clock }), clock);
  }

  ask(path: string, method = 'GET'): Promise<AdminAnswer['body']> {
    return mustAdmin({ url: this.service.consoleUrl, token: this.#token }, method, path);
  }

  /** All pages of a list. */
  async all(path: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const rows: Readonly<Record<string, unknown>>[] = [];
    for (let cursor = ''; ;) {
      const { data, next } = await this.ask(`${path}${path.includes('?') ? '&' : '?'}limit=100${cursor}`);
      rows.push(...data);
      if (next === null) return rows;
      cursor = `&cursor=${encodeURIComponent(next)}`;
    }
  }

  async call(key: string, model = 'north/chat-a'): Promise<Response> {
    const url = `http://127.0.0.1:${String(this.service.port)}/v1/chat/completions`;
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ model, messages: [{ role: 'user', content: 'hello' }], max_tokens: 16 });
    const response = await fetch(url, { method: 'POST', headers, body });
    await response.text();
    await waitFor(() => this.service.gateway.state.running.size === 0);
    await this.service.storage.books.flush();
    return response;
  }

  async stop(): Promise<void> {
    const stopping = this.service.stop();
    await waitFor(() => this.service.gateway.state.draining);
    this.#clock.advance(200_000);
    await stopping;
  }
}

/** Only the members of the old version, because later ones can add some. */
function like(expected: readonly object[], actual: readonly Readonly<Record<string, unknown>>[]): object[] {
  return actual.map((row, index) => {
    const names = Object.keys(expected[index] ?? {});
    return Object.fromEntries(names.map((name) => [name, row[name]]));
  });
}

function byId(rows: readonly Readonly<Record<string, unknown>>[]): Readonly<Record<string, unknown>>[] {
  return rows.toSorted((one, other) => (String(one.id) < String(other.id) ? -1 : 1));
}

interface Place {
  /** Fills a new place with old data; returns the environment for the program. */
  make(books: OldBooks): Promise<Record<string, string>>;
  /** Everything in the database. */
  dump(): Promise<unknown>;
}

function proveUpgrade(engine: 'sqlite' | 'postgres', place: Place): void {
  let upstream: ScriptedUpstream;
  let books: OldBooks;
  let env: Record<string, string> = {};
  let upgraded: Upgraded | null = null;

  const running = (): Upgraded => {
    assert.ok(upgraded, 'the program starts on the old data');
    return upgraded;
  };

  before(async () => {
    upstream = await startScriptedUpstream();
    books = oldBooks({ engine, seed, nowMs, upstream: { baseUrl: upstream.baseUrl, apiKey: upstreamKey } });
    env = await place.make(books);
  });
  after(async () => {
    await upgraded?.stop();
    await upstream.close();
  });

  void it('the program starts on it, and calls that were running are in the log, uncharged', async () => {
    upgraded = await Upgraded.start(env);
    assert.equal(upgraded.service.recovered, books.open.length);
    assert.equal(upgraded.service.first, null, 'no second demo account');
  });

  void it('the audit finds not one nano of difference', async () => {
    const audit = await running().ask('/audit', 'POST');
    assert.deepEqual([audit.ok, audit.findings], [true, []]);
    assert.equal(audit.checked.accounts, Object.keys(books.tenants.accounts).length);
  });

  void it('every balance is what it was', async () => {
    const expected = byId(expectedBalances(books));
    const accounts = byId(await running().all('/accounts')).map(({ id, balance }) => ({ id, ...(balance as object) }));
    assert.deepEqual(like(expected, accounts), expected);
  });

  void it('every key has its state, its caps and what it spent', async () => {
    const expected = byId(expectedKeys(books, nowMs));
    const lists = Object.values(books.tenants.accounts).map(({ id }) => running().all(`/accounts/${id}/keys`));
    const keys = byId((await Promise.all(lists)).flat());
    assert.deepEqual(like(expected, keys), expected);
  });

  void it('every row of the log is what it was', async () => {
    const expected = expectedLog(books, nowMs);
    const rows = await running().all(`/calls?from=${new Date(nowMs - logFromAgoMs).toISOString()}`);
    assert.equal(rows.length, expected.length);
    assert.deepEqual(like(expected, rows), expected);
  });

  void it('every row of the log says why it cost what it cost, or why nobody can say it', async () => {
    const reasons = new Map<string, number>();
    for (const { id } of await running().all(`/calls?from=${new Date(nowMs - logFromAgoMs).toISOString()}`)) {
      const { receipt, unexplained, charge_exact, uncollected } = await running().ask(`/calls/${String(id)}`);
      const reason: string = unexplained ?? 'explained';
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
      if (receipt !== null) assert.equal(parseAmount(receipt.total), parseAmount(charge_exact) + parseAmount(uncollected));
    }
    const contradictions = [...reasons.keys()].filter((reason) => reason.includes('audit'));
    assert.deepEqual(contradictions, [], 'no row contradicts itself');
    assert.ok(reasons.size > 1, [...reasons].join('; '));
  });

  void it('ledger, messages, models and providers are all there', async () => {
    const { company } = books.tenants.accounts;
    const count = (name: string): number => books.tables.find(({ table }) => table === name)?.rows.length ?? 0;
    const ledger = books.tables.find(({ table }) => table === 'ledger_entries')?.rows ?? [];
    const own = ledger.filter(({ account_id }) => account_id === company.id);
    assert.equal((await running().all(`/accounts/${company.id}/ledger`)).length, own.length);
    assert.equal((await running().all(`/accounts/${company.id}/notices`)).length, count('notices'));
    const providers = (await running().all('/providers')).map(({ name, enabled, dialect, chat_dialects: list }) => [
      ...[name, enabled, dialect, list],
    ]);
    assert.deepEqual(providers.filter(([name]) => name === 'north' || name === 'away').toSorted(), [
      ['away', false, 'chat-completions', ['chat-completions']],
      ['north', true, 'chat-completions', ['chat-completions']],
    ]);
    const models = (await running().all('/models')).map(({ name }) => name);
    assert.deepEqual(models.filter((name) => String(name).startsWith('north/')).toSorted(), [
      ...['north/chat-a', 'north/chat-b', 'north/unpriced'],
    ]);
  });

  void it('a start after that changes nothing', async () => {
    await running().stop();
    const once = await place.dump();
    upgraded = await Upgraded.start(env);
    assert.equal(upgraded.service.recovered, 0);
    await upgraded.stop();
    assert.deepEqual(await place.dump(), once);
    upgraded = await Upgraded.start(env);
  });

  void it('a key of then works, over the upstream key sealed then, and is charged at its price', async () => {
    const { open, partner } = books.tenants.keys;
    assert.equal((await running().call(open.value)).status, 200);
    assert.equal(upstream.requests.at(-1)?.headers.authorization, `Bearer ${upstreamKey}`);
    // 12 input and 5 output tokens, at 1 and 4.000000001 CNY minus 10 %.
    const [row] = await running().all(`/calls?key_id=${open.id}`);
    assert.deepEqual([row?.charge_exact, row?.price_version], ['0.0000288', 'north/chat-a@2']);
    assert.equal((await running().call(partner.value, 'north/chat-b')).status, 200);
    const [own] = await running().all(`/calls?key_id=${partner.id}`);
    assert.deepEqual([own?.charge_exact, own?.price_version], ['0.00054', 'north/chat-b@plan:partner-1']);
    assert.equal((await running().ask('/audit', 'POST')).ok, true);
  });

  void it('a key that was dead, fenced in or paused then is so now', async () => {
    const { keys } = books.tenants;
    const refusals = [
      ...(['disabled', 'expired', 'reset', 'deleted', 'orphan'] as const).map((name) => [name, 401] as const),
      ...(['fenced', 'narrow', 'closed'] as const).map((name) => [name, 403] as const),
      ['capped', 429] as const,
    ];
    for (const [name, status] of refusals) assert.equal((await running().call(keys[name].value)).status, status, name);
  });
}

void describe('what a released version left behind', () => {
  for (const name of releases) {
    void it(`the changes of the schema of ${name} are what they were`, () => {
      for (const engine of ['sqlite', 'postgres'] as const) {
        const { then, today } = fingerprints(name, engine);
        assert.equal(today, then, `a released change of the schema of ${engine} was edited`);
      }
    });
  }
});

void describe(`a data folder of ${release}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-upgrade-'));
  after(() => {
    rmSync(folder, { recursive: true });
  });
  proveUpgrade('sqlite', {
    make(books) {
      makeOldFolder(folder, release, books);
      return Promise.resolve({ TOLLGATE_DATA_DIR: folder });
    },
    dump: () => Promise.resolve(storedIn(folder)),
  });
});

withServer(postgres, `a PostgreSQL database of ${release}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-upgrade-'));
  let server: PostgresServer | null = null;
  let url = '';
  after(async () => {
    await server?.remove();
    rmSync(folder, { recursive: true });
  });
  proveUpgrade('postgres', {
    async make(books) {
      server = await PostgresServer.start();
      url = await server.newDatabase();
      await makeOldDatabase(url, folder, release, books);
      const given = { TOLLGATE_SECRET: books.secret, TOLLGATE_ADMIN_TOKEN: books.adminToken };
      return { TOLLGATE_DATA_DIR: folder, TOLLGATE_DATABASE_URL: url, ...given };
    },
    async dump() {
      const stored = await storedAt(url);
      // Only the incarnation of a process may change by a start.
      return stored.map(([table, rows]) => [table, rows.filter((row) => !row.startsWith('(sole_node,'))]);
    },
  });
});
