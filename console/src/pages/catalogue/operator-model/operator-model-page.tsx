import { useQuery } from '@tanstack/react-query';
import { makerText } from '../../../components/catalogue/maker-text.ts';
import { useSession } from '../../../api/session.ts';
import { modelTexts } from '../../../components/catalogue/model-texts.ts';
import { ErrorState } from '../../../components/errors/error-state.tsx';
import { PageHead } from '../../../components/head/page-head.tsx';
import { useAddressPart, useAddressState } from '../../../components/links/address-state.ts';
import { AppLink, LinkButton } from '../../../components/links/app-link.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { countText } from '../../../ui/number-text.ts';
import { Fact, Sheet } from '../../../ui/sheet.tsx';
import { EmptyState, Skeleton } from '../../../ui/states/empty-state.tsx';
import { StatusWord } from '../../../ui/states/status-word.tsx';
import { operatorModelsQuery, type OperatorModel } from '../../../api/operator-models.ts';
import { HistorySheet, PriceSheet } from '../price-sheets.tsx';
import { DeleteModel } from './delete-model.tsx';
import { FactsDrawer } from './facts-drawer.tsx';
import './operator-model.css';
import { PlannedPrices } from './planned-prices.tsx';
import { PriceDrawer } from '../price-drawer.tsx';
import { SupplierMargins } from './supplier-margins.tsx';
import { texts } from './texts.ts';

function Facts({ model, mayChange }: { readonly model: OperatorModel; readonly mayChange: boolean }) {
  const t = useTexts(texts);
  const words = useTexts(modelTexts);
  const { with: changed } = useAddressState();
  const tokens = (count: number | null) => (count === null ? null : `${countText(count)} ${t.tokens}`);
  const { features, supported_parameters: parameters, aliases, alternatives, tier } = model;
  const rows = [
    [t.ownedBy, makerText(model.owned_by)],
    [t.context, tokens(model.context_length)],
    [t.outputLimit, tokens(model.output_limit)],
    [t.typicalOutput, tokens(model.typical_output)],
    [t.tier, tier === null ? null : (words.tiers[tier] ?? tier)],
    [t.features, features.map((name) => words.features[name] ?? name).join(' · ')],
    [t.parameters, parameters.join(' · ')],
    [t.aliases, aliases.join(' · ')],
    [t.alternatives, alternatives.join(' · ')],
    [t.fallback, model.fallback_model],
    [t.retires, model.retirement_date?.slice(0, 10) ?? null],
  ] as const;
  return (
    <Sheet title={t.facts} isPadded right={mayChange ? <LinkButton to={changed({ facts: '1' })}>{t.edit}</LinkButton> : null}>
      <dl className="facts">
        {rows.map(([label, value]) => (
          <Fact key={label} label={label}>
            {value === null || value === '' ? <span className="quiet">{t.nothing}</span> : value}
          </Fact>
        ))}
      </dl>
    </Sheet>
  );
}

/** Whether the model is on sale, or what it needs, and what to do next. */
function Head({ model, mayChange }: { readonly model: OperatorModel; readonly mayChange: boolean }) {
  const t = useTexts(texts);
  const words = useTexts(modelTexts);
  const { with: changed } = useAddressState();
  return (
    <PageHead
      title={model.name}
      main={
        mayChange ? (
          <LinkButton to={changed({ price: 'new' })} look="primary" data-shortcut="new">
            {model.price === null ? t.setPrice : t.changePrice}
            <kbd className="wide">N</kbd>
          </LinkButton>
        ) : null
      }
    >
      {model.sellable ? <StatusWord look="go">{t.sold}</StatusWord> : <StatusWord look="off">{t.notSold}</StatusWord>}
      <span className="quiet">
        {[words.kinds[model.kind] ?? model.kind, ...model.missing.map((name) => t.because[name])].join(' · ')}
      </span>
      <span className="grow" />
      <AppLink to={paths.operatorSimulator({ model: model.name })}>{t.simulate}</AppLink>
      {model.sellable ? <AppLink to={paths.pricingOf(model.name)}>{t.publicPage}</AppLink> : null}
    </PageHead>
  );
}

function Known({ model, seenAtMs }: { readonly model: OperatorModel; readonly seenAtMs: number }) {
  const t = useTexts(texts);
  const { operator } = useSession();
  const { query, set, with: changed } = useAddressState();
  const mayChange = operator === 'administrator';
  const close = (): void => {
    set({ price: undefined, facts: undefined });
  };
  return (
    <>
      <Head model={model} mayChange={mayChange} />
      <div className="cols">
        {model.price === null ? (
          <Sheet title={t.price}>
            <EmptyState {...(mayChange ? { action: <LinkButton to={changed({ price: 'new' })}>{t.setPrice}</LinkButton> } : {})}>
              {t.noPrice}
            </EmptyState>
          </Sheet>
        ) : (
          <PriceSheet price={model.price} />
        )}
        <Facts model={model} mayChange={mayChange} />
      </div>
      <PlannedPrices model={model} seenAtMs={seenAtMs} mayChange={mayChange} />
      <SupplierMargins model={model} />
      {model.prices.length === 0 ? null : <HistorySheet versions={model.prices} />}
      {mayChange ? <DeleteModel name={model.name} /> : null}
      {mayChange && query.price !== undefined ? <PriceDrawer model={model} onClose={close} /> : null}
      {mayChange && query.facts !== undefined ? <FactsDrawer model={model} onClose={close} /> : null}
    </>
  );
}

/** One model as operators see it: current, future and past prices, margin per provider, and facts. */
export default function OperatorModelPage() {
  const t = useTexts(texts);
  const name = useAddressPart('_splat');
  const { data, error, refetch, dataUpdatedAt } = useQuery(operatorModelsQuery);
  const model = data?.find((each) => each.name === name || each.aliases.includes(name));
  return (
    <div className="page-operator-model">
      <p className="back">
        <AppLink to={paths.operatorModels()}>{t.all}</AppLink>
      </p>
      {data === undefined && error !== null ? <ErrorState what={t.failed} error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && error === null ? <Skeleton height={480} /> : null}
      {data !== undefined && model === undefined ? (
        <>
          <PageHead title={name} />
          <EmptyState action={<AppLink to={paths.operatorModels()}>{t.all}</AppLink>}>{t.none(name)}</EmptyState>
        </>
      ) : null}
      {model === undefined ? null : <Known model={model} seenAtMs={dataUpdatedAt} />}
    </div>
  );
}
