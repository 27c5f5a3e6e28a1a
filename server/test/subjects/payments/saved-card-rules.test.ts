/**
 * Goal: a card is saved for the account that requested it, while it is wanted, and deleted once it is not; an unreachable service raises an
 * alarm and asks to try again. Method: the rules themselves with a payment service that saves cards.
 */
import assert from 'node:assert/strict';
import { before, beforeEach, it } from 'node:test';
import type { ControlContext } from '../../../src/control/control-context.ts';
import type { Principal } from '../../../src/control/principal.ts';
import {
  beginSaving,
  cardMethod,
  runCardTask,
  savedMeansOf,
  storeSavedCard,
  collectSavedCards,
} from '../../../src/subjects/payments/cards/saved-cards.ts';
import { PaymentServiceError } from '../../../src/domain/payments/payment-method.ts';
import { refusedAs } from '../../refused-as.ts';
import { hourMs, withAutoTopUps } from './auto-top-up-world.ts';
import { onSqlite } from './payment-bench.ts';

type Store<Name extends keyof ControlContext['stores']> = Partial<ControlContext['stores'][Name]>;

await withAutoTopUps(
  'saved cards',
  (w, bench) => {
    const { cards, stripe } = w;
    const accountId = (): string => bench().accountId;
    let told: { readonly logged: object[]; readonly raised: object[] };
    /** The context of the service, with replacements of the test. */
    function context(
      stores: { savedCards?: Store<'savedCards'>; paymentMethods?: Store<'paymentMethods'> } = {},
    ): ControlContext {
      const control = w.control();
      const { savedCards, paymentMethods } = control.stores;
      return {
        ...control,
        stores: {
          ...control.stores,
          savedCards: { ...savedCards, ...stores.savedCards },
          paymentMethods: { ...paymentMethods, ...stores.paymentMethods },
        },
        payments: {
          ...control.payments,
          logger: { ...control.payments.logger, error: (what: object) => told.logged.push(what) },
          alarms: { ...control.payments.alarms, raise: (alarm: object) => told.raised.push(alarm) },
        },
      };
    }
    const owner = (own: object = {}): Principal => ({
      name: 'owner',
      sourceIp: null,
      scope: { kind: 'account', accountId: accountId(), subAccountId: null, role: 'owner', ...own },
    });
    /** Starts saving a card, and enters it. */
    async function entered(): Promise<string> {
      const url = await beginSaving(context(), owner(), accountId());
      await fetch(`${url}/done`);
      return url.split('/').at(-1) ?? '';
    }
    const away = { kind: 'payment_service_failed', subject: 'stripe' };

    before(() => w.setUp());
    beforeEach(() => {
      told = { logged: [], raised: [] };
      stripe.isDown = false;
      // Beyond the hourly limit of new requests.
      bench().fixture.clock.advance(hourMs + 1);
    });

    it('a service that does not respond means a temporary refusal, and operators are notified', async () => {
      const saving = await entered();
      stripe.isDown = true;
      for (const ask of [
        () => beginSaving(context(), owner(), accountId()),
        () => collectSavedCards(context(), owner(), accountId()),
      ]) {
        told = { logged: [], raised: [] };
        await assert.rejects(ask(), refusedAs('payment_service_silent'));
        assert.deepEqual([told.logged.length, told.raised.length], [1, 1]);
        assert.deepEqual({ ...told.raised[0], ...away }, told.raised[0]);
      }
      await assert.rejects(runCardTask(context(), { kind: 'read', savingId: saving }), PaymentServiceError);
      stripe.isDown = false;
      assert.equal(await collectSavedCards(context(), owner(), accountId()), 1);
    });

    it('a fault of ours is no fault of the service', async () => {
      const fault = new Error('the disk is full');
      const broken = { savedCards: { referenced: () => Promise.reject(fault), open: () => Promise.reject(fault) } };
      await assert.rejects(beginSaving(context(broken), owner(), accountId()), fault);
      await assert.rejects(collectSavedCards(context(broken), owner(), accountId()), fault);
      assert.deepEqual(told, { logged: [], raised: [] });
    });

    it('cards are kept by the way to pay that is offered and can', async () => {
      const found = async (list: readonly object[] | null) =>
        (await cardMethod(context(list === null ? {} : { paymentMethods: { list: () => Promise.resolve(list as never) } })))
          ?.name ?? null;
      assert.equal(await found(null), 'stripe');
      const [record] = (await w.control().stores.paymentMethods.list()).filter(({ name }) => name === 'stripe');
      await bench().setUp('bank', { payee: 'a', account: 'b', bank: 'c' });
      const [bank] = (await w.control().stores.paymentMethods.list()).filter(({ name }) => name === 'bank');
      assert.ok(record !== undefined && bank !== undefined);
      assert.equal(await found([bank]), null, 'a bank keeps none');
      assert.equal(await found([bank, record]), 'stripe');
      assert.equal(await found([{ ...record, enabled: false }]), null);
      assert.equal(await found([{ ...record, name: 'epay' }, record]), 'stripe', 'one that is not known here is passed over');
      await assert.rejects(
        beginSaving(context({ paymentMethods: { list: () => Promise.resolve([]) } }), owner(), accountId()),
        refusedAs('no_method_saves_cards'),
      );
      await assert.rejects(savedMeansOf(context(), 'bank'), { code: 'not_found' });
    });

    it('so many are begun in an hour', async () => {
      for (let at = 0; at < 10; at += 1) await beginSaving(context(), owner(), accountId());
      await assert.rejects(beginSaving(context(), owner(), accountId()), refusedAs('card_savings_this_hour', { max: 10 }));
      bench().fixture.clock.advance(hourMs + 1);
      await beginSaving(context(), owner(), accountId());
    });

    it('neither a part of the account nor another account saves one or asks about one', async () => {
      await entered();
      for (const own of [{ subAccountId: 'sub_1' }, { accountId: bench().fixture.accountId }]) {
        await assert.rejects(beginSaving(context(), owner(own), accountId()), { code: 'not_found' }, JSON.stringify(own));
        await assert.rejects(collectSavedCards(context(), owner(own), accountId()), { code: 'not_found' }, JSON.stringify(own));
      }
      assert.equal(await collectSavedCards(context(), owner(), accountId()), 1);
    });

    it('a card is kept once, from when its service knows it; before that a report of it comes too early', async () => {
      const url = await beginSaving(context(), owner(), accountId());
      const id = url.split('/').at(-1) ?? '';
      const saving = await w.control().stores.savedCards.find(id);
      const early = { savedCards: { find: () => Promise.resolve(saving === null ? null : { ...saving, reference: null }) } };
      assert.equal(await storeSavedCard(context(early), id), 'early');
      assert.equal(await storeSavedCard(context(), id), 'open');
      assert.equal(await collectSavedCards(context(), owner(), accountId()), 0);
      await fetch(`${url}/done`);
      assert.equal(await storeSavedCard(context(), id), 'kept');
      assert.equal(await storeSavedCard(context(), id), 'over');
      const again = saving === null ? null : { ...saving, isOpen: true, reference: `cs_${id}` };
      assert.equal(
        await storeSavedCard(context({ savedCards: { find: () => Promise.resolve(again) } }), id),
        'over',
        'told twice at once',
      );
      assert.equal(await storeSavedCard(context(), 'sav_of_nobody'), 'over');
      const { data } = await bench().admin('GET', '/audit-log?action=auto-top-up.card');
      const [entry] = data as { actor: string; after: object }[];
      const card = { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2031 };
      assert.deepEqual([entry?.actor, entry?.after], ['owner', { method: 'stripe', card, kept: true }]);
    });

    it('a card that was taken away is forgotten there, unless it is being charged; where the method is gone nobody is asked', async () => {
      const first = await entered();
      await collectSavedCards(context(), owner(), accountId());
      await entered();
      await collectSavedCards(context(), owner(), accountId());
      const forget = { kind: 'forget', accountId: accountId() } as const;
      const { savedCards } = w.control().stores;
      const removed = await savedCards.removed(accountId());
      assert.ok(removed.length > 0, 'the card before it');
      const charged = { savedCards: { removed: () => Promise.resolve(removed.map((card) => ({ ...card, isCharged: true }))) } };
      await assert.rejects(runCardTask(context(charged), forget), PaymentServiceError);
      stripe.isDown = true;
      await assert.rejects(runCardTask(context(), forget), PaymentServiceError);
      assert.equal(told.raised.length, 1);
      assert.deepEqual(
        [(await savedCards.removed(accountId())).length, cards.detached.has(`pm_${first}`)],
        [removed.length, false],
      );
      const gone = { paymentMethods: { find: () => Promise.resolve(null) }, savedCards: { forgotten: () => Promise.resolve() } };
      assert.equal(await runCardTask(context(gone), forget), 'forgotten');
      stripe.isDown = false;
      assert.equal(await runCardTask(context(), forget), 'forgotten');
      assert.deepEqual([await savedCards.removed(accountId()), cards.detached.has(`pm_${first}`)], [[], true]);
    });

    it('in an account that is being closed none is begun, and one that was entered is given up at once', async () => {
      const id = await entered();
      const { name } = await bench().admin('GET', `/accounts/${accountId()}`);
      const closing = { body: { name, password: 'right' } };
      assert.ok((await bench().console.ask('owner', 'POST', `/accounts/${accountId()}/closing`, closing)).status < 300);
      await assert.rejects(beginSaving(context(), owner(), accountId()), refusedAs('closing_account_tops_up_nothing'));
      assert.equal(await storeSavedCard(context(), id), 'over');
      await runCardTask(context(), { kind: 'forget', accountId: accountId() });
      assert.ok(cards.detached.has(`pm_${id}`));
    });
  },
  onSqlite,
);
