import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { proveContact } from '../../api/own-account.ts';
import { AppLink, LinkButton } from '../../components/app-link.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { texts } from './contact-texts.ts';
import { Door, Fault, tokenOfLink } from './door.tsx';

/** Scanners of mail open links, but press no buttons: only the button confirms. */
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
      {token === '' ? (
        <p>{t.noToken}</p>
      ) : (
        <>
          <p>{t.hint}</p>
          <Button
            look="primary"
            isBusy={proving.isPending}
            onClick={() => {
              proving.mutate();
            }}
          >
            {t.submit}
          </Button>
        </>
      )}
      <Fault error={proving.error} />
      <p className="below">
        <AppLink to={paths.account}>{t.toAccount}</AppLink>
      </p>
    </Door>
  );
}
