import { useMutation } from '@tanstack/react-query';
import { refuseNewsMail } from '../../api/news-mail.ts';
import { useAddressState } from '../../components/address-state.ts';
import { AppLink, LinkButton } from '../../components/app-link.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Door, Fault } from './door.tsx';
import { texts } from './unsubscribe-texts.ts';

/** Scanners of mail open links, but press no buttons: only the button ends the mails. */
export default function UnsubscribePage() {
  const t = useTexts(texts);
  const { t: token = '' } = useAddressState().query;
  const refusing = useMutation({ mutationFn: () => refuseNewsMail(token) });
  if (refusing.isSuccess)
    return (
      <Door title={t.title}>
        <p role="status">{t.done}</p>
        <LinkButton to={paths.alerts}>{t.toAlerts}</LinkButton>
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
            isBusy={refusing.isPending}
            onClick={() => {
              refusing.mutate();
            }}
          >
            {t.submit}
          </Button>
        </>
      )}
      <Fault error={refusing.error} />
      <p className="below">
        <AppLink to={paths.announcements}>{t.toNews}</AppLink>
      </p>
    </Door>
  );
}
