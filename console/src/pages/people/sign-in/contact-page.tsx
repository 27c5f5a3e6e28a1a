import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { proveContact } from '../../../api/own-account.ts';
import { AppLink, LinkButton } from '../../../components/links/app-link.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { texts } from './contact-texts.ts';
import { Door, tokenOfLink } from './door.tsx';
import { MailLinkAct } from './mail-link-act.tsx';

/** The page of a mailed link that confirms a contact address. */
export default function ContactPage() {
  const t = useTexts(texts);
  const [token] = useState(tokenOfLink);
  const proving = useMutation({ mutationFn: () => proveContact(token) });
  if (proving.isSuccess)
    return (
      <Door title={t.title}>
        <p role="status">{t.done(proving.data.email)}</p>
        <LinkButton to={paths.account}>{t.toAccount}</LinkButton>
      </Door>
    );
  return (
    <Door title={t.title}>
      <MailLinkAct token={token} words={t} act={proving} />
      <p className="below">
        <AppLink to={paths.account}>{t.toAccount}</AppLink>
      </p>
    </Door>
  );
}
