import { useMutation, useQueryClient } from '@tanstack/react-query';
import { mailSubject } from '@tollgate/contract/notices/mail-words';
import type { MailAnswer } from '@tollgate/contract/notices/mails';
import { operatorNoticesApi } from '../../../api/clients/operator-notices.ts';
import { useList } from '../../../api/http/use-list.ts';
import { useSession } from '../../../api/session.ts';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { Filter } from '../../../components/filters/filter.tsx';
import { SearchField } from '../../../components/filters/search-field.tsx';
import { PageHead } from '../../../components/head/page-head.tsx';
import { useAddressState } from '../../../components/links/address-state.ts';
import { useDeliveryFault } from '../../../components/notices/use-delivery-fault.ts';
import type { Column } from '../../../components/tables/data-table-props.ts';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { Time } from '../../../components/time/time.tsx';
import { useLanguage, useTexts } from '../../../i18n/texts.ts';
import { ActButton } from '../../../ui/buttons/act-button.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import { StatusWord, type StatusLook } from '../../../ui/states/status-word.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { texts } from './texts.ts';

type Mail = MailAnswer;

const states = ['waiting', 'sent', 'bounced', 'dead', 'unsent'] as const;
const looks: Readonly<Record<Mail['state'], StatusLook>> = {
  waiting: 'slow',
  sent: 'go',
  bounced: 'shut',
  dead: 'shut',
  unsent: 'off',
};

function State({ mail: { state } }: { readonly mail: Mail }) {
  const t = useTexts(texts);
  return <StatusWord look={looks[state]}>{t.states[state]}</StatusWord>;
}

function Subject({ template }: Pick<Mail, 'template'>) {
  const subject = mailSubject(template, useLanguage());
  return subject === null ? <code className="quiet cut">{template}</code> : <span className="cut">{subject}</span>;
}

function LastError({ mail: { last_error: error, last_fault: fault } }: { readonly mail: Mail }) {
  const wordsOf = useDeliveryFault();
  if (error === null) return null;
  // The text of the mail server is shown untranslated.
  return fault === null ? <code className="cut quiet">{error}</code> : <span className="cut quiet">{wordsOf(fault, error)}</span>;
}

/** Retries a mail at once. */
function Resend({ mail: { id, state } }: { readonly mail: Mail }) {
  const t = useTexts(texts);
  const { operator } = useSession();
  const client = useQueryClient();
  const again = useMutation({
    mutationFn: () => operatorNoticesApi.resendMail({ params: { id } }),
    onSuccess: async () => {
      toast(t.resent);
      await client.invalidateQueries({ queryKey: ['operator'] });
    },
  });
  if (operator !== 'administrator' || state === 'sent' || state === 'unsent') return null;
  return (
    <>
      <ActButton act={again}>{t.resend}</ActButton>
      <FormFault error={again.error} isInline />
    </>
  );
}

function useColumns(): readonly Column<Mail>[] {
  const t = useTexts(texts);
  return [
    { id: 'time', head: t.time, width: '170px', cell: ({ created_at: at }) => <Time at={at} /> },
    { id: 'to', head: t.recipient, cell: ({ recipient }) => <span className="cut">{recipient}</span> },
    { id: 'what', head: t.template, cell: ({ template }) => <Subject template={template} /> },
    { id: 'state', head: t.state, width: '190px', cell: (mail) => <State mail={mail} /> },
    { id: 'attempts', head: t.attempts, isNumber: true, isOptional: true, width: '90px', cell: ({ attempts }) => attempts },
    { id: 'error', head: t.error, isOptional: true, cell: (mail) => <LastError mail={mail} /> },
    {
      id: 'act',
      head: <span className="sr">{t.actions}</span>,
      width: '120px',
      isActions: true,
      cell: (mail) => <Resend mail={mail} />,
    },
  ];
}

/** Mails to people and their results. */
export default function OperatorMailsPage() {
  const t = useTexts(texts);
  const { query, set } = useAddressState();
  const state = states.find((name) => name === query.state);
  const recipient = query.recipient;
  const filter = { ...(state === undefined ? {} : { state }), ...(recipient === undefined ? {} : { recipient }) };
  const list = useList(['operator', 'mails', filter], (page, signal) =>
    operatorNoticesApi.listMails({ query: { ...filter, ...page }, signal }),
  );
  const isNarrowed = state !== undefined || recipient !== undefined;
  const clear = (
    <Button
      onClick={() => {
        set({ state: undefined, recipient: undefined });
      }}
    >
      {t.clear}
    </Button>
  );
  return (
    <>
      <PageHead title={t.title}>
        <Filter
          isFirst
          name="state"
          label={t.state}
          all={t.all}
          options={states.map((name) => ({ value: name, label: t.states[name] }))}
        />
        <SearchField name="recipient" label={t.search} />
        {isNarrowed ? clear : null}
      </PageHead>
      {list.rows?.some((mail) => mail.state === 'unsent') === true ? <Notice>{t.noServer}</Notice> : null}
      <Sheet>
        <DataTable
          label={t.title}
          columns={useColumns()}
          {...list}
          rowKey={({ id }) => id}
          rowHeight={48}
          narrow={(mail) => (
            <>
              <span className="l1">
                <span className="cut">{mail.recipient}</span>
                <span className="quiet">
                  <Time at={mail.created_at} form="ago" />
                </span>
              </span>
              <span className="l2">
                <State mail={mail} />
                <Subject template={mail.template} />
                <Resend mail={mail} />
              </span>
            </>
          )}
          failed={t.failed}
          empty={isNarrowed ? t.emptyFiltered : t.empty}
          emptyAction={isNarrowed ? clear : undefined}
        />
      </Sheet>
    </>
  );
}
