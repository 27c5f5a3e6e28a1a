import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccount } from '../../../api/current-account.ts';
import { patchSubAccount, subAccountQuery, subAccountsOf, type OwnSubAccount } from '../../../api/sub-accounts.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { SubmitButton } from '../../../ui/buttons/submit-button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { SubAccountFields } from './sub-account-fields.tsx';
import { canBeSent, formOf, requestOf, type SubAccountForm } from './sub-account-form.ts';
import { texts } from './texts.ts';

/** The settings of a sub-account. Saved settings apply from the next call on; the confirmation offers to undo them. */
export function SubAccountSettings({ record }: { readonly record: OwnSubAccount }) {
  const t = useTexts(texts);
  const kept = formOf(record);
  // Renders again if the sub-account was changed elsewhere or the change was undone.
  return (
    <Sheet title={t.settings} isPadded>
      <SettingsForm key={JSON.stringify(kept)} record={record} kept={kept} />
    </Sheet>
  );
}

function useSave(record: OwnSubAccount): (form: SubAccountForm) => Promise<void> {
  const t = useTexts(texts);
  const account = useAccount();
  const client = useQueryClient();
  const send = async (form: SubAccountForm): Promise<void> => {
    const changed = await patchSubAccount(account.id, record.id, requestOf(form));
    client.setQueryData(subAccountQuery(account.id, record.id).queryKey, changed);
    void client.invalidateQueries({ queryKey: subAccountsOf(account.id) });
  };
  const undo = (): void => {
    send(formOf(record)).then(
      () => {
        toast(t.undone);
      },
      () => {
        toast(t.notUndone);
      },
    );
  };
  return async (form) => {
    await send(form);
    toast(t.saved(form.name), { undo });
  };
}

function SettingsForm({ record, kept }: { readonly record: OwnSubAccount; readonly kept: SubAccountForm }) {
  const t = useTexts(texts);
  const [form, setForm] = useState(kept);
  const [wasTried, setTried] = useState(false);
  const saving = useMutation({ mutationFn: useSave(record) });
  const isChanged = JSON.stringify(form) !== JSON.stringify(kept);
  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (isChanged && canBeSent(form)) saving.mutate(form);
      }}
    >
      <SubAccountFields
        form={form}
        showsFaults={wasTried}
        error={saving.error}
        onChange={(change) => {
          setForm((known) => ({ ...known, ...change }));
        }}
      />
      <div className="form-act">
        {isChanged ? (
          <Button
            onClick={() => {
              setForm(kept);
            }}
          >
            {t.discard}
          </Button>
        ) : null}
        <SubmitButton disabled={!isChanged} isBusy={saving.isPending}>
          {t.save}
        </SubmitButton>
      </div>
    </form>
  );
}
