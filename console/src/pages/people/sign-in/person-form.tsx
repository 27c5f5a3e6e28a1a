import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTexts } from '../../../i18n/texts.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { Fault, passwordLeast } from './door.tsx';
import { texts } from './texts.ts';

interface Person {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

interface PersonFormProps {
  readonly submit: string;
  readonly onSubmit: (person: Person) => Promise<void>;
  /** Describes the effect. */
  readonly children: ReactNode;
}

/** Name, e-mail and password of a new person. */
export function PersonForm({ submit, onSubmit, children }: PersonFormProps) {
  const t = useTexts(texts);
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const sending = useMutation({ mutationFn: () => onSubmit({ name: name.trim(), email: email.trim(), password }) });
  const isShort = password !== '' && password.length < passwordLeast;
  return (
    <form
      noValidate
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (password.length >= passwordLeast) sending.mutate();
      }}
    >
      <TextField label={t.name} autoComplete="name" maxLength={64} required value={name} onChange={setName} autoFocus />
      <TextField label={t.email} type="email" autoComplete="email" required value={email} onChange={setEmail} />
      <TextField
        label={t.password}
        type="password"
        autoComplete="new-password"
        minLength={passwordLeast}
        maxLength={128}
        required
        hint={t.passwordHint}
        error={sending.isError && isShort ? t.tooShort : undefined}
        value={password}
        onChange={setPassword}
      />
      {children}
      <Fault error={sending.error} />
      <Button type="submit" look="primary" isBusy={sending.isPending}>
        {sending.isPending ? t.working : submit}
      </Button>
    </form>
  );
}
