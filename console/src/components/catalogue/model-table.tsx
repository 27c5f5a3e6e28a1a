import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { makerText } from './maker-text.ts';
import { modelsQuery, type PublicModel } from '../../api/models.ts';
import { useLanguage, useTexts } from '../../i18n/texts.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { Segments } from '../../ui/forms/segments.tsx';
import { bigText } from '../../ui/number-text.ts';
import { contextText } from '../../ui/context-text.ts';
import { percentOf } from '../../ui/percent-of.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { SearchField } from '../filters/search-field.tsx';
import { useAddressState } from '../links/address-state.ts';
import { AppLink } from '../links/app-link.tsx';
import { nano, priceText } from '../money/money-text.ts';
import type { Column } from '../tables/data-table-props.ts';
import { DataTable } from '../tables/data-table.tsx';
import { isByTokens, piecePrice, piecesFor1Cny, tokensFor1Cny } from './model-price.ts';
import './model-table.css';
import { modelTexts } from './model-texts.ts';

type Words = ReturnType<typeof useTexts<typeof modelTexts.zh>>;
type Sort = 'input' | 'output' | 'name';

function priceOf({ price }: PublicModel, sort: 'input' | 'output'): bigint {
  if (price === null) return 0n;
  // Models priced by other units follow those priced by tokens.
  return isByTokens(price) ? nano(price[sort]) : 1_000_000_000_000_000n + nano(piecePrice(price)?.amount ?? '0');
}

function compare(a: PublicModel, b: PublicModel, sort: Sort): number {
  const difference = sort === 'name' ? 0n : priceOf(a, sort) - priceOf(b, sort);
  return difference === 0n ? a.name.localeCompare(b.name) : difference < 0n ? -1 : 1;
}

interface Chosen {
  readonly words: string;
  readonly kind: string;
  readonly feature: string;
  readonly tier: string;
}

function matches(model: PublicModel, { words, kind, feature, tier }: Chosen): boolean {
  const text = [model.name, model.owned_by, ...model.aliases].join(' ').toLowerCase();
  return (
    words
      .toLowerCase()
      .split(' ')
      .every((word) => text.includes(word)) &&
    (kind === '' || model.kind === kind) &&
    (feature === '' || model.features.includes(feature)) &&
    (tier === '' || model.tier === tier)
  );
}

function Name({ model, t }: { readonly model: PublicModel; readonly t: Words }) {
  return (
    <>
      <span className="mono">{model.name}</span>
      <small className="own">
        {makerText(model.owned_by)}
        {model.retirement_date === null ? null : <span className="warn"> · {t.retires(model.retirement_date.slice(0, 10))}</span>}
      </small>
    </>
  );
}

function Price({ amount, isQuiet = false }: { readonly amount: string | undefined; readonly isQuiet?: boolean }) {
  if (amount === undefined || nano(amount) === 0n) return <span className="quiet">–</span>;
  return <span className={isQuiet ? 'quiet' : 'price'}>{priceText(amount)}</span>;
}

/** The tokens or units for 1 CNY. */
function Buys({ model, t }: { readonly model: PublicModel; readonly t: Words }) {
  const language = useLanguage();
  const { price } = model;
  const piece = price === null ? null : piecePrice(price);
  if (piece !== null)
    return (
      <>
        {piecesFor1Cny(piece.amount)} <small>{t.units[piece.unit] ?? piece.unit}</small>
      </>
    );
  if (price === null || !isByTokens(price)) return <span className="quiet">–</span>;
  const output = tokensFor1Cny(price.output);
  return (
    <>
      {bigText(tokensFor1Cny(price.input), language)}
      {output === 0 ? null : <small> / {bigText(output, language)}</small>}
    </>
  );
}

/** Percentage over the last 24 hours by model; `null` with too few calls. */
export type Availability = ReadonlyMap<string, number | null>;

interface Sorting {
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
}

function useColumns(t: Words, { sort, onSort }: Sorting, availability: Availability | undefined): readonly Column<PublicModel>[] {
  const head = (name: Sort, label: string) => (
    <button
      type="button"
      className={sort === name ? 'sort on' : 'sort'}
      aria-pressed={sort === name}
      onClick={() => {
        onSort(name);
      }}
    >
      {label}
      {sort === name ? ' ↑' : null}
    </button>
  );
  return [
    { id: 'name', head: head('name', t.model), cell: (model) => <Name model={model} t={t} /> },
    {
      id: 'copy',
      head: <span className="sr">{t.copy}</span>,
      width: '34px',
      isActions: true,
      cell: ({ name }) => <CopyButton text={name} label={t.copyName(name)} />,
    },
    {
      id: 'kind',
      head: t.kind,
      width: '124px',
      cell: ({ kind, tier }) => (
        <>
          {t.kinds[kind] ?? kind}
          {tier === null ? null : <small> · {t.tiers[tier] ?? tier}</small>}
        </>
      ),
    },
    {
      id: 'features',
      head: t.feature,
      isOptional: true,
      cell: ({ features }) => features.map((name) => t.features[name] ?? name).join(' · '),
    },
    {
      id: 'context',
      head: t.context,
      width: '84px',
      isNumber: true,
      isOptional: true,
      cell: ({ context_length }) => (context_length === null ? <span className="quiet">–</span> : contextText(context_length)),
    },
    {
      id: 'input',
      head: head('input', t.input),
      width: '92px',
      isNumber: true,
      cell: ({ price }) => <Price amount={price?.input} />,
    },
    {
      id: 'cached',
      head: t.cached,
      width: '92px',
      isNumber: true,
      cell: ({ price }) => <Price amount={price?.cached_input} isQuiet />,
    },
    {
      id: 'output',
      head: head('output', t.output),
      width: '92px',
      isNumber: true,
      cell: ({ price }) => <Price amount={price?.output} />,
    },
    { id: 'buys', head: t.buys, width: '168px', isNumber: true, cell: (model) => <Buys model={model} t={t} /> },
    ...(availability === undefined ? [] : [availabilityColumn(t, availability)]),
  ];
}

