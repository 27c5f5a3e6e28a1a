import { hasRight } from '@tollgate/contract/people/rights';
import { useAccount } from '../../../api/current-account.ts';
import { PageHead } from '../../../components/head/page-head.tsx';
import { useAddressState } from '../../../components/links/address-state.ts';
import { LinkButton } from '../../../components/links/app-link.tsx';
import { NewLink } from '../../../components/links/new-link.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { paths, withQuery } from '../../../paths.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { writtenSite } from '../../../i18n/written-site.ts';
import './alerts.css';
import { NewsMailSheet } from './news-mail-sheet.tsx';
import { SettingsSheet } from './settings-sheet.tsx';
import { texts } from './texts.ts';
import { WebhookDrawer } from './webhook-drawer.tsx';
import { WebhookList } from './webhook-list.tsx';

/** Notification settings of an account, and its webhooks. */
export default function AlertsPage() {
  const t = useTexts(texts);
  const { id, role, sub_account_id: bound } = useAccount();
  const { query, set } = useAddressState();
  if (!hasRight('account.write', role, bound !== null))
    return (
      <>
        <PageHead title={t.title} />
        <Sheet>
          <EmptyState>{t.notAllowed}</EmptyState>
        </Sheet>
        {writtenSite.mail ? <NewsMailSheet /> : null}
      </>
    );
  return (
    <>
      <PageHead title={t.title} main={<NewLink to={withQuery(paths.alerts, { add: '1' })}>{t.add}</NewLink>}>
        <LinkButton to={paths.inbox}>{t.back}</LinkButton>
      </PageHead>
      <SettingsSheet accountId={id} />
      {writtenSite.mail ? <NewsMailSheet /> : null}
      <WebhookList accountId={id} />
      {query.add === undefined ? null : (
        <WebhookDrawer
          accountId={id}
          onClose={() => {
            set({ add: undefined });
          }}
        />
      )}
    </>
  );
}
