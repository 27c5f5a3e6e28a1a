import { isRequestOpen } from '@tollgate/contract/requests/service-requests';
import type { ServiceRequestAnswer } from '@tollgate/contract/requests/service-requests';
import { operatorRequestsApi } from '../../../api/clients/operator-requests.ts';
import { useList } from '../../../api/http/use-list.ts';
import { useSession } from '../../../api/session.ts';
import { PageHead } from '../../../components/head/page-head.tsx';
import { useAddressState } from '../../../components/links/address-state.ts';
import { LinkButton } from '../../../components/links/app-link.tsx';
import { requestTexts } from '../../../components/requests/request-texts.ts';
import type { Column } from '../../../components/tables/data-table-props.ts';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { partsOf, useServiceZone } from '../../../components/time/time-text.ts';
import { Time } from '../../../components/time/time.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { Segments } from '../../../ui/forms/segments.tsx';
import { Fact, Sheet } from '../../../ui/sheet.tsx';
import { StatusWord } from '../../../ui/states/status-word.tsx';
import { DetailDrawer } from '../../../ui/windows/drawer.tsx';
import { RequestContracts } from '../request-contracts.tsx';
import { RequestSteps } from '../request-steps.tsx';
import { MoveForm } from './move-form.tsx';
import './operator-requests.css';
import { texts } from './texts.ts';

type ServiceRequest = ServiceRequestAnswer;

const states = ['open', 'ended'] as const;

/** The day by which the current stage should end. */
function dueOf({ stage, steps }: ServiceRequest): string | null {
  return isRequestOpen(stage) ? (steps.find((step) => step.stage === stage)?.expected_on ?? null) : null;
}

function Stage({ request }: { readonly request: ServiceRequest }) {
  const words = useTexts(requestTexts);
  const look = request.stage === 'live' ? 'go' : request.stage === 'declined' ? 'off' : 'slow';
  return <StatusWord look={look}>{words.stages[request.stage]}</StatusWord>;
}

function Due({ request }: { readonly request: ServiceRequest }) {
  const t = useTexts(texts);
  const today = partsOf(new Date().toISOString(), useServiceZone()).date;
  const due = dueOf(request);
  if (due === null) return <span className="quiet">–</span>;
  return due < today ? (
    <span className="bad">
      {due} {t.late}
    </span>
  ) : (
    <span>{due}</span>
  );
}

function useColumns(): readonly Column<ServiceRequest>[] {
  const t = useTexts(texts);
  const words = useTexts(requestTexts);
  return [
    { id: 'account', head: t.account, cell: ({ account_name: name }) => <b>{name}</b> },
    { id: 'kind', head: t.kind, cell: ({ kind }) => words.kinds[kind] },
    { id: 'stage', head: t.stage, cell: (request) => <Stage request={request} /> },
    { id: 'due', head: t.due, cell: (request) => <Due request={request} />, width: '160px' },
    { id: 'made', head: t.waiting, isOptional: true, width: '160px', cell: ({ created_at: at }) => <Time at={at} form="ago" /> },
  ];
}

/** Requests for dedicated channels and deployments, longest waiting first. */
export default function OperatorRequestsPage() {
  const t = useTexts(texts);
  const words = useTexts(requestTexts);
  const { query, set, with: changed } = useAddressState();
  const state = states.find((name) => name === query.state) ?? 'open';
  const list = useList(['operator', 'service-requests', state], (page, signal) =>
    operatorRequestsApi.listServiceRequests({ query: { state, ...page }, signal }),
  );
  const columns = useColumns();
  const open = list.rows?.find(({ id }) => id === query.request);
  return (
    <>
      <PageHead title={t.title}>
        <Segments
          label={t.state}
          value={state}
          options={states.map((name) => ({ value: name, label: t.states[name] }))}
          onChange={(next) => {
            set({ state: next, request: undefined });
          }}
        />
      </PageHead>
      <Sheet>
        <DataTable
          label={t.title}
          columns={columns}
          {...list}
          rowKey={({ id }) => id}
          linkOf={({ id }) => changed({ request: id })}
          openKey={query.request}
          narrow={(request) => (
            <>
              <span className="l1">
                <b className="cut">{request.account_name}</b>
                <Stage request={request} />
              </span>
              <span className="l2">
                <span className="cut">{words.kinds[request.kind]}</span>
                <Due request={request} />
              </span>
            </>
          )}
          failed={t.failed}
          empty={state === 'open' ? t.empty : t.emptyEnded}
        />
      </Sheet>
      {open === undefined ? null : (
        <RequestDrawer
          request={open}
          onClose={() => {
            set({ request: undefined });
          }}
        />
      )}
    </>
  );
}

function RequestDrawer({ request, onClose }: { readonly request: ServiceRequest; readonly onClose: () => void }) {
  const t = useTexts(texts);
  const words = useTexts(requestTexts);
  const { operator } = useSession();
  const facts: readonly (readonly [string, string])[] = [
    [t.contact, request.contact],
    [t.details, request.details],
    [t.by, request.requested_by],
  ];
  return (
    <DetailDrawer
      label={`${request.account_name} ${words.kinds[request.kind]}`}
      title={request.account_name}
      sub={<span className="quiet">{words.kinds[request.kind]}</span>}
      onClose={onClose}
      foot={
        <>
          <span className="grow quiet wide">
            <kbd>J</kbd> <kbd>K</kbd> {t.walk}
          </span>
          <LinkButton to={paths.operatorAccount(request.account_id)}>{t.open}</LinkButton>
        </>
      }
    >
      <RequestSteps request={request} />
      <dl className="facts request-facts">
        {facts.map(([label, value]) => (
          <Fact key={label} label={label}>
            {value}
          </Fact>
        ))}
      </dl>
      <RequestContracts
        request={request}
        side="operator"
        mayUpload={operator === 'administrator'}
        queryKey={['operator', 'service-requests']}
      />
      {operator === 'administrator' && isRequestOpen(request.stage) ? (
        <MoveForm key={`${request.id} ${request.stage}`} request={request} />
      ) : null}
    </DetailDrawer>
  );
}
