import { paymentsRoutes } from '@tollgate/contract/payments/console-routes';
import { addRoute } from '../../../control-http/add-route.ts';
import type { AutoTopUpAnswer } from '@tollgate/contract/payments/auto-top-up';
import { formatAmount } from '@tollgate/contract/money';
import type { TypedApp } from '../../../control-http/typed-app.ts';
import { patchAutoTopUp, readAutoTopUp, removeCard, type AutoTopUpState } from './auto-top-ups.ts';
import { beginSaving, collectSavedCards } from './saved-cards.ts';
import { showTime } from '../../../control/show-time.ts';
import { showFen } from '../orders/order-view.ts';
import type { ConsoleDeps, ConsoleResource } from '../../../console-api/console-deps.ts';
import { principalOf } from '../../../console-api/request-principal.ts';

function view({ isOffered, settings, card, isSaving, chargedFen }: AutoTopUpState): AutoTopUpAnswer {
  const { state, stop, threshold, amountFen, monthlyMaxFen, refusals, fault, retryAtMs } = settings;
  return {
    offered: isOffered,
    state,
    stop,
    threshold: formatAmount(threshold, 2),
    amount: showFen(amountFen),
    monthly_maximum: showFen(monthlyMaxFen),
    charged_this_month: showFen(chargedFen),
    refusals,
    fault,
    retry_at: retryAtMs === 0 ? null : showTime(retryAtMs),
    card:
      card === null
        ? null
        : {
            method: card.method,
            brand: card.brand,
            last4: card.last4,
            exp_month: card.expMonth,
            exp_year: card.expYear,
            saved_at: showTime(card.savedAtMs),
          },
    saving: isSaving,
  };
}

function settings(app: TypedApp, { control }: ConsoleDeps): void {
  addRoute(app, paymentsRoutes.readAutoTopUp, async (request) =>
    view(await readAutoTopUp(control, principalOf(request), request.params.accountId)),
  );

  addRoute(app, paymentsRoutes.changeAutoTopUp, async (request) =>
    view(await patchAutoTopUp(control, principalOf(request), request.params.accountId, request.body)),
  );
}

function card(app: TypedApp, { control }: ConsoleDeps): void {
  addRoute(app, paymentsRoutes.beginCardSaving, async (request) => {
    const url = await beginSaving(control, principalOf(request), request.params.accountId);
    return { url };
  });

  addRoute(app, paymentsRoutes.checkCardSaving, async (request) => {
    const { accountId } = request.params;
    await collectSavedCards(control, principalOf(request), accountId);
    return view(await readAutoTopUp(control, principalOf(request), accountId));
  });

  addRoute(app, paymentsRoutes.removeSavedCard, async (request) =>
    view(await removeCard(control, principalOf(request), request.params.accountId)),
  );
}

/** Automatic top-up settings of an account. */
export const autoTopUpResource: ConsoleResource = (app, deps) => {
  settings(app, deps);
  card(app, deps);
};
