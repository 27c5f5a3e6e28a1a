import type { AdminVerification } from '@tollgate/contract/invoicing/operator-invoices';
import { operatorInvoicingPaths } from '@tollgate/contract/invoicing/operator-paths';
import { operatorInvoicingApi } from '../../../api/clients/operator-invoicing.ts';
import { urlOf } from '../../../api/http/client.ts';
import { useList } from '../../../api/http/use-list.ts';
import { useSession } from '../../../api/session.ts';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { useOperatorStep } from '../../../components/forms/use-operator-step.ts';
import { WordsForm } from '../../../components/forms/words-form.tsx';
import { PageHead } from '../../../components/head/page-head.tsx';
import { useAddressState } from '../../../components/links/address-state.ts';
import { LinkButton } from '../../../components/links/app-link.tsx';
import type { Column } from '../../../components/tables/data-table-props.ts';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { Time } from '../../../components/time/time.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Segments } from '../../../ui/forms/segments.tsx';
import { Fact, Sheet } from '../../../ui/sheet.tsx';
import { DetailDrawer } from '../../../ui/windows/drawer.tsx';
import { DaysLeft } from './days-left.tsx';
import './operator-invoices.css';
import { texts } from './texts.ts';
import { useApproveKey } from './use-approve-key.ts';

type Row = AdminVerification;
const filters = ['submitted', 'approved', 'rejected'] as const;

function useColumns(): readonly Column<Row>[] {
  const t = useTexts(texts);
  return [
    { id: 'account', head: t.account, cell: ({ account_name: name }) => <b>{name}</b> },
    { id: 'company', head: t.companyName, cell: ({ name }) => name },
    { id: 'code', head: t.code, isOptional: true, cell: ({ tax_number: code }) => <code>{code}</code> },
    { id: 'left', head: t.left, cell: ({ working_days_left: days }) => <DaysLeft days={days} />, width: '150px' },
    { id: 'made', head: t.made, isOptional: true, width: '140px', cell: ({ created_at: at }) => <Time at={at} form="ago" /> },
  ];
}

/** Enterprise verifications, longest waiting first. */
export default function OperatorVerificationsPage() {
  const t = useTexts(texts);
  const { query, set, with: changed } = useAddressState();
  const state = filters.find((name) => name === query.state) ?? 'submitted';
  const list = useList(['operator', 'verifications', state], (page, signal) =>
    operatorInvoicingApi.listVerifications({ query: { state, ...page }, signal }),
  );
  const open = list.rows?.find(({ id }) => id === query.verification);
  return (
    <>
      <PageHead title={t.verifications}>
        <Segments
          label={t.filter}
          value={state}
          options={filters.map((name) => ({ value: name, label: t.verificationFilters[name] }))}
          onChange={(next) => {
            set({ state: next, verification: undefined });
          }}
        />
      </PageHead>
      <Sheet>
        <DataTable
          label={t.verifications}
          columns={useColumns()}
          {...list}
          rowKey={({ id }) => id}
          linkOf={({ id }) => changed({ verification: id })}
          openKey={query.verification}
          narrow={(row) => (
            <>
              <span className="l1">
                <b className="cut">{row.account_name}</b>
                <DaysLeft days={row.working_days_left} />
              </span>
              <span className="l2">
                <span className="cut">{row.name}</span>
                <Time at={row.created_at} form="ago" />
              </span>
            </>
          )}
          failed={t.failed}
          empty={t.emptyVerifications}
        />
      </Sheet>
      {open === undefined ? null : (
        <VerificationDrawer
          key={open.id}
          row={open}
          onClose={() => {
            set({ verification: undefined });
          }}
        />
      )}
    </>
  );
}

function VerificationDrawer({ row, onClose }: { readonly row: Row; readonly onClose: () => void }) {
  const t = useTexts(texts);
  const { operator } = useSession();
  const mayDecide = operator === 'administrator' || operator === 'finance';
  const facts: readonly (readonly [string, string | null])[] = [
    [t.companyName, row.name],
    [t.code, row.tax_number],
    [t.by, row.requested_by],
    [t.reason, row.reason],
  ];
  return (
    <DetailDrawer
      label={row.account_name}
      title={row.account_name}
      sub={<span className="quiet">{row.name}</span>}
      onClose={onClose}
      foot={
        <>
          <span className="grow quiet wide">
            <kbd>J</kbd> <kbd>K</kbd> {t.walk} <kbd>A</kbd> {t.approveKey}
          </span>
          <LinkButton to={paths.operatorAccount(row.account_id)}>{t.openAccount}</LinkButton>
        </>
      }
    >
      <dl className="facts">
        {facts.map(([label, value]) =>
          value === null ? null : (
            <Fact key={label} label={label}>
              {value}
            </Fact>
          ),
        )}
      </dl>
      {row.licence === null || !mayDecide ? null : (
        <p>
          <a className="btn" href={urlOf(operatorInvoicingPaths.downloadLicence, { id: row.id })} download>
            {t.seeLicence}
          </a>
        </p>
      )}
      {mayDecide && row.state === 'submitted' ? <Decision id={row.id} /> : null}
    </DetailDrawer>
  );
}

function Decision({ id }: { readonly id: string }) {
  const t = useTexts(texts);
  const approve = useOperatorStep(t.done, () => operatorInvoicingApi.approveVerification({ params: { id } }));
  const go = (): void => {
    approve.mutate();
  };
  useApproveKey(approve.isPending ? null : go);
  return (
    <div className="queue-act">
      <div className="form-act">
        <Button look="primary" isBusy={approve.isPending} onClick={go}>
          {t.verify}
        </Button>
      </div>
      <FormFault error={approve.error} />
      <WordsForm
        isDanger
        label={t.reason}
        act={t.refuseVerification}
        done={t.done}
        lengthMax={500}
        send={(reason) => operatorInvoicingApi.refuseVerification({ params: { id }, body: { reason } })}
      />
    </div>
  );
}
