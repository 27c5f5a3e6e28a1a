import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { AppLink, LinkButton } from '../../../components/links/app-link.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { FormSentence } from '../../../ui/states/notice.tsx';
import { requestReset, resetPassword } from '../sign-in.ts';
import { Door, Fault, passwordLeast, tokenOfLink } from './door.tsx';
import { texts } from './texts.ts';

export default function ResetPage() {
  const t = useTexts(texts);
  const [token] = useState(tokenOfLink);
  return (
    <Door title={t.reset.title}>
      {token === '' ? <AskForLink /> : <NewPassword token={token} />}
      <p className="below">
        <AppLink to={paths.signIn}>{t.reset.back}</AppLink>
      </p>
    </Door>
  );
}

function AskForLink() {
  const t = useTexts(texts);
  const [email, setEmail] = useState('');
  const asking = useMutation({ mutationFn: () => requestReset(email.trim()) });
  if (asking.isSuccess) return <p role="status">{t.reset.sent}</p>;
  return (
    <form
      noValidate
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        asking.mutate();
      }}
    >
      <TextField
        label={t.email}
        hint={t.reset.hint}
        type="email"
        autoComplete="email"
        required
        value={email}
        onChange={setEmail}
        autoFocus
      />
      <Fault error={asking.error} />
      <Button type="submit" look="primary" isBusy={asking.isPending}>
        {t.reset.submit}
      </Button>
    </form>
  );
}

function NewPassword({ token }: { readonly token: string }) {
  const t = useTexts(texts);
  const [password, setPassword] = useState('');
  const saving = useMutation({ mutationFn: () => resetPassword(token, password) });
  if (saving.isSuccess)
    return (
      <>
        <p role="status">{t.reset.done}</p>
        <LinkButton look="primary" to={paths.signIn}>
          {t.reset.toSignIn}
        </LinkButton>
      </>
    );
  return (
    <form
      noValidate
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate();
      }}
    >
      <TextField
        label={t.newPassword}
        hint={t.passwordHint}
        type="password"
        autoComplete="new-password"
        minLength={passwordLeast}
        maxLength={128}
        required
        value={password}
        onChange={setPassword}
        autoFocus
      />
      <FormSentence>{t.reset.sentence}</FormSentence>
      <Fault error={saving.error} />
      <Button type="submit" look="primary" isBusy={saving.isPending}>
        {t.reset.save}
      </Button>
    </form>
  );
}
