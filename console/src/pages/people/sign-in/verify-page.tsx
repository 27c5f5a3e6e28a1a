import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { AppLink, useGo } from '../../../components/links/app-link.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { ActButton } from '../../../ui/buttons/act-button.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { sendVerification, verifyAddress } from '../sign-in.ts';
import { Door, Fault, tokenOfLink } from './door.tsx';
import { PasswordForm } from './password-form.tsx';
import { texts } from './texts.ts';
import { useEnter } from './use-enter.ts';

/** The address in a link, to fill in the form; empty if it cannot be read. Only the server judges the token. */
function addressOf(token: string): string {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(payload), (letter) => letter.charCodeAt(0));
    const { email } = JSON.parse(new TextDecoder().decode(bytes)) as { readonly email?: unknown };
    return typeof email === 'string' ? email : '';
  } catch {
    return '';
  }
}

/** The page of a mailed link that verifies an address. The link signs nobody in; the password does, in the same step. */
export default function VerifyPage() {
  const t = useTexts(texts);
  const [token] = useState(tokenOfLink);
  const verifying = useMutation({ mutationFn: () => verifyAddress(token) });
  const { isSuccess: isVerified } = verifying;
  const enter = useEnter();
  const go = useGo();
  return (
    <Door title={t.verify.title}>
      {token === '' ? (
        <p>{t.verify.noToken}</p>
      ) : (
        <>
          <p role="status">{isVerified ? t.verify.done : t.verify.hint}</p>
          <PasswordForm
            address={addressOf(token)}
            submit={isVerified ? t.signIn.submit : t.verify.andSignIn}
            first={async () => {
              if (!isVerified) await verifying.mutateAsync();
            }}
            fault={verifying.error}
            onEnter={enter}
            onSecond={() => {
              go(`${paths.signIn}?step=code`);
            }}
          />
          {isVerified ? null : <ActButton act={verifying}>{t.verify.submit}</ActButton>}
        </>
      )}
      {token === '' || verifying.isError ? <Resend /> : null}
      <p className="below">
        <AppLink to={paths.signIn}>{t.reset.back}</AppLink>
      </p>
    </Door>
  );
}

function Resend() {
  const t = useTexts(texts);
  const [email, setEmail] = useState('');
  const sending = useMutation({ mutationFn: () => sendVerification(email.trim()) });
  if (sending.isSuccess) return <p role="status">{t.verify.sent}</p>;
  return (
    <form
      noValidate
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        sending.mutate();
      }}
    >
      <TextField label={t.email} type="email" autoComplete="email" required value={email} onChange={setEmail} />
      <Fault error={sending.error} />
      <Button type="submit" isBusy={sending.isPending}>
        {t.verify.resend}
      </Button>
    </form>
  );
}
