import { isolations, type Isolation } from '@tollgate/contract/enumerations';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, api } from '../../api/client.ts';
import type { components } from '../../api/schema.d.ts';
import { useCause } from '../../components/error-state.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { Button } from '../../ui/button.tsx';
import { FormDrawer } from '../../ui/drawer.tsx';
import { FormSentence } from '../../ui/notice.tsx';
import { Field, TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.tsx';
import { plansQuery } from './plans.ts';
import { texts } from './texts.ts';

interface SettingsDrawerProps {
  readonly account: components['schemas']['Account'];
  readonly onClose: () => void;
}

const isLimit = (text: string): boolean => text === '' || /^[1-9]\d{0,8}$/.test(text);
const shown = (limit: number | null | undefined): string => (limit === undefined || limit === null ? '' : String(limit));

/** What of the limits is the account's own; what is left empty is the plan's. */
function ownLimits(rpm: string, concurrency: string) {
  if (rpm === '' && concurrency === '') return null;
  return {
    ...(rpm === '' ? {} : { requests_per_minute: Math.trunc(+rpm) }),
    ...(concurrency === '' ? {} : { concurrency: Math.trunc(+concurrency) }),
  };
}

interface PlanFieldProps {
  readonly value: string;
  readonly onChange: (plan: string) => void;
}

function PlanField({ value, onChange }: PlanFieldProps) {
  const t = useTexts(texts);
  const { data: plans = [] } = useQuery(plansQuery);
  return (
    <Field label={t.plan}>
      {(ids) => (
        <span className="input">
          <select
            {...ids}
            className="plan-select"
            value={value}
            onChange={(event) => {
              onChange(event.target.value);
            }}
          >
            {plans.map((each) => (
              <option key={each.id} value={each.id}>
                {each.name}
              </option>
            ))}
          </select>
        </span>
      )}
    </Field>
  );
}

interface IsolationFieldProps {
  readonly value: Isolation;
  readonly onChange: (isolation: Isolation) => void;
}

/** Whose upstreams serve the account. */
function IsolationField({ value, onChange }: IsolationFieldProps) {
  const t = useTexts(texts);
  return (
    <Field label={t.isolation} hint={t.isolationHints[value]}>
      {(ids) => (
        <span className="input">
          <select
            {...ids}
            className="plan-select"
            value={value}
            onChange={(event) => {
              onChange(isolations.find((each) => each === event.target.value) ?? 'shared');
            }}
          >
            {isolations.map((each) => (
              <option key={each} value={each}>
                {t.isolations[each]}
              </option>
            ))}
          </select>
        </span>
      )}
    </Field>
  );
}

/** Name, plan, limits and upstreams of an account. */
export function SettingsDrawer({ account, onClose }: SettingsDrawerProps) {
  const t = useTexts(texts);
  const queries = useQueryClient();
  const { data: plans = [] } = useQuery(plansQuery);
  const [name, setName] = useState(account.name);
  const [plan, setPlan] = useState(account.plan);
  const [rpm, setRpm] = useState(shown(account.own_limits.requests_per_minute));
  const [concurrency, setConcurrency] = useState(shown(account.own_limits.concurrency));
  const [isolation, setIsolation] = useState(account.isolation);
  const mayBeSent = name.trim() !== '' && isLimit(rpm) && isLimit(concurrency);
  const save = useMutation({
    mutationFn: () =>
      answerOf(
        api.PATCH('/api/admin/accounts/{id}', {
          params: { path: { id: account.id } },
          body: { name: name.trim(), plan, limits: ownLimits(rpm, concurrency), isolation },
        }),
      ),
    onSuccess: async () => {
      toast(t.saved);
      onClose();
      await queries.invalidateQueries({ queryKey: ['operator'] });
    },
  });
  const fault = useCause(save.error);
  const limits = [[t.rpmField, rpm, setRpm] as const, [t.concurrencyField, concurrency, setConcurrency] as const];
  return (
    <FormDrawer
      title={t.settingsTitle(account.name)}
      label={t.settingsTitle(account.name)}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button look="primary" type="submit" form="account-settings" disabled={!mayBeSent} isBusy={save.isPending}>
            {t.save}
          </Button>
        </>
      }
    >
      <form
        id="account-settings"
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (mayBeSent) save.mutate();
        }}
      >
        <TextField label={t.nameField} value={name} onChange={setName} maxLength={200} />
        <PlanField value={plan} onChange={setPlan} />
        <div className="two">
          {limits.map(([label, value, change]) => (
            <TextField
              key={label}
              label={label}
              note={t.limitNote}
              value={value}
              onChange={change}
              inputMode="numeric"
              error={isLimit(value) ? undefined : t.limitWrong}
            />
          ))}
        </div>
        <IsolationField value={isolation} onChange={setIsolation} />
        {save.error === null ? null : (
          <p className="hint bad" role="alert">
            {fault}
          </p>
        )}
        <FormSentence>
          {t.settingsSay(
            plans.find(({ id }) => id === plan)?.name ?? plan,
            rpm === '' ? t.ofPlan : rpm,
            concurrency === '' ? t.ofPlan : concurrency,
          )}
        </FormSentence>
      </form>
    </FormDrawer>
  );
}
