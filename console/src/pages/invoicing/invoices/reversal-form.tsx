import { useMutation, useQueryClient } from '@tanstack/react-query';
import { reversalReasons, type ReversalReason } from '@tollgate/contract/invoicing/invoicing';
import { useState } from 'react';
import { invoicingApi } from '../../../api/clients/invoicing.ts';
import { useAccount } from '../../../api/current-account.ts';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { SelectField } from '../../../components/forms/select-field.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { TextAreaField } from '../../../ui/forms/text-field.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { invoiceTexts } from '../../../components/invoicing/invoice-texts.ts';
import { invoicesKey } from '../invoices.ts';
import { texts } from './texts.ts';

/** Requests the reversal of an issued invoice. */
export function ReversalForm({ invoiceId }: { readonly invoiceId: string }) {
  const t = useTexts(texts);
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <OpenForm invoiceId={invoiceId} />;
  return (
    <div className="invoice-reversal">
      <Button
        onClick={() => {
          setOpen(true);
        }}
      >
        {t.reversal}
      </Button>
    </div>
  );
}

function OpenForm({ invoiceId }: { readonly invoiceId: string }) {
  const t = useTexts(texts);
  const words = useTexts(invoiceTexts);
  const { id: accountId } = useAccount();
  const queries = useQueryClient();
  const [reason, setReason] = useState<ReversalReason>('wrongly_issued');
  const [note, setNote] = useState('');
  const ask = useMutation({
    mutationFn: () =>
      invoicingApi.requestReversal({ params: { accountId, invoiceId }, body: { reason, note: note.trim() || null } }),
    onSuccess: async () => {
      toast(t.reversalSent);
      await queries.invalidateQueries({ queryKey: invoicesKey(accountId) });
    },
  });
  return (
    <form
      noValidate
      className="form invoice-reversal"
      onSubmit={(event) => {
        event.preventDefault();
        ask.mutate();
      }}
    >
      <p className="quiet">{t.reversalAsk}</p>
      <SelectField
        label={t.reversalReason}
        value={reason}
        options={reversalReasons.map((each) => [each, words.reasons[each]])}
        onChange={setReason}
      />
      <TextAreaField
        label={t.reversalNote}
        note={t.optional}
        className="invoice-text"
        rows={3}
        maxLength={500}
        value={note}
        onChange={setNote}
      />
      <FormFault error={ask.error} form="reversal" />
      <div className="form-act">
        <Button look="primary" type="submit" isBusy={ask.isPending}>
          {t.reversal}
        </Button>
      </div>
    </form>
  );
}
