import { useMutation, useQueryClient } from '@tanstack/react-query';
import { webhookEvents, type WebhookEvent } from '@tollgate/contract/notices/webhook-events';
import { useState } from 'react';
import { noticesApi } from '../../../api/clients/notices.ts';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { ActButton } from '../../../ui/buttons/act-button.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { FormDrawer } from '../../../ui/windows/drawer.tsx';
import { webhooksQuery, type Webhook } from '../alerts.ts';
import { DeliveryList } from './delivery-list.tsx';
import { EventChoice } from './event-choice.tsx';
import { texts } from './texts.ts';
import { useTestWebhook } from './use-test-webhook.ts';

interface WebhookDetailProps {
  readonly accountId: string;
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

/** The events of a webhook, and its deliveries. */
export function WebhookDetail({ accountId, webhook, onClose }: WebhookDetailProps) {
  const t = useTexts(texts);
  const client = useQueryClient();
  const known = webhookEvents.filter((event) => webhook.events.includes(event));
  const [events, setEvents] = useState<readonly WebhookEvent[]>(known);
  const test = useTestWebhook(accountId, webhook.id);
  const saving = useMutation({
    mutationFn: () => noticesApi.changeWebhook({ params: { accountId, webhookId: webhook.id }, body: { events: [...events] } }),
    onSuccess: () => {
      toast(t.saved);
    },
    onSettled: () => client.invalidateQueries({ queryKey: webhooksQuery(accountId).queryKey }),
  });
  const isSame = events.join() === known.join();
  return (
    <FormDrawer
      title={new URL(webhook.url).host}
      label={t.detail}
      sub={<p className="mono quiet webhook-url">{webhook.url}</p>}
      onClose={onClose}
      foot={
        <>
          <ActButton act={test}>{t.test}</ActButton>
          <ActButton look="primary" disabled={isSame || events.length === 0} act={saving}>
            {t.saveEvents}
          </ActButton>
        </>
      }
    >
      <EventChoice value={events} onChange={setEvents} />
      <FormFault error={saving.error} />
      <h3 className="deliveries-head">{t.deliveries}</h3>
      <DeliveryList accountId={accountId} webhookId={webhook.id} />
    </FormDrawer>
  );
}
