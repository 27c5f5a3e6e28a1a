import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccount } from '../../../api/current-account.ts';
import { ApiError } from '../../../api/http/api-error.ts';
import { suggestedCapsQuery, type OwnKey } from '../../../api/keys.ts';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { useRefused } from '../../../components/errors/use-refused.ts';
import { exactText, moneyText, nano, plainMoneyText } from '../../../components/money/money-text.ts';
import { useChangeKey } from '../../../components/tenants/use-change-key.ts';
import { useServiceZone, useZoneName } from '../../../components/time/time-text.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { SubmitButton } from '../../../ui/buttons/submit-button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { formTexts } from './form-texts.tsx';
import { KeyFields } from './key-fields.tsx';
import { faultsOf, formOf, requestOf, type KeyForm } from './key-form.ts';
import { keyPageTexts } from './key-page-texts.ts';
import { KeySentence } from './key-sentence.tsx';

interface KeySettingsProps {
  readonly record: OwnKey;
  readonly mayWrite: boolean;
}

/** The settings of a key. Saved settings apply from the next call on; the confirmation offers to undo them. */
export function KeySettings({ record, mayWrite }: KeySettingsProps) {
  const t = useTexts(keyPageTexts);
  const zone = useServiceZone();
  const kept = formOf(record, zone);
  if (!mayWrite)
    return (
      <Sheet title={t.settings} isPadded>
        <KeySentence form={kept} />
      </Sheet>
    );
  // Renders again if the key was changed elsewhere or the change was undone.
  return (
    <Sheet title={t.settings} isPadded>
      <SettingsForm key={record.updated_at} record={record} kept={kept} />
    </Sheet>
  );
}

function SettingsForm({ record, kept }: { readonly record: OwnKey; readonly kept: KeyForm }) {
  const t = useTexts(formTexts);
  const change = useChangeKey();
  const offset = useZoneName().replace('UTC', '');
  const [form, setForm] = useState(kept);
  const [wasTried, setTried] = useState(false);
  const saving = useMutation({
    mutationFn: () => change(record, requestOf(form, offset), t.saved(form.remark)),
  });
  const refused = useRefused(saving.error);
  const isChanged = JSON.stringify(form) !== JSON.stringify(kept);
  const update = (part: Partial<KeyForm>): void => {
    setForm((known) => ({ ...known, ...part }));
  };
  return (
    <form
      className="form key-settings"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (isChanged && faultsOf(form).length === 0) saving.mutate();
      }}
    >
      <KeyFields
        form={form}
        onChange={update}
        showsFaults={wasTried}
        refused={refused}
        capNote={<SuggestedCap record={record} form={form} onTake={update} />}
        hasSubAccount={false}
        isOpen={hasMore(kept)}
        isEmptied={kept.addresses.length > 0 && form.addresses.length === 0}
      />
      {saving.error instanceof ApiError && saving.error.param !== null ? null : <FormFault error={saving.error} />}
      <KeySentence form={form} />
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

/** Whether a setting in the collapsed part has a value. */
function hasMore({
  expires,
  requestsPerMinute,
  tokensPerMinute,
  concurrency,
  isStrict,
  isDomestic,
  routing,
  preferredRoute,
}: KeyForm): boolean {
  return (
    isStrict ||
    isDomestic ||
    routing !== null ||
    preferredRoute !== null ||
    [expires, requestsPerMinute, tokensPerMinute, concurrency].some((text) => text !== '')
  );
}

interface SuggestedCapProps {
  readonly record: OwnKey;
  readonly form: KeyForm;
  readonly onTake: (change: Partial<KeyForm>) => void;
}

/** Recent spending of the key, and a cap that would not have stopped it. */
function SuggestedCap({ record, form, onTake }: SuggestedCapProps) {
  const t = useTexts(formTexts);
  const account = useAccount();
  const { data } = useQuery(suggestedCapsQuery(account.id, record.id));
  const cap = data?.daily_cap ?? null;
  if (data === undefined || cap === null || nano(data.peak_day) === 0n) return null;
  return (
    <>
      {t.lastDays(moneyText(data.average_day), moneyText(data.peak_day))}{' '}
      {form.dailyCap === exactText(cap) ? null : (
        <button
          type="button"
          className="link"
          onClick={() => {
            onTake({ dailyCap: exactText(cap) });
          }}
        >
          {t.takeSuggested(plainMoneyText(cap))}
        </button>
      )}
    </>
  );
}
