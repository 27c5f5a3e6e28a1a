import { useQuery } from '@tanstack/react-query';
import { makerText } from '../../../components/catalogue/maker-text.ts';
import { useSession } from '../../../api/session.ts';
import { isByTokens, piecePrice } from '../../../components/catalogue/model-price.ts';
import { modelTexts } from '../../../components/catalogue/model-texts.ts';
import { SearchField } from '../../../components/filters/search-field.tsx';
import { PageHead } from '../../../components/head/page-head.tsx';
import { useAddressState } from '../../../components/links/address-state.ts';
import { LinkButton } from '../../../components/links/app-link.tsx';
import { NewLink } from '../../../components/links/new-link.tsx';
import { nano, priceText } from '../../../components/money/money-text.ts';
import type { Column } from '../../../components/tables/data-table-props.ts';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { RowAct, withActs } from '../../../components/tables/row-acts.tsx';
import { Time } from '../../../components/time/time.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Segments } from '../../../ui/forms/segments.tsx';
import { percentText } from '../../../ui/number-text.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { StatusWord } from '../../../ui/states/status-word.tsx';
import { operatorModelsQuery, type OperatorModel } from '../../../api/operator-models.ts';
import { providersQuery } from '../../../api/providers.ts';
import { leastMargin, plannedVersions, suppliersOf, type OperatorPrice } from '../operator-catalogue.ts';
import { PriceDrawer } from '../price-drawer.tsx';
import { AddModelDrawer } from './add-model-drawer.tsx';
import { ListPricesDrawer } from './list-prices-drawer.tsx';
import { RepriceDrawer } from './reprice-drawer.tsx';
import { texts } from './texts.ts';

interface Row {
  readonly model: OperatorModel;
  readonly next: OperatorModel['prices'][number] | undefined;
  /** In parts of ten thousand. */
  readonly margin: number | null;
  readonly providers: number;
}

type Shown = '' | 'sold' | 'hidden' | 'below-cost';

function useRows() {
  const models = useQuery(operatorModelsQuery);
  const suppliers = useQuery(providersQuery);
  const rows = models.data?.map((model): Row => {
    const own = suppliersOf(suppliers.data ?? [], model.name);
    const [next] = plannedVersions(model, models.dataUpdatedAt);
    return { model, next, margin: leastMargin(model.price, own), providers: own.filter((one) => one.isEnabled).length };
  });
  return { ...models, rows };
}

function isShown({ model, margin }: Row, words: string, shown: Shown): boolean {
  const text = [model.name, model.owned_by, model.kind, ...model.aliases].join(' ').toLowerCase();
  const hasWords = words
    .toLowerCase()
    .split(' ')
    .every((word) => text.includes(word));
  const isOf = { '': true, sold: model.sellable, hidden: !model.sellable, 'below-cost': margin !== null && margin < 0 };
  return hasWords && isOf[shown];
}

function PriceSummary({ price }: { readonly price: OperatorPrice | null }) {
  const t = useTexts(texts);
  const words = useTexts(modelTexts);
  if (price === null) return <span className="quiet">{t.noPrice}</span>;
  const piece = piecePrice(price);
  if (piece !== null)
    return (
      <>
        {priceText(piece.amount)} <small>{words.unit(piece.unit)}</small>
      </>
    );
  if (!isByTokens(price)) return <span className="quiet">{words.free}</span>;
  return (
    <>
      <small>{t.input}</small> {priceText(price.input)}
      {nano(price.output) === 0n ? null : (
        <>
          {' '}
          <small>{t.output}</small> {priceText(price.output)}
        </>
      )}
    </>
  );
}

function StateOf({ model }: { readonly model: OperatorModel }) {
  const t = useTexts(texts);
  if (model.sellable) return <StatusWord look="go">{t.states.sold}</StatusWord>;
  return <StatusWord look="off">{t.states.hidden}</StatusWord>;
}

function Margin({ parts }: { readonly parts: number | null }) {
  const t = useTexts(texts);
  if (parts === null) return <span className="quiet">{t.unknown}</span>;
  return <span className={parts < 0 ? 'bad' : undefined}>{percentText(parts / 10_000)}</span>;
}

function useColumns(): readonly Column<Row>[] {
  const t = useTexts(texts);
  const words = useTexts(modelTexts);
  return [
    {
      id: 'name',
      head: t.name,
      cell: ({ model }) => (
        <>
          <b className="mono">{model.name}</b>{' '}
          <small className="quiet">
            {[words.kinds[model.kind] ?? model.kind, makerText(model.owned_by)].filter(Boolean).join(' · ')}
          </small>
        </>
      ),
    },
    { id: 'state', head: t.state, width: '120px', cell: ({ model }) => <StateOf model={model} /> },
    { id: 'price', head: t.price, width: '200px', isNumber: true, cell: ({ model }) => <PriceSummary price={model.price} /> },
    { id: 'margin', head: t.margin, width: '120px', isNumber: true, cell: ({ margin }) => <Margin parts={margin} /> },
    {
      id: 'providers',
      head: t.providers,
      width: '88px',
      isNumber: true,
      isOptional: true,
      cell: ({ providers }) => (providers === 0 ? <span className="warn">0</span> : providers),
    },
    {
      id: 'next',
      head: t.next,
      width: '132px',
      isNumber: true,
      isOptional: true,
      cell: ({ next }) => (next === undefined ? <span className="quiet">–</span> : <Time at={next.from} form="date" />),
    },
  ];
}

