import { accountParams } from '@tollgate/contract/console/account';
import {
  autoTopUpAnswer,
  patchAutoTopUpRequest,
  savingAnswer,
  type AutoTopUpAnswer,
} from '@tollgate/contract/console/auto-top-up';
import { formatAmount } from '@tollgate/contract/money';
import { answers } from '../control-http/route-schema.ts';
import type { TypedApp } from '../control-http/typed-app.ts';
import { patchAutoTopUp, readAutoTopUp, removeCard, type AutoTopUpState } from '../control/auto-top-ups.ts';
import { beginSaving, takeSavings } from '../control/saved-cards.ts';
import { showTime } from '../control/tenant-settings.ts';
import { showFen } from '../views/order-view.ts';
import { accountPath } from './console-api.ts';
import type { ConsoleDeps, ConsoleResource } from './console-deps.ts';
import { principalOf } from './who-asks.ts';

const tags = ['Console: top-up'];
const path = `${accountPath}/auto-top-up`;
const cardPath = `${path}/card`;

function view({ isOffered, settings, card, isSaving, chargedFen }: AutoTopUpState): AutoTopUpAnswer {
  const { state, stop, threshold, amountFen, monthlyMaxFen, refusals, fault, retryAtMs } = settings;
  return {
    ...{ offered: isOffered, state, stop, threshold: formatAmount(threshold, 2), amount: showFen(amountFen) },
    ...{ monthly_maximum: showFen(monthlyMaxFen), charged_this_month: showFen(chargedFen), refusals, fault },
    retry_at: retryAtMs === 0 ? null : showTime(retryAtMs),
    card:
      card === null
        ? null
        : {
            ...{ method: card.method, brand: card.brand, last4: card.last4 },
            ...{ exp_month: card.expMonth, exp_year: card.expYear, saved_at: showTime(card.savedAtMs) },
          },
    saving: isSaving,
  };
}

function settings(app: TypedApp, { control }: ConsoleDeps): void {
  app.get(
    path,
    {
      config: { who: 'money.read' },
      schema: {
        tags,
        summary: 'Read how the account is topped up automatically',
        params: accountParams,
        response: answers(autoTopUpAnswer),
      },
    },
    async (request) => view(await readAutoTopUp(control, principalOf(request), request.params.accountId)),
  );

  app.patch(
    path,
    {
      config: { who: 'money.write' },
      schema: {
        tags,
        summary: 'Set how the account is topped up automatically',
        description:
          'Fields that are left out stay. Once it is on and the balance is below `threshold`, `amount` is charged to the saved card within about a minute. Refused three times in a row it is switched off.',
        params: accountParams,
        body: patchAutoTopUpRequest,
        response: answers(autoTopUpAnswer),
      },
    },
    async (request) => view(await patchAutoTopUp(control, principalOf(request), request.params.accountId, request.body)),
  );
}

function card(app: TypedApp, { control }: ConsoleDeps): void {
  app.post(
    cardPath,
    {
      config: { who: 'money.write' },
      schema: {
        tags,
        summary: 'Begin to save a card',
        description:
          'The card is entered at the payment service, and only what is shown of it is kept here. It replaces the one before.',
        params: accountParams,
        response: answers(savingAnswer, 201),
      },
    },
    async (request, reply) => {
      const url = await beginSaving(control, principalOf(request), request.params.accountId);
      return reply.code(201).send({ url });
    },
  );

  app.post(
    `${cardPath}/check`,
    {
      config: { who: 'money.write' },
      schema: {
        tags,
        summary: 'Ask whether a card was saved',
        description: 'For whoever comes back from the payment service before its report does.',
        params: accountParams,
        response: answers(autoTopUpAnswer),
      },
    },
    async (request) => {
      const { accountId } = request.params;
      await takeSavings(control, principalOf(request), accountId);
      return view(await readAutoTopUp(control, principalOf(request), accountId));
    },
  );

  app.delete(
    cardPath,
    {
      config: { who: 'money.write' },
      schema: {
        tags,
        summary: 'Remove the saved card',
        description: 'Automatic top-up is switched off, and the payment service forgets the card.',
        params: accountParams,
        response: answers(autoTopUpAnswer),
      },
    },
    async (request) => view(await removeCard(control, principalOf(request), request.params.accountId)),
  );
}

/** How an account is topped up while nobody is there. */
export const autoTopUpResource: ConsoleResource = (app, deps) => {
  settings(app, deps);
  card(app, deps);
};
