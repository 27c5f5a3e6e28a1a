import { useQuery } from '@tanstack/react-query';
import { makerText } from '../../../components/catalogue/maker-text.ts';
import { clientBase } from '../../../api/client-addresses.ts';
import { modelsQuery, type PublicModel } from '../../../api/models.ts';
import { statusQuery } from '../../../api/news.ts';
import { isByTokens, piecePrice, piecesFor1Cny, tokensFor1Cny } from '../../../components/catalogue/model-price.ts';
import { modelSamples } from '../../../components/catalogue/model-samples.ts';
import { ModelLink } from '../../../components/catalogue/model-table.tsx';
import { modelTexts } from '../../../components/catalogue/model-texts.ts';
import { ErrorState } from '../../../components/errors/error-state.tsx';
import { useTitle } from '../../../components/head/use-title.ts';
import { useAddressPart } from '../../../components/links/address-state.ts';
import { AppLink } from '../../../components/links/app-link.tsx';
import { useLanguage, useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { CodeTabs } from '../../../ui/code-tabs.tsx';
import { Figures, type Figure } from '../../../ui/figures.tsx';
import { bigText } from '../../../ui/number-text.ts';
import { contextText } from '../../../ui/context-text.ts';
import { percentOf } from '../../../ui/percent-of.ts';
import { Fact, Sheet } from '../../../ui/sheet.tsx';
import { EmptyState, Skeleton } from '../../../ui/states/empty-state.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import './model.css';
import { HistorySheet, PriceSheet } from '../price-sheets.tsx';
import { OverTime } from './over-time.tsx';
import { texts } from './texts.ts';

/** How much of the model 1 CNY buys. */
function useBuys(): (model: PublicModel) => Figure {
  const t = useTexts(texts);
  const words = useTexts(modelTexts);
  const language = useLanguage();
  return ({ price }) => {
    const piece = price === null ? null : piecePrice(price);
    if (piece !== null) return { label: t.buys, value: piecesFor1Cny(piece.amount), note: words.units[piece.unit] ?? piece.unit };
    if (price === null || !isByTokens(price)) return { label: t.buys, value: t.free };
    const output = tokensFor1Cny(price.output);
    const behind = output === 0 ? '' : ` · ${t.ofOutput} ${bigText(output, language)}`;
    return { label: t.buys, value: bigText(tokensFor1Cny(price.input), language), note: `tokens · ${t.ofInput}${behind}` };
  };
}

function Strip({ model }: { readonly model: PublicModel }) {
  const t = useTexts(texts);
  const buys = useBuys();
  const tokens = (count: number | null): string => (count === null ? '–' : contextText(count));
  const limits = [
    { label: t.context, value: tokens(model.context_length), note: t.tokens },
    { label: t.outputLimit, value: tokens(model.output_limit), note: t.tokens },
  ];
  const status = useQuery(statusQuery).data?.models.find(({ model: name }) => name === model.name);
  const times = status?.first_token['24h'] ?? null;
  const seen: readonly Figure[] =
    status === undefined
      ? []
      : [
          {
            label: t.available,
            value: percentOf(status.availability['24h']),
            note: times === null ? t.firstTokenUnknown : t.firstToken((times.p50 / 1000).toFixed(1)),
          },
        ];
  return <Figures figures={[...(model.context_length === null ? [] : limits), buys(model), ...seen]} />;
}

function Limits({ model }: { readonly model: PublicModel }) {
  const t = useTexts(texts);
  const words = useTexts(modelTexts);
  const { music, features, aliases, alternatives, supported_parameters: parameters } = model;
  const chips = (names: readonly string[]) => (
    <div className="chips">
      {names.map((name) => (
        <span className="chip" key={name}>
          {name}
        </span>
      ))}
    </div>
  );
  return (
    <Sheet title={t.limits} isPadded>
      <dl className="facts">
        {music === undefined ? null : (
          <Fact label={words.kinds.music}>
            {[
              t.duration(music.duration_seconds.min, music.duration_seconds.max, music.duration_seconds.usual),
              t.prompt(music.prompt_characters_max),
              t.lyrics(music.lyrics_characters_max),
              t.songs(music.songs_max),
            ].join(' · ')}
          </Fact>
        )}
        {music === undefined ? null : <Fact label={t.tags}>{music.tags === null ? t.anyTag : chips(music.tags)}</Fact>}
        {features.length === 0 ? null : (
          <Fact label={t.features}>{chips(features.map((name) => words.features[name] ?? name))}</Fact>
        )}
        {parameters.length === 0 ? null : (
          <Fact label={t.parameters} className="mono">
            {chips(parameters)}
          </Fact>
        )}
        {aliases.length === 0 ? null : (
          <Fact label={t.aliases} className="mono">
            {aliases.join(' · ')}
          </Fact>
        )}
        {alternatives.length === 0 ? null : (
          <Fact label={t.alternatives} className="alternatives">
            {alternatives.map((name) => (
              <ModelLink key={name} name={name} />
            ))}
          </Fact>
        )}
      </dl>
      {[features, parameters, aliases, alternatives].every(({ length }) => length === 0) && music === undefined
        ? t.noLimits
        : null}
    </Sheet>
  );
}

/** What the model takes and does, in a sentence of its facts. */
function useAbout(): (model: PublicModel) => string {
  const t = useTexts(texts);
  const words = useTexts(modelTexts);
  return ({ kind, context_length: context, output_limit: limit, features }) =>
    [
      t.does[kind],
      context === null ? '' : t.reads(contextText(context)),
      limit === null ? '' : t.writes(contextText(limit)),
      features.length === 0 ? '' : t.can(features.map((name) => words.features[name] ?? name)),
    ]
      .filter(Boolean)
      .join(t.gap);
}

function Known({ model }: { readonly model: PublicModel }) {
  const t = useTexts(texts);
  const words = useTexts(modelTexts);
  const about = useAbout()(model);
  const { name, kind, tier, owned_by, price, prices, retirement_date } = model;
  return (
    <>
      <header className="model-head">
        <h1 className="mono">
          {name} <CopyButton text={name} label={t.copy} />
        </h1>
        <p className="quiet">
          {[makerText(owned_by), words.kinds[kind] ?? kind, tier === null ? '' : (words.tiers[tier] ?? tier)]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {about === '' ? null : <p>{about}</p>}
      </header>
      {retirement_date === null ? null : <Notice>{t.retires(retirement_date.slice(0, 10))}</Notice>}
      <Strip model={model} />
      <div className="cols">
        {price === null ? null : <PriceSheet price={price} />}
        <Limits model={model} />
      </div>
      {kind === 'chat' ? <OverTime name={name} /> : null}
      <section>
        <h2>{t.sample}</h2>
        <CodeTabs samples={modelSamples(kind, { base: clientBase(), model: name, question: t.question })} />
      </section>
      <HistorySheet versions={prices} />
    </>
  );
}

/** One model: price, features, and sample calls. */
export default function ModelPage() {
  const t = useTexts(texts);
  const name = useAddressPart('_splat');
  const { data, error, refetch } = useQuery(modelsQuery);
  const model = data?.find((each) => each.name === name || each.aliases.includes(name));
  useTitle(name);
  return (
    <div className="page-model">
      <p className="back">
        <AppLink to={paths.pricing}>{t.all}</AppLink>
      </p>
      {error !== null && data === undefined ? <ErrorState what={t.failed} error={error} onRetry={() => void refetch()} /> : null}
      {error === null && data === undefined ? <Skeleton height={480} /> : null}
      {data !== undefined && model === undefined ? (
        <EmptyState action={<AppLink to={paths.pricing}>{t.back}</AppLink>}>{t.none(name)}</EmptyState>
      ) : null}
      {model === undefined ? null : <Known model={model} />}
    </div>
  );
}