function PriceAct({ model: { name, price } }: { readonly model: OperatorModel }) {
  const t = useTexts(texts);
  const { with: changed } = useAddressState();
  return <RowAct label={price === null ? t.setPrice : t.changePrice} of={name} to={changed({ change: name })} />;
}

/** Search text and a state, in the URL. */
function Filters({ shown }: { readonly shown: Shown }) {
  const t = useTexts(texts);
  const { set } = useAddressState();
  return (
    <>
      <SearchField label={t.search} />
      <Segments<Shown>
        label={t.shown}
        value={shown}
        options={[
          { value: '', label: t.all },
          { value: 'sold', label: t.onSale },
          { value: 'hidden', label: t.notOnSale },
          { value: 'below-cost', label: t.belowCost },
        ]}
        onChange={(next) => {
          set({ show: next === '' ? undefined : next }, { replace: true });
        }}
      />
    </>
  );
}

function AddModel() {
  const t = useTexts(texts);
  const { with: changed } = useAddressState();
  return <NewLink to={changed({ make: '1' })}>{t.add}</NewLink>;
}

function PriceActions() {
  const t = useTexts(texts);
  const { with: changed } = useAddressState();
  return (
    <>
      <LinkButton to={changed({ list: '1' })}>{t.compare}</LinkButton>
      <LinkButton to={changed({ reprice: '1' })}>{t.reprice}</LinkButton>
    </>
  );
}

interface HeadProps {
  readonly shown: Shown;
  readonly mayChange: boolean;
  /** Undefined while the models load. */
  readonly count: number | undefined;
}

function Head({ shown, mayChange, count }: HeadProps) {
  const t = useTexts(texts);
  return (
    <PageHead title={t.title} main={mayChange ? <AddModel /> : null}>
      <Filters shown={shown} />
      <span className="grow" />
      <span className="quiet wide">{count === undefined ? null : t.count(count)}</span>
      {mayChange ? <PriceActions /> : null}
    </PageHead>
  );
}

/** The form named by the URL. */
function Drawers({ models }: { readonly models: readonly OperatorModel[] }) {
  const { query, set } = useAddressState();
  const close = (): void => {
    set({ make: undefined, reprice: undefined, list: undefined, change: undefined });
  };
  if (query.reprice !== undefined) return <RepriceDrawer models={models} onClose={close} />;
  if (query.list !== undefined) return <ListPricesDrawer onClose={close} />;
  const priced = models.find(({ name }) => name === query.change);
  if (priced !== undefined) return <PriceDrawer key={priced.name} model={priced} onClose={close} />;
  if (query.make === undefined) return null;
  return <AddModelDrawer taken={models.flatMap(({ name, aliases }) => [name, ...aliases])} onClose={close} />;
}

/** All models with price, margin and what they need to be on sale. */
export default function OperatorModelsPage() {
  const t = useTexts(texts);
  const { operator } = useSession();
  const mayChange = operator === 'administrator';
  const { query, set } = useAddressState();
  const { rows, error, refetch } = useRows();
  const columns = useColumns();
  const { q: words = '' } = query;
  const shown = (query.show ?? '') as Shown;
  const found = rows?.filter((row) => isShown(row, words, shown));
  const isFiltered = words !== '' || shown !== '';
  return (
    <>
      <Head shown={shown} mayChange={mayChange} count={found?.length} />
      <Sheet>
        <DataTable
          label={t.title}
          {...withActs(columns, mayChange ? { width: '120px', of: ({ model }) => <PriceAct model={model} /> } : null)}
          rows={found}
          rowKey={({ model }) => model.name}
          linkOf={({ model }) => paths.operatorModel(model.name)}
          rowHeight={40}
          narrow={({ model, margin }) => (
            <>
              <span className="l1">
                <span className="mono cut">{model.name}</span>
                <span>
                  <PriceSummary price={model.price} />
                </span>
              </span>
              <span className="l2">
                <StateOf model={model} />
                <span>
                  {margin === null ? null : <span className="quiet">{t.margin} </span>}
                  <Margin parts={margin} />
                </span>
              </span>
            </>
          )}
          error={error}
          failed={t.failed}
          onRetry={() => void refetch()}
          empty={isFiltered ? t.noMatch : t.empty}
          {...(isFiltered
            ? {
                emptyAction: (
                  <Button
                    onClick={() => {
                      set({ q: undefined, show: undefined }, { replace: true });
                    }}
                  >
                    {t.clear}
                  </Button>
                ),
              }
            : {})}
        />
      </Sheet>
      {rows === undefined || !mayChange ? null : <Drawers models={rows.map(({ model }) => model)} />}
    </>
  );
}
