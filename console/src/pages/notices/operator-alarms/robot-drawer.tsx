import { useMutation, useQueryClient } from '@tanstack/react-query';
import { locales, type Locale } from '@tollgate/contract/enumerations';
import { robotKinds, type RobotKind } from '@tollgate/contract/notices/robots';
import { useState } from 'react';
import { operatorNoticesApi } from '../../../api/clients/operator-notices.ts';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { useRefused } from '../../../components/errors/use-refused.ts';
import { SelectField } from '../../../components/forms/select-field.tsx';
import { useLanguage, useTexts } from '../../../i18n/texts.ts';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { FormSentence } from '../../../ui/states/notice.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { SubmitDrawer } from '../../../ui/windows/submit-drawer.tsx';
import { robotsQuery } from './robots.ts';
import { texts } from './texts.ts';

function useAdd(onClose: () => void) {
  const t = useTexts(texts);
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { name: string; kind: RobotKind; locale: Locale; address: string; secret: string | null }) =>
      operatorNoticesApi.createRobot({ body }),
    onSuccess: async ({ name }) => {
      await client.invalidateQueries({ queryKey: robotsQuery.queryKey });
      toast(t.saved(name));
      onClose();
    },
  });
}

/** Adds a chat bot that receives alarms. */
export function RobotDrawer({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const [name, setName] = useState('');
  const [kind, setKind] = useState<RobotKind>('dingtalk');
  const [locale, setLocale] = useState<Locale>(language);
  const [address, setAddress] = useState('');
  const [secret, setSecret] = useState('');
  const [wasTried, setTried] = useState(false);
  const adding = useAdd(onClose);
  const refused = useRefused(adding.error, 'robot');
  const lacks = (value: string): string | undefined => (wasTried && value.trim() === '' ? t.needed : undefined);
  return (
    <SubmitDrawer
      title={t.add}
      submit={t.save}
      isBusy={adding.isPending}
      onClose={onClose}
      onSubmit={() => {
        setTried(true);
        if (name.trim() === '' || address.trim() === '') return;
        const signing = kind === 'wecom' || secret.trim() === '' ? null : secret.trim();
        adding.mutate({ name: name.trim(), kind, locale, address: address.trim(), secret: signing });
      }}
    >
      <TextField label={t.name} value={name} onChange={setName} autoFocus error={lacks(name) ?? refused('name')} />
      <SelectField
        label={t.kind}
        hint={kind === 'webhook' ? t.ownHint : undefined}
        value={kind}
        options={robotKinds.map((each) => [each, t.kinds[each]])}
        onChange={setKind}
      />
      <TextField
        label={t.address}
        hint={t.addressHint}
        value={address}
        onChange={setAddress}
        autoComplete="off"
        spellCheck={false}
        error={lacks(address) ?? refused('address')}
      />
      <TextField
        label={t.secret}
        note={t.optional}
        hint={kind === 'wecom' ? t.noSecret : undefined}
        disabled={kind === 'wecom'}
        type="password"
        value={secret}
        onChange={setSecret}
        autoComplete="off"
        error={refused('secret')}
      />
      <LocaleField value={locale} onChange={setLocale} />
      {refused('address') !== undefined || refused('name') !== undefined ? null : <FormFault error={adding.error} form="robot" />}
      {name.trim() === '' ? null : <FormSentence>{t.sentence(name.trim(), t.kinds[kind])}</FormSentence>}
    </SubmitDrawer>
  );
}

interface LocaleFieldProps {
  readonly value: Locale;
  readonly onChange: (value: Locale) => void;
}

function LocaleField({ value, onChange }: LocaleFieldProps) {
  const t = useTexts(texts);
  const options = locales.map((each) => [each, t.locales[each]] as const);
  return <SelectField label={t.locale} value={value} options={options} onChange={onChange} />;
}
