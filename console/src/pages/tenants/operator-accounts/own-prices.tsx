import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AccountAnswer } from '@tollgate/contract/tenants/operator-accounts';
import { useSession } from '../../../api/session.ts';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { useAddressState } from '../../../components/links/address-state.ts';
import { LinkButton } from '../../../components/links/app-link.tsx';
import { useActorWords } from '../../../components/people/use-actor-words.ts';
import type { Column } from '../../../components/tables/data-table-props.ts';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { Time } from '../../../components/time/time.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { ActButton } from '../../../ui/buttons/act-button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { ownPricesQuery, withdrawOwnPrice, type OwnPrice } from '../own-prices.ts';
import { PriceDrawer } from './price-drawer.tsx';
import { priceTexts } from './price-texts.ts';

type Term = OwnPrice['terms'][number] & { readonly model: string };

/** `输入 1 · 输出 4`: the nonzero rates of a price. */
function useLinesText(): (price: Term['price']) => string {
  const t = useTexts(priceTexts);
  const rates: Readonly<Record<string, string>> = t.rates;
  return ({ input, cached_input: cached, output, per_call: call, rates: more = {} }) =>
    [
      ...(
        [
          ['input', input],
          ['cached_input', cached === input ? '0' : cached],
          ['output', output],
          ['per_call', call],
        ] as const
      ).flatMap(([name, amount]) => (/[1-9]/.test(amount) ? [`${t.lines[name]} ${amount}`] : [])),
      ...Object.entries(more).map(([name, amount]) => `${rates[name] ?? name} ${amount}`),
    ].join(' · ');
}

function Withdraw({ accountId, model }: { readonly accountId: string; readonly model: string }) {
  const t = useTexts(priceTexts);
  const client = useQueryClient();
  const withdraw = useMutation({
    mutationFn: () => withdrawOwnPrice({ accountId, model }),
    onSuccess: async () => {
      toast(t.withdrawn(model));
      await client.invalidateQueries({ queryKey: ['operator', 'account', accountId] });
    },
  });
  return (
    <>
      <ActButton look="plain" act={withdraw}>
        {t.withdraw}
      </ActButton>
      <FormFault error={withdraw.error} isInline />
    </>
  );
}

/** Current and future custom prices of an account, with their authors. */
export function OwnPrices({ account }: { readonly account: AccountAnswer }) {
  const t = useTexts(priceTexts);
  const { operator } = useSession();
  const { query, set, with: changed } = useAddressState();
  const { data, error, refetch, dataUpdatedAt } = useQuery(ownPricesQuery(account.id));
  const linesText = useLinesText();
  const actorOf = useActorWords();
  const mayChange = operator === 'administrator';
  const rows = data?.flatMap(({ model, terms }): Term[] => terms.map((term) => ({ ...term, model })));
  const since = ({ from }: Term) => (
    <>
      <Time at={from} form="date" />
      {Date.parse(from) > dataUpdatedAt ? <small className="quiet"> {t.planned}</small> : null}
    </>
  );
  const until = ({ until: end }: Term) =>
    end === null ? <span className="quiet">{t.open}</span> : <Time at={end} form="date" />;
  const columns: readonly Column<Term>[] = [
    { id: 'model', head: t.model, cell: ({ model }) => <code>{model}</code> },
    { id: 'price', head: t.price, cell: ({ price }) => linesText(price) },
    { id: 'since', head: t.since, isNumber: true, cell: since },
    { id: 'until', head: t.until, isNumber: true, cell: until },
    { id: 'by', head: t.by, isOptional: true, cell: ({ actor }) => <span className="cut quiet">{actorOf(actor)}</span> },
    ...(mayChange
      ? [
          {
            ...{ id: 'act', head: <span className="sr">{t.actions}</span>, width: '90px', isActions: true },
            cell: ({ model }: Term) => <Withdraw accountId={account.id} model={model} />,
          },
        ]
      : []),
  ];
  return (
    <>
      <Sheet
        title={t.title}
        note={t.note}
        right={
          mayChange ? (
            <LinkButton to={changed({ price: 'new' })} icon="plus">
              {t.add}
            </LinkButton>
          ) : null
        }
      >
        <DataTable
          label={t.title}
          columns={columns}
          rows={rows}
          rowKey={({ model, from }) => `${model} ${from}`}
          rowHeight={48}
          narrow={(term) => (
            <>
              <span className="l1">
                <code className="cut">{term.model}</code>
                <span>{since(term)}</span>
              </span>
              <span className="l2">
                <span className="cut">{linesText(term.price)}</span>
                <span>{until(term)}</span>
              </span>
            </>
          )}
          error={error}
          failed={t.failed}
          onRetry={() => void refetch()}
          empty={t.empty}
        />
      </Sheet>
      {query.price === undefined || !mayChange ? null : (
        <PriceDrawer
          account={account}
          onClose={() => {
            set({ price: undefined });
          }}
        />
      )}
    </>
  );
}
