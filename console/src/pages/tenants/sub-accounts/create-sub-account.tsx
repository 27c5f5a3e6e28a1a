import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccount } from '../../../api/current-account.ts';
import { createSubAccount, subAccountsOf } from '../../../api/sub-accounts.ts';
import { useGo } from '../../../components/links/app-link.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { toast } from '../../../ui/states/toast.tsx';
import { SubmitDrawer } from '../../../ui/windows/submit-drawer.tsx';
import { SubAccountFields } from './sub-account-fields.tsx';
import { canBeSent, emptyForm, requestOf } from './sub-account-form.ts';
import { texts } from './texts.ts';

/** Creates a sub-account, and then opens it. */
export function CreateSubAccount() {
  const t = useTexts(texts);
  const go = useGo();
  const account = useAccount();
  const client = useQueryClient();
  const [form, setForm] = useState(emptyForm);
  const [wasTried, setTried] = useState(false);
  const creation = useMutation({
    mutationFn: () => createSubAccount(account.id, requestOf(form)),
    onSuccess: async ({ id, name }) => {
      await client.invalidateQueries({ queryKey: subAccountsOf(account.id) });
      toast(t.created(name));
      go(paths.subAccount(id), { replace: true });
    },
  });
  const close = (): void => {
    go(paths.subAccounts);
  };
  return (
    <SubmitDrawer
      title={t.create}
      submit={t.create}
      isBusy={creation.isPending}
      onClose={close}
      onSubmit={() => {
        setTried(true);
        if (canBeSent(form)) creation.mutate();
      }}
    >
      <SubAccountFields
        isNew
        form={form}
        showsFaults={wasTried}
        error={creation.error}
        onChange={(change) => {
          setForm((known) => ({ ...known, ...change }));
        }}
      />
    </SubmitDrawer>
  );
}
