import {
  createWebhook,
  listWebhookDeliveries,
  listWebhooks,
  patchAlertSettings,
  patchWebhook,
  readAlertSettings,
  removeWebhook,
  resendWebhook,
  testWebhook,
} from '../../../src/subjects/notices/alerts.ts';
import type { ControlContext } from '../../../src/control/control-context.ts';
import { operator } from '../../../src/control/principal.ts';
import type { ScopeCases, ScopeIds } from './scope-case.ts';

const request = { url: 'https://hooks.example.com/x' };

async function placeOf(control: ControlContext, { account }: ScopeIds) {
  return { accountId: account, id: (await control.stores.webhooks.list(account))[0]?.id ?? 'none' };
}

async function prepare(control: ControlContext, { account }: ScopeIds): Promise<void> {
  for (const { id } of await control.stores.webhooks.list(account))
    await removeWebhook(control, operator('test'), { accountId: account, id });
  await createWebhook(control, operator('test'), account, request);
}

export const alertCases: ScopeCases = {
  readAlertSettings: { may: 'whole', ask: (control, principal, { account }) => readAlertSettings(control, principal, account) },
  patchAlertSettings: {
    may: 'whole',
    ask: (control, principal, { account }) => patchAlertSettings(control, principal, account, { low_balance: '7' }),
  },
  listWebhooks: { may: 'whole', ask: (control, principal, { account }) => listWebhooks(control, principal, account) },
  createWebhook: {
    may: 'whole',
    prepare,
    ask: (control, principal, { account }) => createWebhook(control, principal, account, request),
  },
  patchWebhook: {
    may: 'whole',
    prepare,
    ask: async (control, principal, ids) => patchWebhook(control, principal, await placeOf(control, ids), { enabled: false }),
  },
  testWebhook: {
    may: 'whole',
    prepare,
    ask: async (control, principal, ids) => testWebhook(control, principal, await placeOf(control, ids)),
  },
  listWebhookDeliveries: {
    may: 'whole',
    prepare,
    ask: async (control, principal, ids) => listWebhookDeliveries(control, principal, await placeOf(control, ids)),
  },
  resendWebhook: {
    may: 'whole',
    prepare,
    ask: async (control, principal, ids) => {
      const place = await placeOf(control, ids);
      await testWebhook(control, operator('test'), place);
      const [sent] = await control.stores.webhooks.deliveries(place.id, { limit: 1, after: null });
      return resendWebhook(control, principal, { ...place, deliveryId: sent?.id ?? 'none' });
    },
  },
  removeWebhook: {
    may: 'whole',
    prepare,
    ask: async (control, principal, ids) => removeWebhook(control, principal, await placeOf(control, ids)),
  },
};
