import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { AccountNotice } from '../../../src/domain/books/account-notice.ts';
import type { ServiceRequest } from '../../../src/control/requests-ports.ts';
import { createRequestsStore } from '../../../src/storage/stores/requests-store.ts';
import { auditDraft } from '../../storage/sample-books.ts';
import { countRows, type OnBooks } from './engine-bench.ts';

const step = { stage: 'contact', enteredAtMs: 1, expectedOn: '2026-11-24', note: '' } as const;
const sample = (id: string, over: Partial<ServiceRequest> = {}): ServiceRequest => ({
  ...{ id, accountId: 'acc_one', accountName: 'One', kind: 'dedicated', stage: 'contact', contact: 'Li', details: 'many' },
  ...{ requestedBy: 'li@example.com', createdAtMs: 1, steps: [step] },
  ...over,
});
const notice = (source: string): AccountNotice => ({
  ...{ accountId: 'acc_one', kind: 'service_request', source, link: '/dedicated', atMs: 1 },
  params: { request: 'dedicated', stage: 'contact', expected: '', note: '' },
});
const everything = { limit: 200, after: null };

export function requestTests(name: string, onBooks: OnBooks): void {
  describe(`requests on ${name}`, () => {
    onBooks('of 50 at once for one channel one is kept, and the account is told once', async ({ engine }) => {
      const store = createRequestsStore(engine);
      const made = await Promise.all(
        Array.from({ length: 50 }, (_, at) =>
          store.create(sample(`req_${String(at)}`), notice(`request:${String(at)}`), auditDraft('service-request.create')),
        ),
      );
      assert.equal(made.filter(Boolean).length, 1);
      assert.equal((await store.list({ isOpen: true }, everything)).length, 1);
      assert.equal(await countRows(engine, 'notices'), 1);
      const other = sample('req_other', { kind: 'deployment' });
      assert.equal(await store.create(other, notice('other'), auditDraft('x')), true, 'the other kind is another request');
    });

    onBooks('a step taken by many at once is taken once, and steps stay with their dates and notes', async ({ engine }) => {
      const store = createRequestsStore(engine);
      await store.create(sample('req_a'), notice('a'), auditDraft('x'));
      const next = { stage: 'assessment', enteredAtMs: 5, expectedOn: '2026-11-27', note: 'Wednesday' } as const;
      const moves = await Promise.all(
        Array.from({ length: 20 }, () =>
          store.step({ id: 'req_a', from: 'contact', step: next }, notice('a:assessment'), auditDraft('x')),
        ),
      );
      assert.equal(moves.filter(Boolean).length, 1);
      const found = await store.find('req_a');
      assert.equal(found?.stage, 'assessment');
      assert.deepEqual(found.steps, [step, next]);
      assert.equal(await countRows(engine, 'notices'), 2);
    });

    onBooks('one that has ended makes room for another, and lists tell those under way from the others', async ({ engine }) => {
      const store = createRequestsStore(engine);
      await store.create(sample('req_a'), notice('a'), auditDraft('x'));
      const end = { stage: 'declined', enteredAtMs: 5, expectedOn: null, note: '' } as const;
      assert.equal(await store.step({ id: 'req_a', from: 'contact', step: end }, notice('a:declined'), auditDraft('x')), true);
      assert.equal(await store.create(sample('req_b', { createdAtMs: 9 }), notice('b'), auditDraft('x')), true);
      const ids = async (isOpen?: boolean) => (await store.list({ isOpen }, everything)).map(({ id }) => id);
      assert.deepEqual([await ids(true), await ids(false), await ids()], [['req_b'], ['req_a'], ['req_a', 'req_b']]);
      const second = await store.list({}, { limit: 1, after: { atMs: 1, id: 'req_a' } });
      assert.deepEqual(
        second.map(({ id }) => id),
        ['req_b'],
      );
      assert.equal(second[0]?.accountName === '', false);
    });
  });
}
