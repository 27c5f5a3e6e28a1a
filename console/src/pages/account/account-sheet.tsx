import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, api } from '../../api/client.ts';
import { ownAccountQuery } from '../../api/own-account.ts';
import { sessionQuery } from '../../api/session.ts';
import { ErrorState, useCause } from '../../components/error-state.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/empty-state.tsx';
import { FormSentence } from '../../ui/notice.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.tsx';
import { texts } from './texts.ts';

/** What the account is called, and where mails to it go. */
export function AccountSheet({ accountId }: { readonly accountId: string }) {
  const t = useTexts(texts);
  const { data, error, refetch } = useQuery(ownAccountQuery(accountId));
  return (
    <Sheet title={t.account} isPadded>
      {data !== undefined ? (
        <AccountForm key={accountId} accountId={accountId} before={data} />
      ) : error === null ? (
        <Skeleton height={180} />
      ) : (
        <ErrorState what={t.failed} error={error} onRetry={() => void refetch()} />
      )}
    </Sheet>
  );
}

interface AccountFormProps {
  readonly accountId: string;
  readonly before: { readonly name: string; readonly email: string | null };
}

function AccountForm({ accountId, before }: AccountFormProps) {
  const t = useTexts(texts);
  const client = useQueryClient();
  const [name, setName] = useState(before.name);
  const [email, setEmail] = useState(before.email ?? '');
  const saving = useMutation({
    mutationFn: () =>
      answerOf(
        api.PATCH('/api/console/accounts/{accountId}', {
          params: { path: { accountId } },
          body: { name: name.trim(), email: email.trim() === '' ? null : email.trim() },
        }),
      ),
    onSuccess: async (saved) => {
      client.setQueryData(ownAccountQuery(accountId).queryKey, saved);
      await client.invalidateQueries({ queryKey: sessionQuery.queryKey });
      toast(t.saved);
    },
  });
  const cause = useCause(saving.error);
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
