import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  siteSettingChoices,
  siteSettingDefinitions,
  siteSettingNames,
  type SiteSettingGroup,
  type SiteSettingName,
} from '@tollgate/contract/site/site-settings';
import type { SiteSettingsAnswer } from '@tollgate/contract/site/site-settings';
import { useState } from 'react';
import { operatorSiteApi } from '../../../api/clients/operator-site.ts';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { useRefused } from '../../../components/errors/use-refused.ts';
import { SelectField } from '../../../components/forms/select-field.tsx';
import { useLanguage, useListing, useTexts } from '../../../i18n/texts.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { TextAreaField, TextField } from '../../../ui/forms/text-field.tsx';
import { FormSentence } from '../../../ui/states/notice.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { names } from './names.ts';
import { PictureField } from './picture-field.tsx';
import { texts } from './texts.ts';

type Settings = SiteSettingsAnswer;

interface SettingFieldProps {
  readonly name: SiteSettingName;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
  readonly isReadOnly: boolean;
}

type ChoiceName = keyof typeof siteSettingChoices;

interface ChoiceFieldProps extends SettingFieldProps {
  readonly name: ChoiceName;
}

/** Selects one of a few values. */
function ChoiceField({ name, value, error, onChange, isReadOnly }: ChoiceFieldProps) {
  const { settings, choices } = names[useLanguage()];
  const { label, hint } = settings[name];
  return (
    <SelectField
      label={label}
      hint={hint}
      error={error}
      value={value}
      options={siteSettingChoices[name].map((word) => [word, choices[word]])}
      isDisabled={isReadOnly}
      onChange={onChange}
    />
  );
}

function SettingField({ name, value, onChange, error, isReadOnly }: SettingFieldProps) {
  const { label, hint } = names[useLanguage()].settings[name];
  const { form } = siteSettingDefinitions[name];
  if (form === 'picture')
    return <PictureField label={label} hint={hint} error={error} value={value} onChange={onChange} isReadOnly={isReadOnly} />;
  if (form === 'choice')
    return <ChoiceField name={name as ChoiceName} value={value} error={error} onChange={onChange} isReadOnly={isReadOnly} />;
  if (form === 'line')
    return <TextField label={label} hint={hint} error={error} value={value} onChange={onChange} readOnly={isReadOnly} />;
  return (
    <TextAreaField
      label={label}
      hint={hint}
      error={error}
      className="settings-text"
      rows={/^(?:sign_up|dismissed)/.test(name) ? 5 : 18}
      value={value}
      readOnly={isReadOnly}
      onChange={onChange}
    />
  );
}

interface SettingsFormProps {
  readonly group: SiteSettingGroup;
  readonly settings: Settings;
  readonly mayChange: boolean;
}

/** The settings of one group. Sends only changed settings, so that two people who change different ones do not undo each other. */
export function SettingsForm({ group, settings, mayChange }: SettingsFormProps) {
  const t = useTexts(texts);
  const said = names[useLanguage()];
  const queries = useQueryClient();
  const listed = useListing();
  const [typed, setTyped] = useState<Partial<Record<SiteSettingName, string>>>({});
  const own = siteSettingNames.filter((name) => siteSettingDefinitions[name].group === group);
  const changed = own.filter((name) => typed[name] !== undefined && typed[name] !== settings[name]);
  const save = useMutation({
    mutationFn: () =>
      operatorSiteApi.changeSiteSettings({ body: Object.fromEntries(changed.map((name) => [name, typed[name] ?? ''])) }),
    onSuccess: async (saved) => {
      queries.setQueryData(['operator', 'site-settings'], saved);
      setTyped({});
      toast(t.saved);
      await queries.invalidateQueries({ queryKey: ['site'] });
    },
  });
  const refusedOf = useRefused(save.error);
  return (
    <form
      noValidate
      className="form settings-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (changed.length > 0) save.mutate();
      }}
    >
      {own.map((name) => (
        <SettingField
          key={name}
          name={name}
          value={typed[name] ?? settings[name]}
          error={refusedOf(name)}
          isReadOnly={!mayChange}
          onChange={(value) => {
            setTyped({ ...typed, [name]: value });
          }}
        />
      ))}
      {own.some((name) => refusedOf(name) !== undefined) ? null : <FormFault error={save.error} />}
      {mayChange ? (
        <>
          <FormSentence>
            {changed.length === 0 ? t.nothing : t.will(listed(changed.map((name) => said.settings[name].label)))}
          </FormSentence>
          <div className="form-act">
            <Button
              disabled={changed.length === 0}
              onClick={() => {
                setTyped({});
                save.reset();
              }}
            >
              {t.revert}
            </Button>
            <Button look="primary" type="submit" disabled={changed.length === 0} isBusy={save.isPending}>
              {t.save}
            </Button>
          </div>
        </>
      ) : null}
    </form>
  );
}
