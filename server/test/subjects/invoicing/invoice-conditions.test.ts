/**
 * Goal: every condition of an invoice holds: for people and enterprises, ordinary and special invoices, every state of the verification,
 * and every part of a title present or missing. Method: one table of the specification, compared with the rule and, over real HTTP and a
 * real database, with the routes of accounts and operators. `browser/invoice-form.test.ts` compares the form with the same table.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { invoiceTypes, type InvoiceType } from '@tollgate/contract/invoicing/invoicing';
import { nanoPerCny } from '@tollgate/contract/money';
import type { RefusalReason } from '@tollgate/contract/refusals/all-refusals';
import { readTitle, requestFault, type Verifications } from '../../../src/subjects/invoicing/rules/invoice-rules.ts';
import { compilerFor } from '../../../src/storage/compiler.ts';
import type { Answer } from '../../admin/admin-bench.ts';
import { standings, tableTitles, verdictOf, verifiedAs, type Standing, type TableTitle, type Verdict } from './invoice-table.ts';
import { startPeopleBench, type Asks, type PeopleBench } from '../../console/people-bench.ts';

const titleNames = Object.keys(tableTitles) as TableTitle[];
const kindOf = (type: InvoiceType) => (type === 'electronic_ordinary' ? 'ordinary' : 'special');
const delivery = { email: 'finance@example.com', consignee: '李雷', phone: '138 0000 0000', address: '杭州市示例路 1 号' };

const verification: Readonly<Record<Standing, Verifications>> = {
  none: { inForce: null, latest: null },
  withdrawn: { inForce: null, latest: { state: 'withdrawn' } },
  awaiting_licence: { inForce: null, latest: { state: 'awaiting_licence' } },
  submitted: { inForce: null, latest: { state: 'submitted' } },
  rejected: { inForce: null, latest: { state: 'rejected' } },
  approved: { inForce: verifiedAs, latest: { state: 'approved' } },
  renewing: { inForce: verifiedAs, latest: { state: 'submitted' } },
};

test('the rule says of every type, title and state of the verification what the specification says', () => {
  for (const type of invoiceTypes)
    for (const name of titleNames)
      for (const standing of standings) {
        const what = `${type}, ${name}, ${standing}`;
        const wanted = verdictOf(kindOf(type), name, standing);
        const wrong = requestFault(type, { title: tableTitles[name], delivery, verification: verification[standing] });
        assert.equal(wrong?.field, wanted?.[0], what);
        if (wanted !== null) assert.match(wrong?.fault ?? '', wanted[1], what);
      }
});

test('an electronic invoice needs an e-mail address alone, a paper one a consignee with telephone and address alone', () => {
  for (const type of invoiceTypes) {
    const needed = type === 'paper_special' ? ['consignee', 'phone', 'address'] : ['email'];
    for (const place of Object.keys(delivery)) {
      const without = {
        title: tableTitles.company,
        verification: verification.approved,
        delivery: { ...delivery, [place]: null },
      };
      assert.equal(requestFault(type, without)?.field, needed.includes(place) ? place : undefined, `${type} without ${place}`);
    }
  }
});

test('the title of an enterprise is taken with tax number, address and telephone, that of a person without a tax number', () => {
  for (const [name, title] of Object.entries(tableTitles)) {
    const lacking = { noAddress: 'address', neither: 'address', noTelephone: 'telephone' }[name];
    const read = readTitle(title);
    assert.equal('fault' in read ? read.field : undefined, lacking, name);
  }
  for (const [title, field] of [
    [{ ...tableTitles.company, taxNumber: null }, 'tax_number'],
    [{ ...tableTitles.company, address: ' ' }, 'address'],
    [{ ...tableTitles.person, taxNumber: verifiedAs.taxNumber }, 'tax_number'],
  ] as const) {
    const read = readTitle(title);
    assert.equal('fault' in read ? read.field : undefined, field);
  }
});

let bench: PeopleBench;
let owner: Asks;
let accountId: string;
let of: string;
let keys = 0;
const ids = new Map<TableTitle, string>();

before(async () => {
  bench = await startPeopleBench();
  owner = bench.person('founder');
  accountId = (await owner('GET', '/session')).body.accounts[0].id;
  of = `/accounts/${accountId}`;
  await admin('POST', `/accounts/${accountId}/credits`, { amount: '90000', bucket: 'paid', reason: 'test' });
  await write(sql`insert into ledger_entries (id, account_id, kind, bucket, amount, hour_start, day, reason, actor, created_at,
      credits_total, usage_total, trial_credits_total)
    select 'use', account_id, 'usage', 'usage', ${-80_000n * nanoPerCny}, 1, 20261122, 'use', 'system', 1, credits_total,
      usage_total + ${80_000n * nanoPerCny}, trial_credits_total
    from ledger_entries where account_id = ${accountId} order by seq desc limit 1`);
  const set = await admin('PATCH', '/site-settings', { electronic_special_invoices: 'on' });
  assert.equal(set.status, 200, set.text);
});
after(() => bench.close());

const write = (query: ReturnType<typeof sql>): Promise<unknown> =>
  bench.engine.write([{ query: query.compile(compilerFor('sqlite')) }], []);

const admin: Asks = (...asked) => bench.admin(...asked);

function titleBody(name: TableTitle) {
  const { taxNumber, bankAccount, ...title } = tableTitles[name];
  return { ...title, tax_number: taxNumber, bank_account: bankAccount, delivery };
}

function request(type: InvoiceType, titleId: string | undefined): Promise<Answer> {
  keys += 1;
  const body = { type, title_id: titleId, amount: '100' };
  return owner('POST', `${of}/invoices`, body, { 'idempotency-key': `key-${String(keys)}` });
}

test('a new or changed title of an enterprise is refused at the field that it lacks; older ones stay in the list', async () => {
  for (const name of titleNames) {
    const lacking = { noAddress: 'address', neither: 'address', noTelephone: 'telephone' }[name as string];
    const made = await owner('POST', `${of}/invoice-titles`, titleBody(name));
    assert.equal(made.body.error?.param, lacking, name);
    if (lacking === undefined) {
      ids.set(name, made.body.id);
      continue;
    }
    assert.match(made.body.error.message, /is required for an enterprise/);
    const whole = await owner('POST', `${of}/invoice-titles`, titleBody('company'));
    ids.set(name, whole.body.id);
    // As stored by an earlier version.
    const { address, telephone } = tableTitles[name];
    const details = JSON.stringify({ ...delivery, printed: { address, telephone, bank: null, bankAccount: null } });
    await write(sql`update invoice_titles set details = ${details} where id = ${ids.get(name)}`);
    const changed = await owner('PUT', `${of}/invoice-titles/${String(ids.get(name))}`, titleBody(name));
    assert.equal(changed.body.error?.param, lacking);
  }
  const listed = (await owner('GET', `${of}/invoice-titles`)).body.data;
  assert.equal(listed.length, titleNames.length);
  assert.equal(listed.filter(({ address }: { address: string | null }) => address === null).length, 3, 'with the person');
});

/** Moves the verification of the account from the previous state to this one. */
const steps: Readonly<Record<Standing, () => Promise<void>>> = {
  none: () => Promise.resolve(),
  withdrawn: async () => {
    await begin();
    assert.equal((await owner('DELETE', `${of}/verification`)).body.state, 'withdrawn');
  },
  awaiting_licence: begin,
  submitted: uploadLicence,
  rejected: async () => {
    assert.equal((await decide('reject', { reason: 'The licence cannot be read.' })).body.state, 'rejected');
  },
  approved: async () => {
    await begin();
    await uploadLicence();
    assert.equal((await decide('approve')).body.state, 'approved');
  },
  renewing: async () => {
    await begin();
    await uploadLicence();
  },
};

