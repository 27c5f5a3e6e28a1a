import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useAccount } from '../../../api/current-account.ts';
import { ownAccountQuery } from '../../../api/own-account.ts';
import { useSession } from '../../../api/session.ts';
import { subAccountsQuery } from '../../../api/sub-accounts.ts';
import { ModelsField } from '../../../components/catalogue/models-field.tsx';
import { SelectField } from '../../../components/forms/select-field.tsx';
import { CapField } from '../../../components/tenants/cap-field.tsx';
import { useZoneName } from '../../../components/time/time-text.ts';
import { useListing, useTexts } from '../../../i18n/texts.ts';
import { Check, Field, TextField } from '../../../ui/forms/text-field.tsx';
import { countText } from '../../../ui/number-text.ts';
import { formTexts } from './form-texts.tsx';
import { faultsOf, isAddress, type FormFault, type KeyForm } from './key-form.ts';
import { PreferredRouteField } from './preferred-route-field.tsx';

export interface KeyFieldsProps {
  readonly form: KeyForm;
  readonly onChange: (change: Partial<KeyForm>) => void;
  /** Errors are shown only after an attempt to submit. */
  readonly showsFaults: boolean;
  /** The server's error for a field, by its API name. */
  readonly refused: (param: string) => string | undefined;
  /** Recent spending, shown below the caps. */
  readonly capNote?: ReactNode;
  /** Whether to show the sub-account, which cannot change after the key is created. */
  readonly hasSubAccount: boolean;
  readonly isOpen?: boolean;
  /** Whether the list had entries and now has none. */
  readonly isEmptied?: boolean;
}

/** Input for the settings of a key. */
export function KeyFields(props: KeyFieldsProps) {
  const t = useTexts(formTexts);
  const { form, onChange, refused, capNote, hasSubAccount, showsFaults, isOpen = false } = props;
  const remark = (
    <TextField
      label={t.remark}
      value={form.remark}
      onChange={(value) => {
        onChange({ remark: value });
      }}
      maxLength={500}
      autoComplete="off"
      autoFocus={hasSubAccount}
      error={showsFaults && faultsOf(form).includes('remark') ? t.fault.remark : refused('remark')}
    />
  );
  return (
    <>
      {hasSubAccount ? (
        <div className="two">
          {remark}
          <SubAccountField {...props} />
        </div>
      ) : (
        remark
      )}
      <div>
        <div className="two">
          <CapField
            period="daily"
            value={form.dailyCap}
            onChange={(value) => {
              onChange({ dailyCap: value });
            }}
            error={refused('daily_cap')}
          />
          <CapField
            period="monthly"
            value={form.monthlyCap}
            onChange={(value) => {
              onChange({ monthlyCap: value });
            }}
            error={refused('monthly_cap')}
          />
        </div>
        <p className="hint">
          {capNote} {t.capHint}
        </p>
      </div>
      <ModelsField
        value={form.models}
        onChange={(models) => {
          onChange({ models });
        }}
        error={refused('model_allow_list')}
      />
      <AddressesField {...props} />
      <details className="more" open={isOpen}>
        <summary>{t.more}</summary>
        <MoreFields {...props} />
      </details>
    </>
  );
}

function SubAccountField({ form, onChange }: KeyFieldsProps) {
  const t = useTexts(formTexts);
  const account = useAccount();
  const subAccounts = useQuery(subAccountsQuery(account.id)).data?.rows ?? [];
  const options = subAccounts.map(({ id, name }) => [id, name] as const);
  const isBound = account.sub_account_id !== null;
  return (
    <SelectField
      label={t.subAccount}
      note={isBound ? undefined : t.optional}
      value={form.subAccountId ?? ''}
      options={isBound ? options : [['', t.noSub], ...options]}
      isDisabled={isBound}
      onChange={(value) => {
        onChange({ subAccountId: value === '' ? null : value });
      }}
    />
  );
}

function AddressesField({ form, onChange, refused, isEmptied = false }: KeyFieldsProps) {
  const t = useTexts(formTexts);
  const listed = useListing();
  const mine = useSession().source_ip;
  const wrong = form.addresses.filter((entry) => !isAddress(entry));
  const error = wrong.length > 0 ? t.fault.addresses(listed(wrong)) : refused('ip_allow_list');
  return (
    <div>
      <Field label={t.addresses} note={t.addressesNote} error={error} hint={isEmptied ? <b>{t.emptied}</b> : undefined}>
        {(ids) => (
          <Select
            {...ids}
            className="full list-field no-arrow"
            mode="tags"
            open={false}
            placeholder={t.addressesHint}
            tokenSeparators={[',', ' ', '，', '、', '\n', ';']}
            value={[...form.addresses]}
            onChange={(value: string[]) => {
              onChange({ addresses: [...new Set(value.map((entry) => entry.trim()))].filter((entry) => entry !== '') });
            }}
          />
        )}
      </Field>
      {form.addresses.includes(mine) ? null : (
        <button
          type="button"
          className="link hint"
          onClick={() => {
            onChange({ addresses: [...form.addresses, mine] });
          }}
        >
          {t.addMine(mine)}
        </button>
      )}
    </div>
  );
}

const routings = ['default', 'balanced', 'fastest', 'cheapest'] as const;

const counts = ['requestsPerMinute', 'tokensPerMinute', 'concurrency'] as const satisfies readonly FormFault[];

/** The limit that applies to a key without a limit of its kind: that of the account, which all its keys share, or none. */
function useWhenEmpty(): (name: (typeof counts)[number]) => string {
  const t = useTexts(formTexts);
  const limits = useQuery(ownAccountQuery(useAccount().id)).data?.limits;
  const ofAccount = { requestsPerMinute: limits?.requests_per_minute, tokensPerMinute: null, concurrency: limits?.concurrency };
  return (name) => {
    const limit = ofAccount[name] ?? null;
    return limit === null ? t.unlimited : t.ofAccount(countText(limit));
  };
}

function MoreFields({ form, onChange, refused }: KeyFieldsProps) {
  const t = useTexts(formTexts);
  const zone = useZoneName();
  const faults = faultsOf(form);
  const whenEmpty = useWhenEmpty();
  const labels = { requestsPerMinute: t.requests, tokensPerMinute: t.tokens, concurrency: t.concurrency };
  return (
    <div className="form">
      <TextField
        type="datetime-local"
        label={t.expires}
        note={t.expiresNote(zone)}
        value={form.expires}
        onChange={(value) => {
          onChange({ expires: value });
        }}
        error={refused('expires_at')}
      />
      <div className="three">
        {counts.map((name) => (
          <TextField
            key={name}
            label={labels[name]}
            placeholder={whenEmpty(name)}
            value={form[name]}
            inputMode="numeric"
            autoComplete="off"
            onChange={(value) => {
              onChange({ [name]: value });
            }}
            error={faults.includes(name) ? t.fault.count : undefined}
          />
        ))}
      </div>
      <SelectField
        label={t.routing}
        value={form.routing ?? 'default'}
        options={routings.map((routing) => [routing, t.routings[routing]])}
        onChange={(routing) => {
          onChange({ routing: routing === 'default' ? null : routing });
        }}
      />
      <PreferredRouteField form={form} onChange={onChange} refused={refused} />
      <Check
        isOn={form.isStrict}
        onChange={(isOn) => {
          onChange({ isStrict: isOn });
        }}
      >
        {t.strict}
      </Check>
      <Check
        isOn={form.isDomestic}
        onChange={(isOn) => {
          onChange({ isDomestic: isOn });
        }}
      >
        {t.domestic}
      </Check>
    </div>
  );
}
