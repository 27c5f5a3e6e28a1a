import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { sql } from 'kysely';
import type { MadeKey } from '../../../src/subjects/tenants/keys/key-ports.ts';
import type { OutgoingMail } from '../../../src/domain/people/outgoing-mail.ts';
import { createSecretBox } from '../../../src/platform/secret-box.ts';
import { createSignInMails } from '../../../src/service/security-notices.ts';
import { compilerFor } from '../../../src/storage/compiler.ts';
import type { Engine } from '../../../src/storage/engine.ts';
import { createKeysStore } from '../../../src/subjects/tenants/keys/keys-store.ts';
import { createMailOutboxStore } from '../../../src/storage/stores/mail-outbox-store.ts';
import { createMembersStore } from '../../../src/subjects/people/members-store.ts';
import { createNoticesStore } from '../../../src/subjects/notices/notices-store.ts';
import { auditDraft } from '../../storage/sample-books.ts';
import type { OnBooks } from './engine-bench.ts';

const at = '2026-11-23T00:00:00Z';
const mail: OutgoingMail = {
  source: 'security-change:usr_ada:x',
  recipient: 'ada@example.cn',
  locale: 'zh',
  template: 'security-change',
  params: { change: 'totp_off', at, ip: '203.0.113.7', url: 'https://console.test/security' },
};

async function countOf(engine: Engine, table: 'mail_outbox' | 'notices' | 'queue_items' | 'keys'): Promise<number> {
  const query = sql`select count(*) as rows from ${sql.table(table)}`;
  const [row] = await engine.read('reports', query.compile(compilerFor(engine.sql)));
  return Number(row?.rows);
}

/** Tests of notifications about sign-in methods, on every engine. */
export function securityTests(name: string, onBooks: OnBooks): void {
  void describe(`${name}: messages about ways in`, () => {
    onBooks(
      'a mail about sign-in, its first attempt and the messages of it are there together, or none of them is',
      async (bench) => {
        const { engine, clock } = bench;
        const db = compilerFor(engine.sql);
        const member = (account: string, role: string) => ({
          query:
            sql`insert into members (account_id, user_id, role, created_at) values (${account}, 'usr_ada', ${role}, 1)`.compile(
              db,
            ),
        });
        await engine.write([member('acc_one', 'owner'), member('acc_two', 'developer')], []);
        const mails = { ...bench, box: createSecretBox('the secret of these tests'), leaves: true };
        const putOn = (seen: Engine) => {
          const { statements } = createMailOutboxStore(seen, mails);
          const members = createMembersStore(seen, statements);
          return createSignInMails({ engine: seen, members, mailStatements: statements, clock })(mail, 'usr_ada');
        };
        const failing = { query: sql`insert into accounts (id) values ('acc_one')`.compile(db) };
        let units = 0;
        const dying: Engine = {
          ...engine,
          write(unit, audits) {
            units += 1;
            return engine.write([...unit, failing], audits);
          },
        };
        await assert.rejects(putOn(dying));
        assert.equal(units, 1, 'all of it is one unit');
        assert.deepEqual([await countOf(engine, 'mail_outbox'), await countOf(engine, 'notices')], [0, 0]);
        await Promise.all([putOn(engine), putOn(engine)]);
        assert.deepEqual([await countOf(engine, 'mail_outbox'), await countOf(engine, 'notices')], [1, 1], 'once each');
        const [told, ...others] = await createNoticesStore(engine).list({ accountId: 'acc_one' }, { limit: 9, after: null });
        assert.deepEqual(
          [told?.kind, told?.params, others.length],
          ['security_change', { person: mail.recipient, change: 'totp_off', at }, 0],
        );
      },
    );

    onBooks('a key is made or reset together with its notification, or neither is', async (bench) => {
      const { engine, clock } = bench;
      const keys = createKeysStore(engine);
      const one = await keys.find('key_one');
      assert.ok(one);
      const made = (id: string, hash: string): MadeKey => ({
        key: { ...one.key, id, createdAtMs: clock.nowMs() },
        hash: Buffer.from(hash),
        audit: auditDraft('key.create'),
        notice: {
          accountId: 'acc_one',
          source: `key:${id}`,
          link: `/keys/${id}`,
          atMs: clock.nowMs(),
          kind: 'key_change',
          params: { change: 'created', key: 'x', person: 'ada@example.cn', at },
        },
      });
      await keys.create(made('key_new', 'hash of the new one'));
      await assert.rejects(keys.create(made('key_other', 'hash of the new one')), 'its hash is taken');
      await keys.replace(one.key, made('key_reset', 'hash of the next one'));
      await assert.rejects(keys.replace(one.key, made('key_again', 'hash of yet another one')), 'it is reset already');
      const told = await createNoticesStore(engine).list({ accountId: 'acc_one' }, { limit: 9, after: null });
      assert.deepEqual(
        told.map(({ link }) => link),
        ['/keys/key_reset', '/keys/key_new'],
      );
    });
  });
}