async function begin(): Promise<void> {
  // The latest verification is the one that started last.
  bench.clock.advance(1000);
  const begun = await owner('POST', `${of}/verification`, { name: verifiedAs.name, tax_number: verifiedAs.taxNumber });
  assert.equal(begun.status, 201, begun.text);
}

async function uploadLicence(): Promise<void> {
  const answer = await fetch(`${bench.url}/api/console${of}/verification/licence`, {
    method: 'PUT',
    body: '%PDF-1.7\n%%EOF',
    headers: { origin: new URL(bench.url).origin, 'x-test-person': 'founder', 'content-type': 'application/pdf' },
  });
  assert.equal(answer.status, 200, await answer.text());
}

async function decide(act: 'approve' | 'reject', body?: object): Promise<Answer> {
  const { latest } = (await owner('GET', `${of}/verification`)).body;
  return admin('POST', `/verifications/${String(latest.id)}/${act}`, body);
}

function expectVerdict(answer: Answer, wanted: Verdict, what: string): void {
  if (wanted === null) {
    assert.equal(answer.status, 201, `${what}: ${answer.text}`);
    return;
  }
  assert.deepEqual([answer.status, answer.body.error?.param], [400, wanted[0]], `${what}: ${answer.text}`);
  const { message } = answer.body.error as { message: string };
  assert.match(message.replace(`\`${wanted[0]}\` `, ''), wanted[1], what);
}

