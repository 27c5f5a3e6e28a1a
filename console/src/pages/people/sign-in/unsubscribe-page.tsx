import { useMutation } from '@tanstack/react-query';
import { refuseNewsMail } from '../../../api/news-mail.ts';
import { useAddressState } from '../../../components/links/address-state.ts';
import { AppLink, LinkButton } from '../../../components/links/app-link.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { Door } from './door.tsx';
import { MailLinkAct } from './mail-link-act.tsx';
import { texts } from './unsubscribe-texts.ts';

/** The page of a mailed link that ends announcements by mail. */
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
      <MailLinkAct token={token} words={t} act={refusing} />
      <p className="below">
        <AppLink to={paths.announcements}>{t.toNews}</AppLink>
      </p>
    </Door>
  );
}