function availabilityColumn(t: Words, availability: Availability): Column<PublicModel> {
  const cell = ({ name }: PublicModel) => {
    const value = availability.get(name) ?? null;
    return value === null ? <span className="quiet">–</span> : percentOf(value);
  };
  return { id: 'availability', head: t.availability, width: '104px', isNumber: true, isOptional: true, cell };
}

/** Replaces the three token prices. */
function pieceCells(model: PublicModel, t: Words) {
  const { price } = model;
  if (price === null || isByTokens(price)) return null;
  const piece = piecePrice(price);
  const content =
    piece === null ? (
      <span className="quiet">{t.free}</span>
    ) : (
      <>
        <span className="price">{priceText(piece.amount)}</span> <small>{t.unit(piece.unit)}</small>
      </>
    );
  return { from: 'input', count: 3, content: <span className="piece">{content}</span> };
}

function NarrowRow({ model, t }: { readonly model: PublicModel; readonly t: Words }) {
  const { name, kind, features, context_length, price } = model;
  const piece = pieceCells(model, t);
  return (
    <>
      <span className="l1">
        <span className="mono cut">{name}</span>
        {piece === null ? (
          <span className="quiet">
            {t.inShort} <b>{priceText(price?.input ?? '0')}</b>
            {nano(price?.output ?? '0') === 0n ? null : (
              <>
                {' '}
                {t.outShort} <b>{priceText(price?.output ?? '0')}</b>
              </>
            )}
          </span>
        ) : (
          piece.content
        )}
      </span>
      <span className="l2 quiet">
        <span className="cut">{[t.kinds[kind] ?? kind, ...features.map((each) => t.features[each] ?? each)].join(' · ')}</span>
        <span>{context_length === null ? '' : contextText(context_length)}</span>
      </span>
    </>
  );
}

interface ChoicesProps {
  readonly models: readonly PublicModel[];
  readonly chosen: Chosen;
  readonly onChoose: (name: string, value: string) => void;
}

/** Filters by kind, feature and tier, if there is anything to choose. */
function Choices({ models, chosen, onChoose }: ChoicesProps) {
  const t = useTexts(modelTexts);
  const present = (values: readonly string[], words: Readonly<Record<string, string>>) => [
    { value: '', label: t.all },
    ...Object.entries(words).flatMap(([value, label]) => (values.includes(value) ? [{ value, label }] : [])),
  ];
  const kinds = models.map(({ kind }) => kind);
  const features = models.flatMap((model) => model.features);
  const tiers = models.map(({ tier }) => tier ?? '');
  const choices = [
    { name: 'kind', label: t.kind, options: present(kinds, t.kinds), className: '' },
    { name: 'feature', label: t.feature, options: present(features, t.features), className: 'wide' },
    { name: 'tier', label: t.tier, options: present(tiers, t.tiers), className: 'wide' },
  ] as const;
  return choices.map(({ name, label, options, className }) =>
    options.length <= 2 ? null : (
      <Segments
        key={name}
        label={label}
        value={chosen[name]}
        options={options}
        className={className}
        onChange={(next) => {
          onChoose(name, next);
        }}
      />
    ),
  );
}

/** All callable models with their prices. The URL contains search, kind, feature and tier. */
export function ModelTable({ availability }: { readonly availability?: Availability | undefined }) {
  const t = useTexts(modelTexts);
  const { query, set } = useAddressState();
  const [sort, setSort] = useState<Sort>('input');
  const { data, error, refetch } = useQuery(modelsQuery);
  const columns = useColumns(t, { sort, onSort: setSort }, availability);
  const { q: words = '', kind = '', feature = '', tier = '' } = query;
  const chosen: Chosen = { words, kind, feature, tier };
  const rows = data?.filter((model) => matches(model, chosen)).sort((a, b) => compare(a, b, sort));
  const choose = (name: string, value: string): void => {
    set({ [name]: value === '' ? undefined : value }, { replace: true });
  };
  const clear = (): void => {
    set({ q: undefined, kind: undefined, feature: undefined, tier: undefined }, { replace: true });
  };
  return (
    <div className="models">
      <div className="model-filters">
        <SearchField label={t.search} />
        <Choices models={data ?? []} chosen={chosen} onChoose={choose} />
        <span className="grow" />
        <span className="quiet wide">{rows === undefined ? null : t.count(rows.length)}</span>
      </div>
      <Sheet>
        <DataTable
          label={t.list}
          columns={columns}
          rows={rows}
          rowKey={({ name }) => name}
          linkOf={({ name }) => paths.pricingOf(name)}
          rowHeight={46}
          instead={(model) => pieceCells(model, t)}
          narrow={(model) => <NarrowRow model={model} t={t} />}
          error={error}
          failed={t.failed}
          onRetry={() => void refetch()}
          empty={t.none}
          emptyAction={<Button onClick={clear}>{t.clear}</Button>}
        />
      </Sheet>
    </div>
  );
}

/** Name of a model, as a link to its page. */
export function ModelLink({ name }: { readonly name: string }) {
  return (
    <AppLink className="mono" to={paths.pricingOf(name)}>
      {name}
    </AppLink>
  );
}
