import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { MemberRole } from '@tollgate/contract/people/rights';
import { Select } from 'antd';
import { useState } from 'react';
import { useAccount } from '../../../api/current-account.ts';
import { ApiError } from '../../../api/http/api-error.ts';
import { invitationsQuery, invite } from '../../../api/members.ts';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { useRefused } from '../../../components/errors/use-refused.ts';
import { useGo } from '../../../components/links/app-link.tsx';
import { roleTexts } from '../../../components/people/role-texts.ts';
import { useLanguage, useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { Field, TextField } from '../../../ui/forms/text-field.tsx';
import { FormSentence, Notice } from '../../../ui/states/notice.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { writtenSite } from '../../../i18n/written-site.ts';
import { SubmitDrawer } from '../../../ui/windows/submit-drawer.tsx';
import { texts } from './texts.ts';
import { canBeBound, useTeam } from './use-team.ts';

/** Invites a person, by a mail with a link. */
export function InviteDrawer() {
  const t = useTexts(texts);
  const go = useGo();
  const account = useAccount();
  const client = useQueryClient();
  const locale = useLanguage();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<MemberRole>('developer');
  const [part, setPart] = useState('');
  const [wasTried, setTried] = useState(false);
  const bound = canBeBound(role) && part !== '' ? part : null;
  const close = (): void => {
    go(paths.team);
  };
  const sending = useMutation({
    mutationFn: () => invite(account.id, { email: email.trim(), role, sub_account_id: bound, locale }),
    onSuccess: async ({ email: to }) => {
      await client.invalidateQueries({ queryKey: invitationsQuery(account.id).queryKey });
      toast(t.sent(to));
      close();
    },
  });
  const refused = useRefused(sending.error);
  return (
    <SubmitDrawer
      title={t.inviteTitle}
      submit={t.send}
      isBusy={sending.isPending}
      onClose={close}
      onSubmit={() => {
        setTried(true);
        if (email.includes('@')) sending.mutate();
      }}
    >
      <TextField
        label={t.email}
        type="email"
        hint={t.emailHint}
        value={email}
        onChange={setEmail}
        autoComplete="off"
        autoFocus
        error={wasTried && !email.includes('@') ? t.noEmail : refused('email')}
      />
      <RoleChoice role={role} onChange={setRole} />
      {canBeBound(role) ? <PartField value={part} onChange={setPart} /> : null}
      {writtenSite.mail ? null : <Notice>{t.noMail}</Notice>}
      {sending.error instanceof ApiError && sending.error.param !== null ? null : <FormFault error={sending.error} />}
      <Sentence email={email} role={role} part={bound} />
    </SubmitDrawer>
  );
}

interface RoleChoiceProps {
  readonly role: MemberRole;
  readonly onChange: (role: MemberRole) => void;
}

function RoleChoice({ role, onChange }: RoleChoiceProps) {
  const t = useTexts(texts);
  const words = useTexts(roleTexts);
  const { roles } = useTeam();
  return (
    <fieldset className="roles">
      <legend>{t.role}</legend>
      {roles.map(({ value, label }) => (
        <label key={value}>
          <input
            type="radio"
            name="role"
            checked={value === role}
            onChange={() => {
              onChange(value);
            }}
          />
          <span>
            <b>{label}</b> <small className="quiet">{words.notes[value]}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface PartFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function PartField({ value, onChange }: PartFieldProps) {
  const t = useTexts(texts);
  const { parts } = useTeam();
  if (parts.length === 1) return null;
  return (
    <Field label={t.scope} note={t.partNote}>
      {(ids) => <Select {...ids} className="full" value={value} options={[...parts]} onChange={onChange} />}
    </Field>
  );
}

interface SentenceProps {
  readonly email: string;
  readonly role: MemberRole;
  readonly part: string | null;
}

function Sentence({ email, role, part }: SentenceProps) {
  const t = useTexts(texts);
  const words = useTexts(roleTexts);
  const { parts } = useTeam();
  const name = part === null ? null : (parts.find(({ value }) => value === part)?.label ?? null);
  const who = email.trim() === '' ? t.they : `${email.trim()} `;
  return <FormSentence>{t.sentence(who.trimEnd(), name, words[role])}</FormSentence>;
}
