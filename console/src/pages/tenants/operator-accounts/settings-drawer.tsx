import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { isolations, type Isolation } from '@tollgate/contract/enumerations';
import type { AccountAnswer } from '@tollgate/contract/tenants/operator-accounts';
import { useState } from 'react';
import { operatorTenantsApi } from '../../../api/clients/operator-tenants.ts';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { isAmount } from '../../../components/money/is-amount.ts';
import { usePlanName } from '../../../components/tenants/plan-names.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { Check, TextField } from '../../../ui/forms/text-field.tsx';
import { countText } from '../../../ui/number-text.ts';
import { FormSentence } from '../../../ui/states/notice.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { SubmitDrawer } from '../../../ui/windows/submit-drawer.tsx';
import { isLimit, LimitField, limitOf, typedLimit, type TypedLimit } from '../limit-field.tsx';
import { plansQuery } from '../plans.ts';
import { SelectField } from '../../../components/forms/select-field.tsx';
import { texts } from './texts.ts';

type Account = AccountAnswer;

interface SettingsDrawerProps {
  readonly account: Account;
  readonly onClose: () => void;
}

/** Limits specific to the account, and limits that return to the plan's. */
function limitsBody(rpm: TypedLimit, concurrency: TypedLimit) {
  const own = { requests_per_minute: limitOf(rpm), concurrency: limitOf(concurrency) };
  const names = ['requests_per_minute', 'concurrency'] as const;
  return {
    limits: {
      ...(own.requests_per_minute === undefined ? {} : { requests_per_minute: own.requests_per_minute }),
      ...(own.concurrency === undefined ? {} : { concurrency: own.concurrency }),
    },
    limits_of_plan: names.filter((name) => own[name] === undefined),
  };
}

interface Draft {
  readonly name: string;
  readonly plan: string;
  readonly rpm: TypedLimit;
  readonly concurrency: TypedLimit;
  readonly multiplier: string;
  readonly isolation: Isolation;
  readonly domesticOnly: boolean;
  /** Empty for none. */
  readonly exempt: string;
}

function draftOf(account: Account): Draft {
  return {
    name: account.name,
    plan: account.plan,
    isolation: account.isolation,
    domesticOnly: account.domestic_only,
    rpm: typedLimit(account.own_limits.requests_per_minute),
    concurrency: typedLimit(account.own_limits.concurrency),
    multiplier: account.price_multiplier,
    exempt: account.broken_connections_exempt ?? '',
  };
}

function isComplete({ name, rpm, concurrency, multiplier, exempt }: Draft): boolean {
  const hasLimits = isLimit(rpm) && isLimit(concurrency);
  return name.trim() !== '' && hasLimits && isAmount(multiplier, 6) && (exempt === '' || isAmount(exempt));
}

function useSave(id: string, onClose: () => void) {
  const t = useTexts(texts);
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ name, plan, rpm, concurrency, multiplier, isolation, domesticOnly, exempt }: Draft) =>
      operatorTenantsApi.changeAccount({
        params: { id },
        body: {
          name: name.trim(),
          plan,
          isolation,
          domestic_only: domesticOnly,
          price_multiplier: multiplier,
          broken_connections_exempt: exempt === '' ? null : exempt,
          ...limitsBody(rpm, concurrency),
        },
      }),
    onSuccess: async () => {
      toast(t.saved);
      onClose();
      await queries.invalidateQueries({ queryKey: ['operator'] });
    },
  });
}

/** Name, plan, limits, price and upstreams of an account. */
export function SettingsDrawer({ account, onClose }: SettingsDrawerProps) {
  const t = useTexts(texts);
  const { data: plans = [] } = useQuery(plansQuery);
  const nameOf = usePlanName();
  const [draft, setDraft] = useState(() => draftOf(account));
  const mayBeSent = isComplete(draft);
  const save = useSave(account.id, onClose);
  const plan = plans.find(({ id }) => id === draft.plan);
  const said = (typed: TypedLimit, ofPlan: number | null | undefined): string => {
    const limit = typed === 'plan' ? (ofPlan ?? null) : (limitOf(typed) ?? null);
    return limit === null ? t.unlimited : countText(limit);
  };
  return (
    <SubmitDrawer
      title={t.settingsTitle(account.name)}
      submit={t.save}
      isReady={mayBeSent}
      isBusy={save.isPending}
      onClose={onClose}
      onSubmit={() => {
        save.mutate(draft);
      }}
    >
      <Fields
        draft={draft}
        change={(some) => {
          setDraft((before) => ({ ...before, ...some }));
        }}
      />
      <FormFault error={save.error} />
      <FormSentence>
        {mayBeSent
          ? t.settingsSay(
              plan === undefined ? draft.plan : nameOf(plan),
              said(draft.rpm, plan?.requests_per_minute),
              said(draft.concurrency, plan?.concurrency_ceiling),
              draft.multiplier,
            )
          : t.settingsWrong}
      </FormSentence>
    </SubmitDrawer>
  );
}

interface FieldsProps {
  readonly draft: Draft;
  readonly change: (some: Partial<Draft>) => void;
}

function Fields({ draft, change }: FieldsProps) {
  const t = useTexts(texts);
  const nameOf = usePlanName();
  const { data: plans = [] } = useQuery(plansQuery);
  const field = (name: 'name' | 'plan' | 'rpm' | 'concurrency') => ({
    value: draft[name],
    onChange: (value: string) => {
      change({ [name]: value });
    },
  });
  return (
    <>
      <TextField label={t.nameField} {...field('name')} maxLength={200} />
      <SelectField label={t.plan} options={plans.map((each) => [each.id, nameOf(each)])} {...field('plan')} />
      <LimitField label={t.rpmField} hasPlan {...field('rpm')} behind="RPM" />
      <LimitField label={t.concurrencyField} hasPlan {...field('concurrency')} />
      <TextField
        label={t.multiplier}
        before="×"
        inputMode="decimal"
        autoComplete="off"
        value={draft.multiplier}
        onChange={(multiplier) => {
          change({ multiplier: multiplier.trim() });
        }}
        hint={t.multiplierHint}
        error={isAmount(draft.multiplier, 6) ? undefined : t.multiplierWrong}
      />
      <SelectField
        label={t.isolation}
        hint={t.isolationHints[draft.isolation]}
        value={draft.isolation}
        options={isolations.map((each) => [each, t.isolations[each]])}
        onChange={(isolation) => {
          change({ isolation });
        }}
      />
      <Check
        isOn={draft.domesticOnly}
        onChange={(domesticOnly) => {
          change({ domesticOnly });
        }}
      >
        {t.domesticOnly}
      </Check>
      <TextField
        label={t.exempt}
        note={t.exemptNote}
        before="¥"
        inputMode="decimal"
        autoComplete="off"
        value={draft.exempt}
        onChange={(exempt) => {
          change({ exempt: exempt.trim() });
        }}
        hint={t.exemptHint}
        error={draft.exempt === '' || isAmount(draft.exempt) ? undefined : t.exemptWrong}
      />
    </>
  );
}
