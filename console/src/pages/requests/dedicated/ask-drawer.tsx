import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RequestKind } from '@tollgate/contract/requests/service-requests';
import { useState } from 'react';
import { requestsApi } from '../../../api/clients/requests.ts';
import { useAccount } from '../../../api/current-account.ts';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { requestTexts } from '../../../components/requests/request-texts.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { TextAreaField, TextField } from '../../../ui/forms/text-field.tsx';
import { FormSentence } from '../../../ui/states/notice.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { SubmitDrawer } from '../../../ui/windows/submit-drawer.tsx';
import { OfferedContracts } from './offered-contracts.tsx';
import { texts } from './texts.ts';

interface AskDrawerProps {
  readonly kind: RequestKind;
  readonly onClose: () => void;
}

/** The form of a request. */
export function AskDrawer({ kind, onClose }: AskDrawerProps) {
  const t = useTexts(texts);
  const words = useTexts(requestTexts);
  const { id: accountId } = useAccount();
  const queries = useQueryClient();
  const [contact, setContact] = useState('');
  const [details, setDetails] = useState('');
  const mayBeSent = contact.trim() !== '' && details.trim() !== '';
  const send = useMutation({
    mutationFn: () =>
      requestsApi.createServiceRequest({
        params: { accountId },
        body: { kind, contact: contact.trim(), details: details.trim() },
      }),
    onSuccess: async () => {
      toast(t.sent);
      onClose();
      await queries.invalidateQueries({ queryKey: ['accounts', accountId, 'service-requests'] });
    },
  });
  return (
    <SubmitDrawer
      title={t.ask[kind]}
      submit={t.send}
      isReady={mayBeSent}
      isBusy={send.isPending}
      onClose={onClose}
      onSubmit={() => {
        send.mutate();
      }}
    >
      <OfferedContracts kind={kind} />
      <TextField label={t.contact} hint={t.contactHint} value={contact} onChange={setContact} maxLength={200} />
      <TextAreaField
        label={t.details}
        hint={t.detailsHint}
        className="request-text"
        rows={8}
        maxLength={4000}
        value={details}
        onChange={setDetails}
      />
      <FormFault error={send.error} />
      <FormSentence>{t.say(words.kinds[kind])}</FormSentence>
    </SubmitDrawer>
  );
}
