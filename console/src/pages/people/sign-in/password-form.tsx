import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../api/http/api-error.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { ActButton } from '../../../ui/buttons/act-button.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { sendVerification, signIn } from '../sign-in.ts';
import { Fault } from './door.tsx';
import { texts } from './texts.ts';

interface PasswordFormProps {
  readonly submit: string;
  /** The address, if it is known. */
  readonly address?: string;
  /** A step to finish before the sign-in. */
  readonly first?: () => Promise<void>;
  /** The fault of another button of the page. */
  readonly fault?: unknown;
  readonly onEnter: () => Promise<void>;
  /** A second factor is needed. */
  readonly onSecond: () => void;
}

/** Signs in by e-mail and password. */
export function PasswordForm({ submit, address = '', first, fault, onEnter, onSecond }: PasswordFormProps) {
  const t = useTexts(texts);
  const [email, setEmail] = useState(address);
  const [password, setPassword] = useState('');
  const signing = useMutation({
    mutationFn: async () => {
      await first?.();
      if (await signIn(email, password)) onSecond();
      else await onEnter();
    },
  });
  const error = signing.error ?? fault;
  const isUnverified = error instanceof ApiError && error.code === 'email_not_verified';
  return (
    <form
      noValidate
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        signing.mutate();
      }}
    >
      <TextField
        label={t.email}
        type="email"
        autoComplete="username webauthn"
        required
        value={email}
        onChange={setEmail}
        autoFocus={address === ''}
      />
      <TextField
        label={t.password}
        type="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={setPassword}
        autoFocus={address !== ''}
      />
      <Fault error={error} />
      {isUnverified ? <Resend email={email} /> : null}
      <Button type="submit" look="primary" isBusy={signing.isPending}>
        {signing.isPending ? t.working : submit}
      </Button>
    </form>
  );
}

function Resend({ email }: { readonly email: string }) {
  const t = useTexts(texts);
  const sending = useMutation({
    mutationFn: () => sendVerification(email),
    onSuccess: () => {
      toast(t.verify.sent);
    },
  });
  return <ActButton act={sending}>{t.verify.resend}</ActButton>;
}
