/**
 * Goal: a node uses TLS with Redis as documented, and with no server that it was not configured to trust. Method: the real program, and a
 * real server with a certificate of a private authority.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { FleetServers, type FleetEnvironment } from '../fleet/fleet-servers.ts';
import { runToEnd, type ServerProcess } from '../scenarios/server-process.ts';
import { withServer } from '../servers/needed-server.ts';
import { openssl } from '../servers/openssl.ts';
import { postgres } from '../servers/postgres-server.ts';
import { redis, RedisServer, type TlsAddress } from '../servers/redis-server.ts';

const model = 'sandbox/chat';

/** A call with a strict key, which only Redis can admit. */
async function strictCall(node: ServerProcess): Promise<number> {
  await node.admin('PUT', `/models/${encodeURIComponent(model)}`, { kind: 'chat', price: { input: '1', output: '1' } });
  const { id } = await node.admin<{ id: string }>('POST', '/accounts', { name: 'A', plan: 'dedicated' });
  await node.admin('POST', `/accounts/${id}/credits`, { amount: '10', reason: 'test', bucket: 'paid' });
  const { key } = await node.admin<{ key: string }>('POST', `/accounts/${id}/keys`, { strict: true, daily_cap: '5' });
  const response = await node.post(key, { model, messages: [{ role: 'user', content: 'hi' }] });
  await response.text();
  return response.status;
}

function tests(): void {
  let servers: FleetServers;
  let address: TlsAddress;
  before(async () => {
    servers = await FleetServers.start();
    address = await servers.redis.speakTls();
  });
  after(() => servers.end());

  async function environment(url: string, authority?: string): Promise<FleetEnvironment> {
    const trusted: FleetEnvironment = authority === undefined ? {} : { NODE_EXTRA_CA_CERTS: authority };
    return { ...(await servers.newFleet()), TOLLGATE_REDIS_URL: url, ...trusted };
  }

  test('a node trusts the authority that NODE_EXTRA_CA_CERTS names, and decides through Redis over TLS', async () => {
    const node = await servers.process(await environment(address.url, address.authority));
    assert.equal(await strictCall(node), 200);
    const told = (await servers.redis.command('KEYS', 'tollgate:{acc_*')) as readonly string[];
    assert.notEqual(told.length, 0, 'the account is known to this server');
    assert.equal((await node.stop()).code, 0);
  });

  async function refusal(url: string, authority?: string): Promise<string> {
    const withPassword = url.replace('://', '://:a-password@');
    const env = { ...(await environment(withPassword, authority)), TOLLGATE_DATA_DIR: servers.nodeFolder() };
    const { code, err } = await runToEnd('start.mjs', [], { ...env, TOLLGATE_LOG_LEVEL: 'silent' });
    assert.equal(code, 1, err);
    assert.match(err, /^tollgate: The server \S+ of TOLLGATE_REDIS_URL cannot be used \([^\n]+\): check [^\n]+ TLS\.\n$/);
    assert.ok(!err.includes('a-password'), 'no password is shown');
    return err;
  }

  test('a foreign certificate is refused in one sentence: an unknown authority, another one, another name', async () => {
    assert.match(await refusal(address.url), /certificate/);
    const other = await RedisServer.start();
    try {
      assert.match(await refusal(address.url, (await other.speakTls()).authority), /certificate/);
    } finally {
      await other.stop();
    }
    const elsewhere = address.url.replace('127.0.0.1', 'localhost');
    assert.match(await refusal(elsewhere, address.authority), /does not match certificate/);
  });

  test('TLS to a port without it, and the other way round, is refused in one sentence', async () => {
    await refusal(servers.redis.url.replace('redis:', 'rediss:'), address.authority);
    await refusal(address.url.replace('rediss:', 'redis:'), address.authority);
  });
}

withServer(postgres, 'a node whose books are in PostgreSQL', () => {
  withServer(openssl, 'with certificates', () => {
    withServer(redis, 'reaches Redis over TLS', tests);
  });
});
