import { useQuery } from '@tanstack/react-query';
import { providersQuery, type Provider } from '../../../api/providers.ts';
import { useSession } from '../../../api/session.ts';
import { SearchField } from '../../../components/filters/search-field.tsx';
import { PageHead } from '../../../components/head/page-head.tsx';
import { useAddressState } from '../../../components/links/address-state.ts';
import { LinkButton } from '../../../components/links/app-link.tsx';
import { NewLink } from '../../../components/links/new-link.tsx';
import { Money } from '../../../components/money/money.tsx';
import type { Column } from '../../../components/tables/data-table-props.ts';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { RowAct, withActs } from '../../../components/tables/row-acts.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { paths, withQuery } from '../../../paths.ts';
import { countText, durationText, percentText } from '../../../ui/number-text.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { StatusWord } from '../../../ui/states/status-word.tsx';
import { isUsable, keysOf, stateLooks, stateOf, useFared, type Fared } from '../provider-figures.ts';
import { TestDrawer } from '../provider-test-sheet.tsx';
import { providerWords } from '../provider-words.ts';
import { useProviderTest, type ProviderTest } from '../use-provider-test.ts';
import { useSwitchProvider } from '../use-switch-provider.ts';
import { AddProviderDrawer } from './add-provider-drawer.tsx';
import './operator-providers.css';
import { texts } from './texts.ts';

interface Row {
  readonly provider: Provider;
  readonly fared: Fared;
}

/** Below that share of good attempts somebody should look. */
const goodShare = 0.97;

function matches({ name, routes, models }: Provider, words: string): boolean {
  const said = [name, ...routes.map((route) => route.base_url), ...models.map(({ model }) => model)];
  return said.some((text) => text.toLowerCase().includes(words.toLowerCase()));
}

function State({ provider }: { readonly provider: Provider }) {
  const t = useTexts(providerWords);
  const state = stateOf(provider);
  return <StatusWord look={stateLooks[state]}>{t.states[state]}</StatusWord>;
}

function Keys({ provider }: { readonly provider: Provider }) {
  const t = useTexts(texts);
  const keys = keysOf(provider);
  const left = keys.filter(isUsable).length;
  if (provider.built_in || keys.length === 0) return <span className="quiet">{t.none}</span>;
  return <span className={left < keys.length ? 'warn' : undefined}>{`${countText(left)} / ${countText(keys.length)}`}</span>;
}

function Cost({ cost }: Fared) {
  const t = useTexts(texts);
  return cost === null ? <span className="quiet">{t.none}</span> : <Money amount={cost} hasSign={false} canFocus={false} />;
}

interface ProviderActsProps {
  readonly provider: Provider;
  readonly test: ProviderTest;
}

/** What operators do to an upstream most often. */
function ProviderActs({ provider, test }: ProviderActsProps) {
  const t = useTexts(texts);
  const { label, isPending, mutate } = useSwitchProvider(provider);
  const { id, name } = provider;
  if (provider.built_in) return null;
  return (
    <>
      <RowAct
        label={t.testIt}
        of={name}
        onClick={() => {
          if (!test.isPending || test.variables.id !== id) test.mutate(provider);
        }}
      />
      <RowAct label={t.fetch} of={name} to={withQuery(paths.operatorProvider(id), { publish: '1' })} />
      <RowAct label={label} of={name} isBusy={isPending} onClick={mutate} />
    </>
  );
}

function useColumns(): readonly Column<Row>[] {
  const t = useTexts(texts);
  const words = useTexts(providerWords);
  const none = <span className="quiet">{t.none}</span>;
  return [
    {
      id: 'name',
      head: t.name,
      cell: ({ provider: { name, routes, models, built_in: isBuiltIn } }) => (
        <>
          <b className="provider-name">{name}</b>
          <small className="provider-about">
            {isBuiltIn ? t.builtIn : [...new Set(routes.map(({ region }) => words.regions[region]))].join(' · ')}
            {` · ${t.models(countText(models.length))}`}
          </small>
        </>
      ),
    },
    { id: 'state', head: t.state, width: '120px', cell: ({ provider }) => <State provider={provider} /> },
    {
      id: 'success',
      head: t.success,
      isNumber: true,
      width: '100px',
      cell: ({ fared: { success } }) =>
        success === null ? none : <span className={success < goodShare ? 'bad' : undefined}>{percentText(success, 2)}</span>,
    },
    {
      id: 'first',
      head: t.firstByte,
      isNumber: true,
      isOptional: true,
      width: '150px',
      cell: ({ fared: { times } }) => (times === null ? none : `${durationText(times.p50)} / ${durationText(times.p95)}`),
    },
    {
      id: 'share',
      head: t.share,
      isNumber: true,
      isOptional: true,
      width: '90px',
      cell: ({ fared: { share } }) => (share === null ? none : percentText(share)),
    },
    { id: 'cost', head: t.cost, isNumber: true, isOptional: true, width: '120px', cell: ({ fared }) => <Cost {...fared} /> },
    { id: 'keys', head: t.keys, isNumber: true, width: '80px', cell: ({ provider }) => <Keys provider={provider} /> },
  ];
}

