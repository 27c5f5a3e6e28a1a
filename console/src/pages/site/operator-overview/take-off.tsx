import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SetUpStepName } from '@tollgate/contract/site/overview';
import { operatorSiteApi } from '../../../api/clients/operator-site.ts';
import { useSession } from '../../../api/session.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { ActButton } from '../../../ui/buttons/act-button.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { texts } from './texts.ts';

/** Dismisses a set-up step for all operators. The site settings can restore it. */
export function TakeOff({ step }: { readonly step: SetUpStepName }) {
  const t = useTexts(texts);
  const client = useQueryClient();
  const { operator } = useSession();
  const taking = useMutation({
    mutationFn: async () => {
      const { dismissed_set_up: before } = await operatorSiteApi.readSiteSettings();
      const body = { dismissed_set_up: [before.trim(), step].filter((line) => line !== '').join('\n') };
      await operatorSiteApi.changeSiteSettings({ body });
    },
    onSuccess: async () => {
      toast(t.dismissed);
      await client.invalidateQueries({ queryKey: ['operator'] });
    },
    onError: () => {
      toast(t.notDismissed);
    },
  });
  if (operator !== 'administrator') return null;
  return <ActButton act={taking}>{step === 'secret_backup' ? t.done : t.dismiss}</ActButton>;
}
