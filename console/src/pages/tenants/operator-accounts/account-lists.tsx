import type { LedgerEntryAnswer } from '@tollgate/contract/ledger/credits';
import type { KeyAnswer } from '@tollgate/contract/tenants/operator-keys';
import { operatorLedgerApi } from '../../../api/clients/operator-ledger.ts';
import { operatorTenantsApi } from '../../../api/clients/operator-tenants.ts';
import { useList } from '../../../api/http/use-list.ts';
import { useLedgerReason } from '../../../components/ledger/use-ledger-reason.ts';
import { plainMoneyText } from '../../../components/money/money-text.ts';
import { Money } from '../../../components/money/money.tsx';
import { useActorWords } from '../../../components/people/use-actor-words.ts';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { useZoneName } from '../../../components/time/time-text.ts';
import { Time } from '../../../components/time/time.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { StatusWord, type StatusLook } from '../../../ui/states/status-word.tsx';
import { KeyRoutes } from './key-routes-drawer.tsx';
import { keyRoutesTexts } from './key-routes-texts.ts';
import { texts } from './texts.ts';

type Key = KeyAnswer;
type LedgerEntry = LedgerEntryAnswer;

const looks: Readonly<Record<Key['status'], StatusLook>> = {
  available: 'go',
  paused: 'paused',
  disabled: 'off',
  expired: 'off',
  reset: 'off',
  deleted: 'off',
};

const capText = (cap: string | null): string => (cap === null ? '–' : plainMoneyText(cap));

/** The keys of an account; a row opens its calls. */
export function AccountKeys({ accountId }: { readonly accountId: string }) {
  const t = useTexts(texts);
  const list = useList(['operator', 'account', accountId, 'keys'], (page, signal) =>
    operatorTenantsApi.listKeys({ params: { id: accountId }, query: page, signal }),
  );
  const state = ({ status }: Key) => <StatusWord look={looks[status]}>{t.keyStates[status]}</StatusWord>;
  const masked = ({ prefix, last4 }: Key): string => `${prefix}…${last4}`;
  const words = useTexts(keyRoutesTexts);
  return (
    <Sheet title={t.keys}>
      <DataTable
        label={t.keys}
        {...list}
        rowKey={({ id }) => id}
        linkOf={({ id }) => paths.operatorCalls({ account_id: accountId, key_id: id })}
        columns={[
          {
            id: 'remark',
            head: t.keyRemark,
            cell: (key) => (
              <>
                {key.remark} <code className="quiet">{masked(key)}</code>
              </>
            ),
          },
          { id: 'state', head: t.keyState, cell: state },
          {
            id: 'caps',
            head: t.keyCaps,
            isNumber: true,
            isOptional: true,
            cell: (key) => `${capText(key.daily_cap)} / ${capText(key.monthly_cap)}`,
          },
          { id: 'today', head: t.today, isNumber: true, cell: (key) => <Money amount={key.spent_today} hasSign={false} /> },
          {
            id: 'month',
            head: t.month,
            isNumber: true,
            isOptional: true,
            cell: (key) => <Money amount={key.spent_this_month} hasSign={false} />,
          },
          {
            id: 'created',
            head: t.created,
            isNumber: true,
            isOptional: true,
            cell: (key) => <Time at={key.created_at} form="date" />,
          },
          { id: 'routes', head: words.routes, isActions: true, width: '110px', cell: (key) => <KeyRoutes record={key} /> },
        ]}
        narrow={(key) => (
          <>
            <span className="l1">
              <span className="cut">{key.remark === '' ? masked(key) : key.remark}</span>
              <span>
                <span className="quiet">{t.today}</span> <Money amount={key.spent_today} hasSign={false} />
              </span>
            </span>
            <span className="l2">
              {state(key)}
              <code className="quiet">{masked(key)}</code>
            </span>
          </>
        )}
        narrowActs={(key) => <KeyRoutes record={key} />}
        failed={t.keysFailed}
        empty={t.noKeys}
      />
    </Sheet>
  );
}

/** Ledger of an account: credits with their times, and usage by closed hour. */
export function AccountLedger({ accountId }: { readonly accountId: string }) {
  const t = useTexts(texts);
  const zone = useZoneName();
  const reasonOf = useLedgerReason();
  const actorOf = useActorWords();
  const list = useList<LedgerEntry>(['operator', 'account', accountId, 'ledger'], (page, signal) =>
    operatorLedgerApi.readLedger({ params: { id: accountId }, query: page, signal }),
  );
  return (
    <Sheet title={t.ledger}>
      <DataTable
        label={t.ledger}
        {...list}
        rowKey={({ id }) => id}
        columns={[
          {
            id: 'time',
            head: (
              <>
                {t.time} <span className="quiet">{zone}</span>
              </>
            ),
            cell: (entry) => <Time at={entry.created_at} />,
          },
          { id: 'kind', head: t.kind, cell: ({ bucket }) => t.buckets[bucket] },
          { id: 'reason', head: t.reason, isOptional: true, cell: reasonOf },
          { id: 'actor', head: t.actor, isOptional: true, cell: ({ actor }) => actorOf(actor) },
          { id: 'amount', head: t.amount, isNumber: true, cell: ({ amount }) => <Money amount={amount} hasSign={false} /> },
        ]}
        narrow={(entry) => (
          <>
            <span className="l1">
              <span>{t.buckets[entry.bucket]}</span>
              <Money amount={entry.amount} />
            </span>
            <span className="l2">
              <span className="cut">{reasonOf(entry)}</span>
              <Time at={entry.created_at} form="ago" />
            </span>
          </>
        )}
        failed={t.ledgerFailed}
        empty={t.noLedger}
      />
    </Sheet>
  );
}
