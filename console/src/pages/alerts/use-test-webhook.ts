import { useMutation, useQueryClient } from '@tanstack/react-query';
import { webhooksQuery } from '../../api/alerts.ts';
import { answerOf, api } from '../../api/client.ts';
import { useWhy } from '../../components/error-state.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { toast } from '../../ui/toast.tsx';
import { failureText } from './failure-text.ts';
import { texts } from './texts.ts';

/** Sends a test event, and says how it went. */
export function useTestWebhook(accountId: string, webhookId: string) {
  const t = useTexts(texts);
  const why = useWhy();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      answerOf(
        api.POST('/api/console/accounts/{accountId}/webhooks/{webhookId}/test', { params: { path: { accountId, webhookId } } }),
      ),
    onSuccess: ({ fault }) => {
      toast(fault === null ? t.testOk : t.testFailed(failureText(t, fault)));
    },
    onError: (error) => {
      toast(why(error));
    },
    onSettled: () => client.invalidateQueries({ queryKey: webhooksQuery(accountId).queryKey }),
  });
}