interface ListProps {
  readonly words: string;
  readonly mayChange: boolean;
}

/** The upstreams that match the words; without any of one's own, the next step. */
function List({ words, mayChange }: ListProps) {
  const t = useTexts(texts);
  const test = useProviderTest();
  const { with: linkTo } = useAddressState();
  const { data, error, refetch } = useQuery(providersQuery);
  const fared = useFared();
  const columns = useColumns();
  const isAll = words === '';
  const rows = data
    ?.filter((provider) => isAll || matches(provider, words))
    .map((provider) => ({ provider, fared: fared(provider.name) }));
  const hasOnlyBuiltIn = isAll && (data ?? []).length > 0 && (data ?? []).every((provider) => provider.built_in);
  const add = mayChange ? (
    <LinkButton to={linkTo({ add: '1' })} icon="plus">
      {t.add}
    </LinkButton>
  ) : undefined;
  return (
    <Sheet foot={t.note} className="provider-rows">
      <DataTable
        label={t.title}
        {...withActs(
          columns,
          mayChange ? { width: '200px', of: ({ provider }) => <ProviderActs provider={provider} test={test} /> } : null,
        )}
        rows={rows}
        rowKey={({ provider }) => provider.id}
        linkOf={({ provider }) => paths.operatorProvider(provider.id)}
        rowHeight={52}
        narrow={(row) => <Narrow {...row} />}
        error={error}
        failed={t.failed}
        onRetry={() => void refetch()}
        empty={isAll ? t.empty : t.noMatch}
        emptyAction={isAll ? add : <LinkButton to={paths.operatorProviders}>{t.clear}</LinkButton>}
      />
      {hasOnlyBuiltIn ? <EmptyState action={add}>{t.onlyBuiltIn}</EmptyState> : null}
      {test.variables === undefined ? null : (
        <TestDrawer key={test.variables.id} provider={test.variables} test={test} mayChange={mayChange} onClose={test.reset} />
      )}
    </Sheet>
  );
}

function Narrow({ provider, fared }: Row) {
  const t = useTexts(texts);
  return (
    <>
      <span className="l1">
        <b className="cut">{provider.name}</b>
        {fared.cost === null ? null : (
          <span>
            <span className="quiet">{t.cost}</span> <Cost {...fared} />
          </span>
        )}
      </span>
      <span className="l2">
        <State provider={provider} />
        <span>
          {fared.success === null ? null : `${t.success} ${percentText(fared.success, 2)} · `}
          {provider.built_in ? (
            t.builtIn
          ) : (
            <>
              {t.keys} <Keys provider={provider} />
            </>
          )}
        </span>
      </span>
    </>
  );
}

/** Every upstream: its state, how it fared, what it costs. */
export default function OperatorProvidersPage() {
  const t = useTexts(texts);
  const { operator } = useSession();
  const { query, set, with: linkTo } = useAddressState();
  const mayChange = operator === 'administrator';
  return (
    <>
      <PageHead title={t.title} main={mayChange ? <NewLink to={linkTo({ add: '1' })}>{t.add}</NewLink> : null}>
        {mayChange ? null : <span className="quiet">{t.readOnly}</span>}
        <SearchField label={t.search} />
      </PageHead>
      <List words={query.q?.trim() ?? ''} mayChange={mayChange} />
      {mayChange && query.add !== undefined ? (
        <AddProviderDrawer
          onClose={() => {
            set({ add: undefined });
          }}
        />
      ) : null}
    </>
  );
}
