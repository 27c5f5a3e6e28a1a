/**
 * Goal: a right that is removed on one node is lost on every node, whatever request is running there. Method: two nodes with a real sign-in
 * over one PostgreSQL. Headers arrive on one node, the right is removed on the other, then the body arrives. Also changes that race with
 * the removal of their author: the audit log must show none after it.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { Service } from '../../src/service/service.ts';
import { compilerFor } from '../../src/storage/compiler.ts';
import { RawClient } from '../gateway/raw-client.ts';
import { Browser } from '../identity/browser.ts';
import { withServer } from '../servers/needed-server.ts';
import { postgres } from '../servers/postgres-server.ts';
import { redis } from '../servers/redis-server.ts';
import { adminOf } from './two-nodes.ts';
import { FleetServers } from './fleet-servers.ts';

const password = 'correct horse battery';
const rounds = 15;

withServer(postgres, 'a right that is taken away at another node', () => {
  withServer(redis, 'of one fleet', () => {
    let servers: FleetServers;
    let here: Service;
    let there: Service;
    let account = '';
    let leaverId = '';
    let leaver: Browser;

    const email = 'leaver@example.com';

    async function enter(node: Service, who: string): Promise<Browser> {
      const browser = new Browser(node.url);
      const answer = await browser.auth('/sign-in/email', { email: who, password });
      assert.equal(answer.status, 200, answer.text);
      return browser;
    }

    before(async () => {
      servers = await FleetServers.start();
      const fleet = { ...(await servers.newFleet()), TOLLGATE_TRUSTED_PROXIES: '127.0.0.0/8' };
      here = await servers.service(fleet);
      there = await servers.service(fleet);
      const make = (who: string) => here.signIn.identity.makeVerified({ email: who, password, name: who });
      await make('founder@example.com');
      leaverId = (await make(email))?.id ?? '';
      const founder = await enter(here, 'founder@example.com');
      account = (await founder.get('/api/console/session')).body.accounts[0].id;
    });
    after(() => servers.end());

    const write = (node: Service, query: ReturnType<typeof sql>): Promise<unknown> =>
      node.storage.engine.write([{ query: query.compile(compilerFor('postgres')) }], []);

    /** Adds a member with every right, and an administrator. */
    async function join(): Promise<void> {
      await write(
        here,
        sql`insert into members (account_id, user_id, role, created_at) values (${account}, ${leaverId}, 'owner', 1)
          on conflict (account_id, user_id) do update set role = 'owner'`,
      );
      await adminOf(there, 'POST', '/operators', { email, role: 'administrator' });
    }

    const changesOfLeaver = async (): Promise<readonly string[]> => {
      const query = sql`select action from audit_log where actor = ${email} order by seq`;
      return (await here.storage.engine.read('hot', query.compile(compilerFor('postgres')))).map(({ action }) => String(action));
    };

    const removed = () => write(there, sql`delete from members where user_id = ${leaverId}`);
    const demoted = () => write(there, sql`update members set role = 'finance' where user_id = ${leaverId}`);
    const dismissed = () => adminOf(there, 'DELETE', `/operators/${leaverId}`);
    const signedOut = async (): Promise<void> => {
      const elsewhere = await enter(there, email);
      assert.equal((await elsewhere.auth('/revoke-other-sessions', {})).status, 200);
    };

    async function beginAt(path: string, body: object): Promise<() => Promise<number>> {
      const text = JSON.stringify(body);
      const { host, port, origin } = new URL(here.url);
      const client = await RawClient.open(Number(port));
      const cookie = [...leaver.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      client.send(
        `POST ${path} HTTP/1.1\r\nhost: ${host}\r\norigin: ${origin}\r\ncookie: ${cookie}\r\nexpect: 100-continue\r\n` +
          `content-type: application/json\r\ncontent-length: ${String(text.length)}\r\n\r\n`,
      );
      await client.until((received) => received.includes('100 Continue'), 'the head is let through');
      return async () => {
        client.send(text);
        const { status } = await client.answer();
        client.leave();
        return status;
      };
    }

    test('ends what a request that was let through here may still do', async () => {
      const ofAccount = (rest: string): string => `/api/console/accounts/${account}/${rest}`;
      const console: readonly (readonly [string, object])[] = [
        [ofAccount('keys'), { remark: 'mine' }],
        [ofAccount('sub-accounts'), { name: 'mine' }],
        [ofAccount('invitations'), { email: 'friend@example.com', role: 'admin' }],
      ];
      const ofOperators: readonly (readonly [string, object])[] = [
        ['/api/admin/accounts', { name: 'mine' }],
        [`/api/admin/accounts/${account}/credits`, { amount: '1000', reason: 'mine', bucket: 'adjustment' }],
      ];
      const cases = [
        ...console.flatMap((one) => [removed, demoted, signedOut].map((lose) => [...one, lose] as const)),
        ...ofOperators.flatMap((one) => [dismissed, signedOut].map((lose) => [...one, lose] as const)),
      ];
      for (const [path, body, lose] of cases) {
        await join();
        leaver = await enter(here, email);
        const end = await beginAt(path, body);
        await lose();
        const before = await changesOfLeaver();
        const status = await end();
        assert.ok([401, 403, 404].includes(status), `${path} after ${lose.name}: ${String(status)}`);
        assert.deepEqual(await changesOfLeaver(), before, path);
      }
    });

    test('comes behind no change that races with it', async () => {
      leaver = await enter(here, email);
      const founder = await enter(there, 'founder@example.com');
      for (let round = 0; round < rounds; round += 1) {
        await join();
        const end = await beginAt(`/api/console/accounts/${account}/keys`, { remark: `round ${String(round)}` });
        const [status, gone] = await Promise.all([
          end(),
          founder.ask('DELETE', `/api/console/accounts/${account}/members/${leaverId}`),
        ]);
        assert.equal(gone.status, 200, gone.text);
        const query = sql`select action from audit_log where action in ('key.create', 'member.delete') order by seq desc limit 1`;
        const [last] = await here.storage.engine.read('hot', query.compile(compilerFor('postgres')));
        assert.equal(last?.action, 'member.delete', `round ${String(round)}: ${String(status)}`);
        assert.ok([201, 404].includes(status), String(status));
      }
    });
  });
});
