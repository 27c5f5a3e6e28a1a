import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useAccount } from '../../../api/current-account.ts';
import { ApiError } from '../../../api/http/api-error.ts';
import { createKey, keysOf, keysQuery } from '../../../api/keys.ts';
import { modelsQuery } from '../../../api/models.ts';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { useRefused } from '../../../components/errors/use-refused.ts';
import { useAddressState } from '../../../components/links/address-state.ts';
import { useGo } from '../../../components/links/app-link.tsx';
import { moneyText } from '../../../components/money/money-text.ts';
import { useZoneName } from '../../../components/time/time-text.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { SubmitButton } from '../../../ui/buttons/submit-button.tsx';
import { Skeleton } from '../../../ui/states/empty-state.tsx';
import { FormDrawer } from '../../../ui/windows/drawer.tsx';
import { testAllowList } from './basic-models.ts';
import { formTexts } from './form-texts.tsx';
import { KeyFields } from './key-fields.tsx';
import { faultsOf, presetForm, presetOf, presets, requestOf, type KeyForm, type Preset } from './key-form.ts';
import { KeySentence } from './key-sentence.tsx';
import { NewKeyDrawer } from './new-key-drawer.tsx';
import { useUsualSpending } from './use-usual-spending.ts';

/** Creates a key: its settings with a summary, then its value, once. */
export function CreateKeyDrawer() {
  const go = useGo();
  const account = useAccount();
  const client = useQueryClient();
  const creation = useMutation({
    mutationFn: (body: Parameters<typeof createKey>[1]) => createKey(account.id, body),
    onSuccess: () => client.invalidateQueries({ queryKey: keysOf(account.id) }),
  });
  const close = (): void => {
    go(paths.keys);
  };
  if (creation.data !== undefined) return <NewKeyDrawer made={creation.data} onDone={close} />;
  return (
    <CreateForm
      isBusy={creation.isPending}
      error={creation.error}
      onClose={close}
      onCreate={(body) => {
        creation.mutate(body);
      }}
    />
  );
}

interface CreateFormProps {
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly onClose: () => void;
  readonly onCreate: (body: Parameters<typeof createKey>[1]) => void;
}

const formId = 'create-key';

function CreateForm({ isBusy, error, onClose, onCreate }: CreateFormProps) {
  const t = useTexts(formTexts);
  const { query } = useAddressState();
  const preset = presetOf(query.create ?? '');
  const isReady = useIsReady();
  return (
    <FormDrawer
      title={t.createTitle}
      label={t.createTitle}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <SubmitButton form={formId} isBusy={isBusy}>
            {t.create}
          </SubmitButton>
        </>
      }
    >
      {isReady ? <Fields key={preset} preset={preset} error={error} onCreate={onCreate} /> : <Skeleton height={420} />}
    </FormDrawer>
  );
}

/** Whether the data for the presets is loaded. */
function useIsReady(): boolean {
  const account = useAccount();
  const models = useQuery(modelsQuery);
  const keys = useQuery(keysQuery(account.id));
  const usual = useUsualSpending();
  return !models.isLoading && !keys.isLoading && !usual.isLoading;
}

interface FieldsProps {
  readonly preset: Preset;
  readonly error: Error | null;
  readonly onCreate: CreateFormProps['onCreate'];
}

function Fields({ preset, error, onCreate }: FieldsProps) {
  const t = useTexts(formTexts);
  const account = useAccount();
  const { query } = useAddressState();
  const models = useQuery(modelsQuery).data ?? [];
  const usual = useUsualSpending();
  const remarks = (useQuery(keysQuery(account.id)).data?.rows ?? []).map(({ remark }) => remark);
  const offset = useZoneName().replace('UTC', '');
  const [form, setForm] = useState<KeyForm>(() => ({
    ...presetForm(preset, { allowList: testAllowList(models), suggested: usual.suggested, remarks }),
    subAccountId: account.sub_account_id ?? query.sub_account_id ?? null,
  }));
  const [wasTried, setTried] = useState(false);
  const refused = useRefused(error);
  const submit = (): void => {
    setTried(true);
    if (faultsOf(form).length === 0) onCreate({ ...requestOf(form, offset), sub_account_id: form.subAccountId });
  };
  const note = usual.average === null ? null : t.lastDays(moneyText(usual.average), moneyText(usual.peak));
  return (
    <form
      id={formId}
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <PresetChoice preset={preset} />
      <KeyFields
        form={form}
        onChange={(change) => {
          setForm((known) => ({ ...known, ...change }));
        }}
        showsFaults={wasTried}
        refused={refused}
        capNote={preset === 'production' ? note : null}
        hasSubAccount
      />
      {error instanceof ApiError && error.param !== null ? null : <FormFault error={error} />}
      <KeySentence form={form} />
    </form>
  );
}

/** Another preset renders the form again, which would move the focus away while the user selects with arrow keys. */
let isWalking = false;

/** Selects one of three presets. Arrow keys move between them, like radio buttons. */
function PresetChoice({ preset }: { readonly preset: Preset }) {
  const t = useTexts(formTexts);
  const { set } = useAddressState();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isWalking) place.current?.querySelector<HTMLElement>('[aria-checked=true]')?.focus();
    isWalking = false;
  }, []);
  const choose = (next: Preset): void => {
    set({ create: next }, { replace: true });
  };
  const onKey = (event: KeyboardEvent<HTMLDivElement>): void => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = presets.at((presets.indexOf(preset) + step) % presets.length);
    isWalking = true;
    if (next !== undefined) choose(next);
  };
  return (
    <div ref={place} className="choice presets" role="radiogroup" aria-label={t.preset} onKeyDown={onKey}>
      {presets.map((each) => (
        <button
          key={each}
          type="button"
          role="radio"
          aria-checked={each === preset}
          tabIndex={each === preset ? 0 : -1}
          onClick={() => {
            choose(each);
          }}
        >
          <b>{t.presets[each]}</b>
          <small>{t.presetNotes[each]}</small>
        </button>
      ))}
    </div>
  );
}
