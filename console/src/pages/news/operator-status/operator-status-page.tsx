import { useQuery } from '@tanstack/react-query';
import { operatorNewsApi } from '../../../api/clients/operator-news.ts';
import { useSession } from '../../../api/session.ts';
import { PageHead } from '../../../components/head/page-head.tsx';
import { useAddressState } from '../../../components/links/address-state.ts';
import { LinkButton } from '../../../components/links/app-link.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import { IncidentDrawer } from './incident-drawer.tsx';
import { IncidentsSheet } from './incidents-sheet.tsx';
import { MaintenanceSheet } from './maintenance-sheet.tsx';
import { OpenIncidentDrawer } from './open-incident-drawer.tsx';
import './operator-status.css';
import { ProbesSheet } from './probes-sheet.tsx';
import { RoutesSheet } from './routes-sheet.tsx';
import { texts } from './texts.ts';

/** Models that seem to fail, without a published incident. */
function Suggested() {
  const t = useTexts(texts);
  const { with: linkTo } = useAddressState();
  const { data } = useQuery({
    queryKey: ['operator', 'suggested-incidents'],
    queryFn: ({ signal }) => operatorNewsApi.listSuspectedModels({ signal }),
    refetchInterval: 30_000,
  });
  return (data?.data ?? []).map(({ model, availability }) => (
    <Notice key={model} remedy={<LinkButton to={linkTo({ open: model })}>{t.open}</LinkButton>}>
      <b>{t.suggested(model, `${availability.toFixed(2)} %`)}</b> {t.suggestedMore}
    </Notice>
  ));
}

/** Incidents, planned maintenance, and the state of routes. */
export default function OperatorStatusPage() {
  const t = useTexts(texts);
  const { operator } = useSession();
  const mayChange = operator === 'administrator';
  const { query, set } = useAddressState();
  const close = (): void => {
    set({ open: undefined, incident: undefined });
  };
  return (
    <>
      <PageHead
        title={t.title}
        main={
          mayChange ? (
            <Button
              look="primary"
              data-shortcut="new"
              onClick={() => {
                set({ open: 'all' });
              }}
            >
              {t.open}
            </Button>
          ) : null
        }
      >
        <LinkButton to={paths.status}>{t.toStatus}</LinkButton>
      </PageHead>
      {mayChange ? <Suggested /> : null}
      <IncidentsSheet />
      <MaintenanceSheet mayChange={mayChange} />
      <RoutesSheet />
      <ProbesSheet mayChange={mayChange} />
      {mayChange && query.open !== undefined ? (
        <OpenIncidentDrawer key={query.open} model={query.open === 'all' ? null : query.open} onClose={close} />
      ) : null}
      {query.incident === undefined ? null : (
        <IncidentDrawer key={query.incident} id={query.incident} mayChange={mayChange} onClose={close} />
      )}
    </>
  );
}
