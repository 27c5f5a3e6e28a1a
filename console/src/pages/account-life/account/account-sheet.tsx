import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { tenantsApi } from '../../../api/clients/tenants.ts';
import { ApiError } from '../../../api/http/api-error.ts';
import { ownAccountQuery } from '../../../api/own-account.ts';
import { sessionQuery } from '../../../api/session.ts';
import { Loading, useCause } from '../../../components/errors/error-state.tsx';
import { Time } from '../../../components/time/time.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { FormSentence, Notice } from '../../../ui/states/notice.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { texts } from './texts.ts';

/** Name of the account, and its contact address. */
export function AccountSheet({ accountId }: { readonly accountId: string }) {
  const t = useTexts(texts);
  const { data, error, refetch } = useQuery(ownAccountQuery(accountId));
  return (
    <Sheet title={t.account} isPadded>
      {data !== undefined ? (
        <>
          <PendingContact accountId={accountId} before={data} />
          <AccountForm key={`${accountId} ${data.email ?? ''}`} accountId={accountId} before={data} />
        </>
      ) : (
        <Loading of={{ error, refetch }} what={t.failed} height={180} />
      )}
    </Sheet>
  );
}

interface AccountFormProps {
  readonly accountId: string;
  readonly before: {
    readonly name: string;
    readonly email: string | null;
    readonly pending_email: string | null;
    readonly pending_email_until: string | null;
  };
}

/** The address that waits for confirmation. The user can send its mail again or cancel the change. */
function PendingContact({ accountId, before: { email, pending_email: pending, pending_email_until: until } }: AccountFormProps) {
  const t = useTexts(texts);
  const client = useQueryClient();
  const params = { accountId };
  const acting = useMutation({
    mutationFn: (act: 'again' | 'keep') =>
      act === 'again' ? tenantsApi.resendContactProof({ params }) : tenantsApi.changeAccount({ params, body: { email } }),
    onSuccess: (saved) => {
      client.setQueryData(ownAccountQuery(accountId).queryKey, saved);
      toast(saved.pending_email === null ? t.kept : t.sent(saved.pending_email));
    },
  });
  const cause = useCause(acting.error);
  if (pending === null || until === null) return null;
  return (
    <div className="form pending-contact">
      <Notice>
        {t.pending(pending, email)} <Time at={until} />
      </Notice>
      {acting.error === null ? null : (
        <p className="hint bad" role="alert">
          {acting.error instanceof ApiError && acting.error.status === 429 ? t.tooManyMails : cause}
        </p>
      )}
      <div className="form-act">
        {(['again', 'keep'] as const).map((act) => (
          <Button
            key={act}
            isBusy={acting.isPending && acting.variables === act}
            onClick={() => {
              acting.mutate(act);
            }}
          >
            {t.contactActs[act]}
          </Button>
        ))}
      </div>
    </div>
  );
}

function AccountForm({ accountId, before }: AccountFormProps) {
  const t = useTexts(texts);
  const client = useQueryClient();
  const [name, setName] = useState(before.name);
  const [email, setEmail] = useState(before.email ?? '');
  const saving = useMutation({
    mutationFn: () =>
      tenantsApi.changeAccount({
        params: { accountId },
        body: { name: name.trim(), email: email.trim() === '' ? null : email.trim() },
      }),
    onSuccess: async (saved) => {
      client.setQueryData(ownAccountQuery(accountId).queryKey, saved);
      await client.invalidateQueries({ queryKey: sessionQuery.queryKey });
      toast(saved.pending_email === null ? t.saved : t.sent(saved.pending_email));
    },
  });
  const said = useCause(saving.error);
  const cause = saving.error instanceof ApiError && saving.error.status === 429 ? t.tooManyMails : said;
  return (
    <form
      className="form account-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate();
      }}
    >
      <TextField label={t.name} value={name} onChange={setName} autoComplete="organization" />
      <TextField
        label={t.email}
        hint={t.emailHint}
        type="email"
        autoComplete="email"
        value={email}
        onChange={setEmail}
        error={saving.error === null ? undefined : cause}
      />
      <FormSentence>{t.saySave}</FormSentence>
      <div>
        <Button type="submit" look="primary" disabled={name.trim() === ''} isBusy={saving.isPending}>
          {t.save}
        </Button>
      </div>
    </form>
  );
}
