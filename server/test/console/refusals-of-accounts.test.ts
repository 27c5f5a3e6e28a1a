/**
 * Goal: actions that members of an account cannot do, or not now, are refused with the right name. Method: the APIs over HTTP; concurrent
 * actions of another node run just before the write of this one.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { freezeAccount } from '../../src/subjects/tenants/accounts/freeze-account.ts';
import { operator } from '../../src/control/principal.ts';
import { compilerFor } from '../../src/storage/compiler.ts';
import type { Answer } from '../admin/admin-bench.ts';
import { refusedAs as asNamed } from '../refused-as.ts';
import { doneFirst } from './done-first.ts';
import { done, refusedAs } from './answers.ts';
import { startPeopleBench, type Asks, type PeopleBench } from './people-bench.ts';

interface Place {
  readonly bench: PeopleBench;
  readonly owner: Asks;
  readonly id: string;
  readonly of: string;
  readonly admin: (method: string, path: string, body?: unknown) => Promise<Answer>;
}

/** An account and its owner, on a separate database. */
async function placed(
  work: (place: Place) => Promise<void>,
  options: Parameters<typeof startPeopleBench>[0] = {},
): Promise<void> {
  const bench = await startPeopleBench(options);
  try {
    const owner = bench.person('founder');
    const id = String((await owner('GET', '/session')).body.accounts[0].id);
    await work({ bench, owner, id, of: `/accounts/${id}`, admin: bench.admin });
  } finally {
    await bench.close();
  }
}

/** Adds usage without individual calls. */
async function use({ bench, id }: Place, cny: bigint): Promise<void> {
  const charge = cny * 1_000_000_000n;
  const query = sql`insert into ledger_entries (id, account_id, kind, bucket, amount, hour_start, day, reason, actor, created_at,
      credits_total, usage_total, trial_credits_total)
    select 'use', account_id, 'usage', 'usage', ${-charge}, 1, 20261122, 'use', 'system', 1, credits_total,
      usage_total + ${charge}, trial_credits_total
    from ledger_entries where account_id = ${id} order by seq desc limit 1`;
  await bench.engine.write([{ query: query.compile(compilerFor('sqlite')) }], []);
}

test('all members of an account together make so many changes in a minute and in a day', () =>
  placed(
    async ({ bench, owner, of, admin }) => {
      const joined = async (name: string): Promise<Asks> => {
        const email = `${name}@example.com`;
        await done(owner('POST', `${of}/invitations`, { email, role: 'admin' }));
        const [mail] = (await admin('GET', `/mails?recipient=${email}`)).body.data;
        const { link } = (await admin('GET', `/mails/${String(mail.id)}`)).body;
        const asks = bench.person(name);
        await done(asks('POST', '/invitations/accept', { token: String(link).split('#token=')[1] }));
        return asks;
      };
      const [second, third] = [await joined('second'), await joined('third')];
      let names = 0;
      const rename = (asks: Asks) => asks('PATCH', of, { name: `Name ${String((names += 1))}` });
      const change = async (asks: Asks, times: number) => {
        for (let one = 0; one < times; one += 1) await done(rename(asks));
      };
      bench.clock.advance(60_000);
      await change(owner, 5);
      await change(second, 5);
      const { body } = await refusedAs('account_changes_this_minute', rename(third));
      assert.deepEqual(body.error.params, { max: 10 });
      bench.clock.advance(60_000);
      // Invitations and their acceptance count towards the 16 per day.
      let last = await rename(third);
      for (let one = 1; one < 5 && last.status === 200; one += 1) last = await rename(third);
      await refusedAs('account_changes_today', Promise.resolve(last));
    },
    { changeLimits: { perMinute: 5, perDay: 8 } },
  ));

test('a member is not invited again', () =>
  placed(async ({ owner, of }) => {
    await refusedAs('member_already', owner('POST', `${of}/invitations`, { email: 'founder@example.com', role: 'developer' }));
  }));

test('an account is not closed while an invoice is under way or something is owed', () =>
  placed(async (place) => {
    const { owner, of, id, admin } = place;
    const close = async () => owner('POST', `${of}/closing`, { name: (await owner('GET', of)).body.name, password: 'x' });
    await done(admin('POST', `/accounts/${id}/credits`, { amount: '300', bucket: 'paid', reason: 'test' }));
    await use(place, 400n);
    await refusedAs('closing_meets_debt', close());
    await done(admin('POST', `/accounts/${id}/credits`, { amount: '300', bucket: 'paid', reason: 'test' }));
    const title = await done(owner('POST', `${of}/invoice-titles`, { kind: 'individual', name: '张三' }));
    const invoice = { type: 'electronic_ordinary', title_id: title.body.id, email: 'a@example.com' };
    await done(owner('POST', `${of}/invoices`, invoice, { 'idempotency-key': 'one' }));
    await refusedAs('closing_meets_invoice', close());
  }));

test('people who close an account prove who they are', async () => {
  let proven: 'too_many' | 'sign_in_again' = 'too_many';
  await placed(
    async ({ owner, of }) => {
      const close = () => owner('POST', `${of}/closing`, { name: 'x', password: 'x' });
      const { headers } = await refusedAs('passwords_wrong', close());
      assert.equal(headers.get('retry-after'), '900');
      proven = 'sign_in_again';
      await refusedAs('sign_in_too_old', close());
    },
    { proves: () => Promise.resolve(proven) },
  );
});

test('only one of two nodes starts a closure, and a passed step does not run again', () =>
  placed(async ({ bench, owner, of, id, admin }) => {
    const { closings } = bench.stores;
    const { name } = (await owner('GET', of)).body;
    const close = () => owner('POST', `${of}/closing`, { name, password: 'x' });
    const begin = closings.begin.bind(closings);
    Object.assign(closings, { begin: doneFirst(begin, begin) });
    await refusedAs('closing_begun', close());
    const audit = { atMs: 1, actor: 'x', sourceIp: null, action: 'x', objectKind: 'x', objectId: 'x', before: null, after: null };
    const disable = closings.staysDisabled.bind(closings);
    Object.assign(closings, { staysDisabled: doneFirst((accountId) => closings.takeBack(accountId, { audit }), disable) });
    await assert.rejects(freezeAccount(bench.control, operator('dispute'), id), asNamed('closing_just_taken_back'));
    await done(close());
    const paying = sql`update account_closings set state = 'paying' where account_id = ${id}`;
    await bench.engine.write([{ query: paying.compile(compilerFor('sqlite')) }], []);
    await refusedAs('closing_went_on', admin('PATCH', `/accounts/${id}/closing`, { act: 'hasten', reason: 'asked for' }));
  }));

test('a file of all data needs room, and is read while it is there', () =>
  placed(async ({ bench, owner, of }) => {
    const ask = () => owner('POST', `${of}/data-exports`, { locale: 'en' });
    const { id } = (await done(ask())).body;
    await done(owner('DELETE', `${of}/data-exports/${String(id)}`));
    await refusedAs('data_export_has_no_file', owner('GET', `${of}/data-exports/${String(id)}/content`));
    Object.assign(bench.control.accountData.files, { hasRoom: () => Promise.resolve(false) });
    await refusedAs('no_room_for_data_export', ask());
  }));
