import { useMutation, useQueryClient } from '@tanstack/react-query';
import { noticesApi } from '../../../api/clients/notices.ts';
import { useWhy } from '../../../components/errors/error-state.tsx';
import { useDeliveryFault } from '../../../components/notices/use-delivery-fault.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { toast } from '../../../ui/states/toast.tsx';
import { webhooksQuery } from '../alerts.ts';
import { texts } from './texts.ts';

/** Sends a test event and shows the result. */
export function useTestWebhook(accountId: string, webhookId: string) {
  const t = useTexts(texts);
  const why = useWhy();
  const wordsOf = useDeliveryFault();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => noticesApi.testWebhook({ params: { accountId, webhookId } }),
    onSuccess: ({ fault, reason }) => {
      toast(fault === null ? t.testOk : t.testFailed(wordsOf(reason, fault)));
    },
    onError: (error) => {
      toast(why(error));
    },
    onSettled: () => client.invalidateQueries({ queryKey: webhooksQuery(accountId).queryKey }),
  });
}
