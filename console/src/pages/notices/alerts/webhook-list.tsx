import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { webhookEvents } from '@tollgate/contract/notices/webhook-events';
import { noticesApi } from '../../../api/clients/notices.ts';
import { Loading, useWhy } from '../../../components/errors/error-state.tsx';
import { useAddressState } from '../../../components/links/address-state.ts';
import { LinkButton } from '../../../components/links/app-link.tsx';
import { Time } from '../../../components/time/time.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { paths, withQuery } from '../../../paths.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { StatusWord } from '../../../ui/states/status-word.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { webhooksQuery, type Webhook } from '../alerts.ts';
import { ReceiverActs } from '../receiver-acts.tsx';
import { texts } from './texts.ts';
import { useTestWebhook } from './use-test-webhook.ts';
import { WebhookDetail } from './webhook-detail.tsx';

function useWebhookActs(accountId: string, { id, enabled }: Webhook) {
  const t = useTexts(texts);
  const why = useWhy();
  const client = useQueryClient();
  const params = { accountId, webhookId: id };
  const onSettled = () => client.invalidateQueries({ queryKey: webhooksQuery(accountId).queryKey });
  const onError = (error: Error) => {
    toast(why(error));
  };
  const test = useTestWebhook(accountId, id);
  const turn = useMutation({
    mutationFn: () => noticesApi.changeWebhook({ params, body: { enabled: !enabled } }),
    onSettled,
    onError,
  });
  const remove = useMutation({
    mutationFn: () => noticesApi.removeWebhook({ params }),
    onSuccess: () => {
      toast(t.removed);
    },
    onSettled,
    onError,
  });
  return { test, turn, remove };
}

function Standing({ webhook: { enabled, failing_since: since } }: { readonly webhook: Webhook }) {
  const t = useTexts(texts);
  if (!enabled) return <StatusWord look="off">{t.isOff}</StatusWord>;
  if (since === null) return <StatusWord look="go">{t.isOn}</StatusWord>;
  return (
    <>
      <StatusWord look="shut">{t.failing}</StatusWord>
      <span className="quiet">
        {t.since} <Time at={since} />
      </span>
    </>
  );
}

function WebhookRow({ accountId, webhook }: { readonly accountId: string; readonly webhook: Webhook }) {
  const t = useTexts(texts);
  const acts = useWebhookActs(accountId, webhook);
  return (
    <li>
      <div>
        <p className="mono">{webhook.url}</p>
        <p className="webhook-facts">
          <Standing webhook={webhook} />
          <span className="quiet">
            {webhook.events.length === webhookEvents.length ? t.allEvents : t.someEvents(webhook.events.length)}
          </span>
        </p>
      </div>
      <div className="webhook-acts">
        <LinkButton to={withQuery(paths.alerts, { webhook: webhook.id })}>{t.open}</LinkButton>
        <ReceiverActs isEnabled={webhook.enabled} acts={acts} words={t} />
      </div>
    </li>
  );
}

/** Webhooks of the account. */
export function WebhookList({ accountId }: { readonly accountId: string }) {
  const t = useTexts(texts);
  const { query, set } = useAddressState();
  const { data, error, refetch } = useQuery(webhooksQuery(accountId));
  const opened = data?.find(({ id }) => id === query.webhook);
  return (
    <Sheet title={t.webhooks}>
      {data === undefined ? (
        <Loading of={{ error, refetch }} what={t.failed.webhooks} height={120} />
      ) : data.length === 0 ? (
        <EmptyState>{t.empty}</EmptyState>
      ) : (
        <ul className="webhooks">
          {data.map((webhook) => (
            <WebhookRow key={webhook.id} accountId={accountId} webhook={webhook} />
          ))}
        </ul>
      )}
      {opened === undefined ? null : (
        <WebhookDetail
          accountId={accountId}
          webhook={opened}
          onClose={() => {
            set({ webhook: undefined });
          }}
        />
      )}
    </Sheet>
  );
}
