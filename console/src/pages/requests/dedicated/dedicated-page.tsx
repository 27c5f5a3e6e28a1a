import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { hasRight } from '@tollgate/contract/people/rights';
import { isRequestOpen, requestKinds, type RequestKind } from '@tollgate/contract/requests/service-requests';
import type { ServiceRequestAnswer } from '@tollgate/contract/requests/service-requests';
import { requestsApi } from '../../../api/clients/requests.ts';
import { contractDocumentsQuery } from '../../../api/contract-documents.ts';
import { useAccount } from '../../../api/current-account.ts';
import { siteQuery } from '../../../api/site.ts';
import { Loading } from '../../../components/errors/error-state.tsx';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { PageHead } from '../../../components/head/page-head.tsx';
import { useAddressState } from '../../../components/links/address-state.ts';
import { requestTexts } from '../../../components/requests/request-texts.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { ActButton } from '../../../ui/buttons/act-button.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { RequestContracts } from '../request-contracts.tsx';
import { RequestSteps } from '../request-steps.tsx';
import { AskDrawer } from './ask-drawer.tsx';
import './dedicated.css';
import { OfferedContracts } from './offered-contracts.tsx';
import { Plans } from './plans.tsx';
import { texts } from './texts.ts';

type ServiceRequest = ServiceRequestAnswer;

/** Plans with their limits, and requests for more than they offer. */
export default function DedicatedPage() {
  const t = useTexts(texts);
  const account = useAccount();
  const { query, set } = useAddressState();
  const isBound = account.sub_account_id !== null;
  const mayAsk = hasRight('requests.write', account.role, isBound);
  const mayRead = hasRight('requests.read', account.role, isBound);
  const requests = useQuery({
    queryKey: ['accounts', account.id, 'service-requests'],
    queryFn: () => requestsApi.listServiceRequests({ params: { accountId: account.id } }),
    enabled: mayRead,
    refetchInterval: 60_000,
  });
  const open = (requests.data?.data ?? []).filter(({ stage }) => isRequestOpen(stage));
  const asked = requestKinds.find((kind) => kind === query.ask);
  const close = (): void => {
    set({ ask: undefined });
  };
  return (
    <>
      <PageHead title={t.title}>
        {mayAsk
          ? requestKinds.map((kind, at) => (
              <Button
                key={kind}
                look={at === 0 ? 'primary' : 'default'}
                disabled={open.some((one) => one.kind === kind)}
                onClick={() => {
                  set({ ask: kind });
                }}
              >
                {t.ask[kind]}
              </Button>
            ))
          : null}
      </PageHead>
      {mayRead ? <Requests requests={requests} mayWithdraw={mayAsk} /> : null}
      <Documents />
      <Plans />
      {asked !== undefined && mayAsk ? <AskDrawer kind={asked} onClose={close} /> : null}
    </>
  );
}

/** Offered contracts by kind. */
function Documents() {
  const t = useTexts(texts);
  const words = useTexts(requestTexts);
  const documents = useQuery(contractDocumentsQuery).data ?? [];
  const kinds = requestKinds.filter((kind) => documents.some((one) => one.kind === kind));
  if (kinds.length === 0) return null;
  return (
    <Sheet title={t.documents} isPadded>
      <div className="request-documents">
        {kinds.map((kind) => (
          <section key={kind}>
            <b>{words.kinds[kind]}</b>
            <OfferedContracts kind={kind} />
          </section>
        ))}
      </div>
    </Sheet>
  );
}

interface RequestsProps {
  readonly requests: {
    readonly data: { readonly data: readonly ServiceRequest[] } | undefined;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
  readonly mayWithdraw: boolean;
}

function Requests({ requests: { data, error, refetch }, mayWithdraw }: RequestsProps) {
  const t = useTexts(texts);
  const site = useQuery(siteQuery).data;
  const sales = site === undefined || site.sales_email === '' ? null : site.sales_email;
  if (data === undefined)
    return (
      <Sheet title={t.requests}>
        <Loading of={{ error, refetch }} what={t.failed} height={200} />
      </Sheet>
    );
  if (data.data.length === 0)
    return (
      <Sheet title={t.requests} note={sales === null ? undefined : t.sales(sales)}>
        <EmptyState>{mayWithdraw ? t.none : t.noRight}</EmptyState>
      </Sheet>
    );
  return [...data.data].reverse().map((request) => <Request key={request.id} request={request} mayWithdraw={mayWithdraw} />);
}

function processOf(t: ReturnType<typeof useTexts<(typeof texts)['zh']>>, kind: RequestKind): string {
  return kind === 'dedicated' ? t.processDedicated : t.processDeployment;
}

function Request({ request, mayWithdraw }: { readonly request: ServiceRequest; readonly mayWithdraw: boolean }) {
  const t = useTexts(texts);
  const words = useTexts(requestTexts);
  const { id: accountId } = useAccount();
  const queries = useQueryClient();
  const { id, kind, stage, details, contact, requested_by: by } = request;
  const withdraw = useMutation({
    mutationFn: () => requestsApi.withdrawServiceRequest({ params: { accountId, requestId: id } }),
    onSuccess: async () => {
      toast(t.withdrawn);
      await queries.invalidateQueries({ queryKey: ['accounts', accountId, 'service-requests'] });
    },
  });
  return (
    <Sheet title={words.kinds[kind]} note={words.stages[stage]} isPadded>
      <div className="request">
        <RequestSteps request={request} />
        <div className="request-about">
          <p className="quiet">{processOf(t, kind)}</p>
          <OfferedContracts kind={kind} />
          <p className="request-details">{details}</p>
          <p className="quiet">
            {contact} · {t.asked(by)}
          </p>
          {mayWithdraw && isRequestOpen(stage) ? <ActButton act={withdraw}>{t.withdraw}</ActButton> : null}
          <FormFault error={withdraw.error} />
          <RequestContracts
            request={request}
            side="account"
            mayUpload={mayWithdraw}
            queryKey={['accounts', accountId, 'service-requests']}
          />
        </div>
      </div>
    </Sheet>
  );
}