test('the route says the same at every state of the verification, and says that state to the form', async () => {
  for (const standing of standings) {
    await steps[standing]();
    const offer = (await owner('GET', `${of}/invoices/invoiceable`)).body;
    const told = { none: null, renewing: 'approved' }[standing as string];
    assert.equal(offer.verification, told === undefined ? standing : told);
    assert.equal(offer.is_verified, offer.verification === 'approved', standing);
    for (const type of invoiceTypes)
      for (const name of titleNames) {
        const what = `${type}, ${name}, ${standing}`;
        const made = await request(type, ids.get(name));
        expectVerdict(made, verdictOf(kindOf(type), name, standing), what);
        if (made.status === 201)
          assert.equal((await owner('POST', `${of}/invoices/${String(made.body.id)}/withdraw`)).status, 200);
      }
  }
});

test('a request from before the rule is not approved, and can be rejected', async () => {
  const made = await request('electronic_ordinary', ids.get('company'));
  assert.equal(made.status, 201, made.text);
  await write(sql`update invoices set title = ${JSON.stringify(tableTitles.neither)} where id = ${made.body.id}`);
  const path = `/invoices/${String(made.body.id)}`;
  const refused = await admin('POST', `${path}/approve`);
  assert.equal(refused.status, 409, refused.text);
  assert.deepEqual(
    [refused.body.error.reason, refused.body.error.params],
    ['invoice_needs_whole_title', { fields: 'address and telephone' }],
  );
  const seen = (await admin('GET', path)).body;
  assert.deepEqual([seen.state, seen.verified_name], ['submitted', verifiedAs.name], 'nothing has moved');
  assert.equal((await admin('POST', `${path}/reject`, { reason: 'Add address and telephone.' })).body.state, 'rejected');
  const whole = await request('electronic_ordinary', ids.get('company'));
  await write(sql`update verifications set state = 'rejected' where account_id = ${accountId}`);
  const unverified = await admin('POST', `/invoices/${String(whole.body.id)}/approve`);
  assert.equal(unverified.status, 409, unverified.text);
  assert.equal(unverified.body.error.reason, 'invoice_needs_new_verification');
});

test('each lack of a request that is to be approved has a unique name', async () => {
  const made = await request('electronic_ordinary', ids.get('person'));
  const cases: readonly (readonly [
    RefusalReason,
    { type?: InvoiceType; title?: TableTitle; standing?: Standing; without?: string },
  ])[] = [
    ['invoice_needs_enterprise', { type: 'paper_special', title: 'person' }],
    ['invoice_needs_verification', { standing: 'withdrawn' }],
    ['invoice_needs_licence', { standing: 'awaiting_licence' }],
    ['invoice_needs_decision', { standing: 'submitted' }],
    ['invoice_needs_new_verification', { standing: 'rejected' }],
    ['invoice_needs_verified_title', { type: 'electronic_special', title: 'otherCompany' }],
    ['invoice_needs_whole_title', { title: 'noAddress' }],
    ['invoice_needs_email', { without: 'email' }],
    ...(['consignee', 'phone', 'address'] as const).map(
      (without) => [`invoice_needs_${without}`, { type: 'paper_special', without }] as const,
    ),
  ];
  const latest = sql`(select id from verifications where account_id = ${accountId} order by created_at desc limit 1)`;
  for (const [reason, { type = 'electronic_ordinary', title = 'company', standing = 'approved', without = '' }] of cases) {
    await write(sql`update verifications set state = 'withdrawn' where account_id = ${accountId}`);
    await write(sql`update verifications set state = ${standing} where id = ${latest}`);
    const printed = JSON.stringify(tableTitles[title]);
    const sent = JSON.stringify({ ...delivery, [without]: null });
    await write(sql`update invoices set type = ${type}, title = ${printed}, delivery = ${sent} where id = ${made.body.id}`);
    const refused = await admin('POST', `/invoices/${String(made.body.id)}/approve`);
    assert.deepEqual([refused.status, refused.body.error.reason], [409, reason], refused.text);
  }
});
