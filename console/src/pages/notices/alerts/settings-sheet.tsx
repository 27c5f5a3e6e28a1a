import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { noticesApi } from '../../../api/clients/notices.ts';
import { Loading, useCause } from '../../../components/errors/error-state.tsx';
import { exactText, plainMoneyText } from '../../../components/money/money-text.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Check, TextField } from '../../../ui/forms/text-field.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { FormSentence } from '../../../ui/states/notice.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { alertSettingsQuery, type AlertSettings } from '../alerts.ts';
import { writtenSite } from '../../../i18n/written-site.ts';
import { texts } from './texts.ts';

const amountForm = /^\d{1,9}(?:\.\d{1,4})?$/;

/** Notification settings of the account. */
export function SettingsSheet({ accountId }: { readonly accountId: string }) {
  const t = useTexts(texts);
  const { data, error, refetch } = useQuery(alertSettingsQuery(accountId));
  return (
    <Sheet title={t.balance} isPadded>
      {data === undefined ? (
        <Loading of={{ error, refetch }} what={t.failed.settings} height={160} />
      ) : (
        <SettingsForm accountId={accountId} settings={data} />
      )}
    </Sheet>
  );
}

function SettingsForm({ accountId, settings }: { readonly accountId: string; readonly settings: AlertSettings }) {
  const t = useTexts(texts);
  const client = useQueryClient();
  const [below, setBelow] = useState(settings.low_balance === null ? '' : exactText(settings.low_balance));
  const [capMail, setCapMail] = useState(settings.cap_mail);
  const typed = below.trim();
  const isFine = typed === '' || (amountForm.test(typed) && !/^[0.]+$/.test(typed));
  const saving = useMutation({
    mutationFn: () =>
      noticesApi.changeAlertSettings({
        params: { accountId },
        body: { low_balance: typed === '' ? null : typed, cap_mail: capMail },
      }),
    onSuccess: (saved) => {
      client.setQueryData(alertSettingsQuery(accountId).queryKey, saved);
      toast(t.saved);
    },
  });
  const cause = useCause(saving.error);
  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isFine) saving.mutate();
      }}
    >
      <TextField
        label={t.below}
        hint={t.belowHint}
        before="¥"
        inputMode="decimal"
        value={below}
        onChange={setBelow}
        error={isFine ? (saving.error === null ? undefined : cause) : t.notAmount}
      />
      {writtenSite.mail ? (
        <>
          <Check isOn={capMail} onChange={setCapMail}>
            {t.capMail}
          </Check>
          <p className="hint">{t.capMailHint}</p>
        </>
      ) : null}
      {isFine ? <FormSentence>{typed === '' ? t.never : t.sentence(plainMoneyText(typed))}</FormSentence> : null}
      <p>
        <Button type="submit" look="primary" isBusy={saving.isPending}>
          {t.save}
        </Button>
      </p>
    </form>
  );
}
