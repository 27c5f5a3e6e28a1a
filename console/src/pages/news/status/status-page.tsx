import { useQuery } from '@tanstack/react-query';
import { publicNewsPaths } from '@tollgate/contract/news/public-paths';
import { urlOf } from '../../../api/http/client.ts';
import { statusQuery, type StatusOfModels } from '../../../api/news.ts';
import { ErrorState } from '../../../components/errors/error-state.tsx';
import { useTitle } from '../../../components/head/use-title.ts';
import { AppLink } from '../../../components/links/app-link.tsx';
import { useStatusNow } from '../../../components/news/status-now.ts';
import { Time } from '../../../components/time/time.tsx';
import { useLanguage, useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { percentOf } from '../../../ui/percent-of.ts';
import { EmptyState, Skeleton } from '../../../ui/states/empty-state.tsx';
import { StatusWord, type StatusLook } from '../../../ui/states/status-word.tsx';
import { DayBars } from './day-bars.tsx';
import { Incidents } from './incidents.tsx';
import './status.css';
import { texts } from './texts.ts';

type ModelStatus = StatusOfModels['models'][number];

const levelLooks = { good: 'go', degraded: 'slow', down: 'shut', unknown: 'off' } as const satisfies Record<
  ModelStatus['status'],
  StatusLook
>;

function secondsOf(ms: number): string {
  return ms < 1000 ? `${String(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** The state of every model, from real calls. */
export default function StatusPage() {
  const t = useTexts(texts);
  const language = useLanguage();
  const { data, error, refetch } = useQuery(statusQuery);
  useTitle(t.title);
  return (
    <div className="page-status">
      <h1>{t.title}</h1>
      <p className="quiet">
        {t.rule} <a href={`/status.rss?lang=${language}`}>{t.feed}</a> ·{' '}
        <a href={urlOf(publicNewsPaths.readStatusSummary, {}, { lang: language })}>{t.json}</a>
      </p>
      {data === undefined && error !== null ? <ErrorState what={t.failed} error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && error === null ? <Skeleton height={400} /> : null}
      {data === undefined ? null : <Shown status={data} />}
    </div>
  );
}

function Shown({ status }: { readonly status: StatusOfModels }) {
  const t = useTexts(texts);
  const { look, said } = useStatusNow()(status);
  return (
    <>
      <p className="status-now" role="status">
        <StatusWord look={look}>{said}</StatusWord>{' '}
        <small className="quiet">
          {t.updated} <Time at={status.updated_at} />
        </small>
      </p>
      {status.models.length === 0 ? <EmptyState>{t.empty}</EmptyState> : null}
      {status.models.map((model) => (
        <ModelRow key={model.model} model={model} status={status} />
      ))}
      <Incidents incidents={status.incidents} />
    </>
  );
}

function ModelRow({ model, status }: { readonly model: ModelStatus; readonly status: StatusOfModels }) {
  const t = useTexts(texts);
  return (
    <section className="status-model">
      <div className="status-head">
        <h2>
          <AppLink to={paths.pricingOf(model.model)}>{model.model}</AppLink>
        </h2>
        <StatusWord look={levelLooks[model.status]}>{t.levels[model.status]}</StatusWord>
        {model.by_probes ? <small className="quiet">{t.byProbes}</small> : null}
      </div>
      <div className="status-days">
        <DayBars model={model} status={status} />
      </div>
      <table className="status-figures">
        <thead>
          <tr>
            <th scope="col">
              <span className="sr">{t.span}</span>
            </th>
            <th scope="col">{t.success}</th>
            <th scope="col">{t.firstToken} P50</th>
            <th scope="col">P95</th>
          </tr>
        </thead>
        <tbody>
          {(['24h', '7d', '90d'] as const).map((span) => {
            const times = model.first_token[span];
            return (
              <tr key={span}>
                <th scope="row">{t.spans[span]}</th>
                <td>{percentOf(model.availability[span])}</td>
                <td>{times === null ? '–' : secondsOf(times.p50)}</td>
                <td>{times === null ? '–' : secondsOf(times.p95)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
