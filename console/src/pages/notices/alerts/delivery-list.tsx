import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { noticesApi } from '../../../api/clients/notices.ts';
import { Loading, useWhy } from '../../../components/errors/error-state.tsx';
import { useDeliveryFault } from '../../../components/notices/use-delivery-fault.ts';
import { Time } from '../../../components/time/time.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { ActButton } from '../../../ui/buttons/act-button.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { HttpStatus, StatusWord, type StatusLook } from '../../../ui/states/status-word.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { deliveriesQuery, webhooksQuery, type WebhookDelivery } from '../alerts.ts';
import { texts } from './texts.ts';

const looks: Readonly<Record<WebhookDelivery['state'], StatusLook>> = { waiting: 'slow', sent: 'go', failed: 'shut' };

interface OfWebhook {
  readonly accountId: string;
  readonly webhookId: string;
}

function useSendAgain({ accountId, webhookId }: OfWebhook, deliveryId: string) {
  const t = useTexts(texts);
  const why = useWhy();
  const wordsOf = useDeliveryFault();
  const client = useQueryClient();
  const params = { accountId, webhookId, deliveryId };
  return useMutation({
    mutationFn: () => noticesApi.resendWebhookDelivery({ params }),
    onSuccess: ({ fault, reason }) => {
      toast(fault === null ? t.sentAgain : t.testFailed(wordsOf(reason, fault)));
    },
    onError: (error) => {
      toast(why(error));
    },
    onSettled: () => client.invalidateQueries({ queryKey: webhooksQuery(accountId).queryKey }),
  });
}

function DeliveryRow({ delivery, ...of }: OfWebhook & { readonly delivery: WebhookDelivery }) {
  const t = useTexts(texts);
  const again = useSendAgain(of, delivery.id);
  const { event, state, status, attempts, last_error: fault, last_fault: reason, created_at: at, next_try: next } = delivery;
  const wordsOf = useDeliveryFault();
  const kinds: Readonly<Record<string, string>> = t.kinds;
  return (
    <li>
      <div>
        <p className="webhook-facts">
          <b>{event === 'test' ? t.testEvent : (kinds[event] ?? event)}</b>
          <StatusWord look={looks[state]}>{t.states[state]}</StatusWord>
        </p>
        <p className="webhook-facts quiet">
          <Time at={at} />
          {status === null ? null : <HttpStatus status={status} />}
          {fault === null || status !== null ? null : <span>{wordsOf(reason, fault)}</span>}
          <span>{t.tries(attempts)}</span>
          {next === null ? null : (
            <span>
              {t.nextTry} <Time at={next} />
            </span>
          )}
        </p>
      </div>
      <ActButton look="plain" act={again}>
        {t.sendAgain}
      </ActButton>
    </li>
  );
}

/** Recent deliveries to a webhook, and their results. */
export function DeliveryList(of: OfWebhook) {
  const t = useTexts(texts);
  const { data, error, refetch } = useQuery(deliveriesQuery(of.accountId, of.webhookId));
  if (data === undefined) return <Loading of={{ error, refetch }} what={t.failed.deliveries} height={160} />;
  if (data.length === 0) return <EmptyState>{t.noDeliveries}</EmptyState>;
  return (
    <ul className="deliveries">
      {data.map((delivery) => (
        <DeliveryRow key={delivery.id} delivery={delivery} {...of} />
      ))}
    </ul>
  );
}
