import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { AppLink, LinkButton } from '../../../components/links/app-link.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { sendVerification, verifyAddress } from '../sign-in.ts';
import { Door, Fault, tokenOfLink } from './door.tsx';
import { MailLinkAct } from './mail-link-act.tsx';
import { texts } from './texts.ts';

/** The page of a mailed link that verifies an address. */
export default function VerifyPage() {
  const t = useTexts(texts);
  const [token] = useState(tokenOfLink);
  const verifying = useMutation({ mutationFn: () => verifyAddress(token) });
  if (verifying.isSuccess)
    return (
      <Door title={t.verify.title}>
        <p role="status">{t.verify.done}</p>
        <LinkButton look="primary" to={paths.signIn}>
          {t.verify.toSignIn}
        </LinkButton>
      </Door>
    );
  return (
    <Door title={t.verify.title}>
      <MailLinkAct token={token} words={t.verify} act={verifying} />
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
