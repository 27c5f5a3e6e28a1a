import { useQuery } from '@tanstack/react-query';
import type { AdminInvoice } from '@tollgate/contract/invoicing/operator-invoices';
import { operatorInvoicingApi } from '../../../api/clients/operator-invoicing.ts';
import { useSession } from '../../../api/session.ts';
import { Loading } from '../../../components/errors/error-state.tsx';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { useOperatorStep } from '../../../components/forms/use-operator-step.ts';
import { WordsForm } from '../../../components/forms/words-form.tsx';
import { LinkButton } from '../../../components/links/app-link.tsx';
import { Money } from '../../../components/money/money.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { DetailDrawer } from '../../../ui/windows/drawer.tsx';
import { InvoiceFacts } from '../invoice-facts.tsx';
import { InvoiceState } from '../invoice-state.tsx';
import { InvoiceSteps } from '../invoice-steps.tsx';
import { invoiceTexts } from '../../../components/invoicing/invoice-texts.ts';
import { IssueForm } from './issue-form.tsx';
import { texts } from './texts.ts';
import { useApproveKey } from './use-approve-key.ts';

type Invoice = AdminInvoice;

/** One request with its possible actions. */
export function InvoiceDrawer({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const t = useTexts(texts);
  const words = useTexts(invoiceTexts);
  const { operator } = useSession();
  const { data, error, refetch } = useQuery({
    queryKey: ['operator', 'invoices', 'one', id],
    queryFn: () => operatorInvoicingApi.readInvoice({ params: { id } }),
  });
  const mayMove = operator === 'administrator' || operator === 'finance';
  return (
    <DetailDrawer
      label={data?.account_name ?? t.title}
      title={data?.account_name ?? t.title}
      sub={data === undefined ? null : <span className="quiet">{words.types[data.type]}</span>}
      onClose={onClose}
      foot={
        <>
          <span className="grow quiet wide">
            <kbd>J</kbd> <kbd>K</kbd> {t.walk} <kbd>A</kbd> {t.approveKey}
          </span>
          {data === undefined ? null : <LinkButton to={paths.operatorAccount(data.account_id)}>{t.openAccount}</LinkButton>}
        </>
      }
    >
      {data === undefined ? (
        <Loading of={{ error, refetch }} what={t.failed} height={320} />
      ) : (
        <>
          <p>
            <Money amount={data.amount} /> <InvoiceState state={data.state} />
          </p>
          <VerifiedAs invoice={data} />
          <InvoiceSteps invoice={data} />
          <InvoiceFacts invoice={data} />
          {mayMove ? <Acts key={`${data.id} ${data.state}`} invoice={data} /> : null}
        </>
      )}
    </DetailDrawer>
  );
}

/** Shown next to an enterprise title: the verified name of the account. */
function VerifiedAs({ invoice: { title, verified_name: name } }: { readonly invoice: Invoice }) {
  const t = useTexts(texts);
  if (title.kind === 'individual') return null;
  return (
    <p>
      {t.verified} <b>{name ?? t.notVerified}</b>
    </p>
  );
}

/** Actions that are possible in the current state. */
function Acts({ invoice }: { readonly invoice: Invoice }) {
  const t = useTexts(texts);
  const { id, state } = invoice;
  const isRequested = state === 'submitted' || state === 'under_review' || state === 'approved';
  return (
    <div className="queue-act">
      {state === 'submitted' || state === 'under_review' ? <Approval invoice={invoice} /> : null}
      {state === 'approved' ? <IssueForm invoice={invoice} /> : null}
      {state === 'reversal_requested' ? (
        <WordsForm
          label={t.slip}
          act={t.confirm}
          done={t.done}
          lengthMax={500}
          send={(slip) => operatorInvoicingApi.confirmReversal({ params: { id }, body: { slip } })}
        />
      ) : null}
      {state === 'reversal_confirming' ? (
        <WordsForm
          label={t.red}
          act={t.complete}
          done={t.done}
          lengthMax={500}
          form="red"
          send={(red) => operatorInvoicingApi.completeReversal({ params: { id }, body: { red_number: red } })}
        />
      ) : null}
      {state === 'reversal_requested' || state === 'reversal_confirming' ? (
        <WordsForm
          isDanger
          label={t.refuseReason}
          act={t.refuse}
          done={t.done}
          lengthMax={500}
          send={(reason) => operatorInvoicingApi.refuseReversal({ params: { id }, body: { reason } })}
        />
      ) : null}
      {isRequested ? (
        <WordsForm
          isDanger
          label={t.rejectReason}
          act={t.reject}
          done={t.done}
          lengthMax={500}
          send={(reason) => operatorInvoicingApi.rejectInvoice({ params: { id }, body: { reason } })}
        />
      ) : null}
    </div>
  );
}

function Approval({ invoice: { id, state } }: { readonly invoice: Invoice }) {
  const t = useTexts(texts);
  const move = useOperatorStep(t.done, (to: 'review' | 'approve') =>
    to === 'review'
      ? operatorInvoicingApi.reviewInvoice({ params: { id } })
      : operatorInvoicingApi.approveInvoice({ params: { id } }),
  );
  useApproveKey(
    move.isPending
      ? null
      : () => {
          move.mutate('approve');
        },
  );
  return (
    <>
      <div className="form-act">
        {state === 'submitted' ? (
          <Button
            isBusy={move.isPending}
            onClick={() => {
              move.mutate('review');
            }}
          >
            {t.review}
          </Button>
        ) : null}
        <Button
          look="primary"
          isBusy={move.isPending}
          onClick={() => {
            move.mutate('approve');
          }}
        >
          {t.approve}
        </Button>
      </div>
      <FormFault error={move.error} />
    </>
  );
}
