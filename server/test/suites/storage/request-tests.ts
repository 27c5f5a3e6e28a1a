import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { AccountNotice } from '../../../src/domain/books/account-notice.ts';
import type { ContractDocument, ServiceRequest } from '../../../src/subjects/requests/requests-ports.ts';
import { createSecretBox } from '../../../src/platform/secret-box.ts';
import { createContractDocumentsStore } from '../../../src/subjects/requests/contract-documents-store.ts';
import { createMailOutboxStore } from '../../../src/storage/stores/mail-outbox-store.ts';
import { createObjectsIndexStore } from '../../../src/storage/stores/objects-index-store.ts';
import { createRequestsStore } from '../../../src/subjects/requests/requests-store.ts';
import { auditDraft } from '../../storage/sample-books.ts';
import { countRows, type OnBooks } from './engine-bench.ts';

const step = { stage: 'contact', enteredAtMs: 1, expectedOn: '2026-11-24', note: '' } as const;
const sample = (id: string, over: Partial<ServiceRequest> = {}): ServiceRequest => ({
  id,
  accountId: 'acc_one',
  accountName: 'One',
  kind: 'dedicated',
  stage: 'contact',
  contact: 'Li',
  details: 'many',
  requestedBy: 'li@example.com',
  createdAtMs: 1,
  steps: [step],
  contracts: [],
  ...over,
});
const notice = (source: string): AccountNotice => ({
  accountId: 'acc_one',
  kind: 'service_request',
  source,
  link: '/dedicated',
  atMs: 1,
  params: { request: 'dedicated', stage: 'contact', expected: '', note: '' },
});
type Bench = Parameters<Parameters<OnBooks>[1]>[0];

function storeOf({ engine, clock, ids }: Bench) {
  const options = { clock, ids, box: createSecretBox('the secret of these tests'), leaves: true };
  return createRequestsStore(engine, createMailOutboxStore(engine, options).statements);
}

const everything = { limit: 200, after: null };

export function requestTests(name: string, onBooks: OnBooks): void {
  describe(`requests on ${name}`, () => {
    onBooks(
      'a contract that is offered to all is kept for long, and lets go of the file that it replaces',
      async ({ engine }) => {
        const store = createContractDocumentsStore(engine);
        const objects = createObjectsIndexStore(engine);
        const keep = async (object: string): Promise<void> => {
          const facts = { name: object, accountId: '', keyId: '', mediaType: 'application/pdf' };
          await objects.begin(facts, { atMs: 1, expiresAtMs: 2 });
          await objects.finish(object, 9);
        };
        const expired = async () => (await objects.expired({ atMs: 10, begunBeforeMs: 0 }, 100)).map((object) => object.name);
        const document: ContractDocument = {
          id: 'doc_a',
          kind: 'dedicated',
          locale: 'zh',
          title: '协议',
          versionOn: '2026-11-01',
          object: 'first/0',
          bytes: 9,
          uploadedBy: 'op',
          createdAtMs: 1,
        };
        const next = { ...document, title: 'v2', versionOn: '2026-12-01', object: 'second/0', uploadedBy: 'another' };
        await Promise.all(['first/0', 'second/0'].map(keep));
        await store.put(document, auditDraft('contract-document.create'));
        assert.deepEqual(await store.list(), [document]);
        assert.deepEqual(await expired(), ['second/0'], 'what is not offered goes by itself');
        await store.put(next, auditDraft('contract-document.replace'));
        assert.deepEqual([await store.list(), await expired()], [[next], ['first/0']]);
        await store.remove(next, auditDraft('contract-document.delete'));
        assert.deepEqual([await store.list(), (await expired()).toSorted()], [[], ['first/0', 'second/0']]);
        await assert.rejects(store.remove(next, auditDraft('contract-document.delete')), /document/);
      },
    );

    onBooks('of 50 at once for one channel one is kept, and the account is notified once', async (bench) => {
      const { engine } = bench;
      const store = storeOf(bench);
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

    onBooks('a step taken by many at once is taken once, and steps stay with their dates and notes', async (bench) => {
      const { engine } = bench;
      const store = storeOf(bench);
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

    onBooks('one that has ended makes room for another, and lists separate those under way from the others', async (bench) => {
      const store = storeOf(bench);
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

    onBooks(
      'of 50 contracts uploaded at once to a request ten are taken, each file kept for long, the account notified of each',
      async (bench) => {
        const { engine } = bench;
        const store = storeOf(bench);
        const objects = createObjectsIndexStore(engine);
        await store.create(sample('req_a'), notice('a'), auditDraft('x'));
        const upload = async (at: number): Promise<boolean> => {
          const object = `object${String(at)}/0`;
          await objects.begin(
            { name: object, accountId: 'acc_one', keyId: '', mediaType: 'application/pdf' },
            { atMs: 1, expiresAtMs: 2 },
          );
          await objects.finish(object, 9);
          const contract = {
            id: `con_${String(at)}`,
            side: 'operator',
            object,
            bytes: 9,
            uploadedBy: 'op',
            createdAtMs: at,
          } as const;
          const told = { notice: notice(`contract:${String(at)}`), mails: [], audit: auditDraft('x') };
          return store.addContract({ ...contract, requestId: 'req_a' }, told);
        };
        const taken = await Promise.all(Array.from({ length: 50 }, (_, at) => upload(at)));
        assert.equal(taken.filter(Boolean).length, 10);
        const contracts = (await store.find('req_a'))?.contracts ?? [];
        assert.equal(contracts.length, 10);
        assert.equal(await countRows(engine, 'notices'), 11, 'the request, and each contract');
        for (const { object } of contracts) assert.ok(((await objects.find(object))?.expiresAtMs ?? 0) > 20 * 365 * 86_400_000);
        assert.equal(
          (await objects.expired({ atMs: 10, begunBeforeMs: 0 }, 100)).length,
          40,
          'what was not taken goes by itself',
        );
      },
    );
  });
}
