import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { ContactProof } from '../../../src/subjects/tenants/accounts/contact-ports.ts';
import { createSecretBox } from '../../../src/platform/secret-box.ts';
import { compilerFor, readRows } from '../../../src/storage/compiler.ts';
import { createContactProofsStore } from '../../../src/subjects/tenants/accounts/contact-proofs-store.ts';
import { createMailOutboxStore } from '../../../src/storage/stores/mail-outbox-store.ts';
import { auditDraft } from '../../storage/sample-books.ts';
import { countRows, type OnBooks } from './engine-bench.ts';

const hourMs = 3_600_000;
const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

function wanted(email: string, mails: number): ContactProof {
  return { accountId: 'acc_one', email, askedBy: 'li', expiresAtMs: hourMs, mails, mailsSinceMs: 1 };
}

export function contactTests(name: string, onBooks: OnBooks): void {
  describe(`contact addresses on ${name}`, () => {
    onBooks('are in force once they are proved, by the newest link alone, once of 50 at once', async ({ engine, clock, ids }) => {
      const box = createSecretBox('the secret of these tests');
      const outbox = createMailOutboxStore(engine, { clock, ids, box, leaves: true });
      const store = createContactProofsStore(engine, outbox.statements);
      const ask = (proof: ContactProof, tokenHash: Buffer): Promise<void> =>
        store.ask(proof, tokenHash, {
          mail: {
            source: `contact:${String(proof.mails)}`,
            recipient: proof.email ?? '',
            locale: 'zh',
            template: 'verify-address',
            params: { url: 'https://console.test/contact#token=x' },
          },
          audit: auditDraft('contact.ask'),
        });
      const address = async (): Promise<string | null> => {
        const query = compilerFor(engine.sql).selectFrom('accounts').select('email').where('id', '=', 'acc_one');
        return (await readRows(engine, 'hot', query))[0]?.email ?? null;
      };

      const before = await address();
      await ask(wanted('old@example.com', 1), first);
      await ask(wanted('new@example.com', 2), second);
      assert.equal(await store.byToken(first, 2), null, 'another link was sent');
      assert.equal(await store.byToken(second, hourMs), null, 'it holds for an hour');
      const proof = await store.byToken(second, hourMs - 1);
      assert.deepEqual(proof, wanted('new@example.com', 2));
      assert.equal(await store.prove(wanted('old@example.com', 1), first, auditDraft('contact.prove')), false);
      assert.equal(await address(), before);

      const entries = await countRows(engine, 'audit_log');
      const proved = await Promise.all(
        Array.from({ length: 50 }, () => store.prove(wanted('new@example.com', 2), second, auditDraft('contact.prove'))),
      );
      assert.equal(proved.filter(Boolean).length, 1);
      assert.equal(await address(), 'new@example.com');
      assert.equal(await countRows(engine, 'audit_log'), entries + 1);
      assert.equal(await store.byToken(second, 2), null);
      assert.deepEqual(await store.find('acc_one'), { ...wanted('', 2), email: null }, 'its mails stay counted');
    });
  });
}
