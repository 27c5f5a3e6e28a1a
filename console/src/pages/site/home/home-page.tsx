import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { clientAddresses } from '../../../api/client-addresses.ts';
import { modelsQuery, type PublicModel } from '../../../api/models.ts';
import { useMaybeSession } from '../../../api/session.ts';
import { useBrand, useTrialCredit } from '../../../api/site.ts';
import { chatSamples } from '../../../components/catalogue/chat-samples.ts';
import { isByTokens } from '../../../components/catalogue/model-price.ts';
import { ModelTable } from '../../../components/catalogue/model-table.tsx';
import { AppLink, LinkButton } from '../../../components/links/app-link.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { CodeTabs } from '../../../ui/code-tabs.tsx';
import { Fact } from '../../../ui/sheet.tsx';
import { ExampleReceipt } from './example-receipt.tsx';
import './home.css';
import { texts } from './texts.ts';

/** The model for the samples: the cheapest paid chat model, because a free one would show an empty receipt. */
function exampleOf(models: readonly PublicModel[]): PublicModel | null {
  const chat = models.filter(({ kind }) => kind === 'chat');
  return (
    chat.find(({ price, tier }) => price !== null && isByTokens(price) && tier === 'standard') ??
    chat.find(({ price }) => price !== null && isByTokens(price)) ??
    chat[0] ??
    null
  );
}

function Addresses() {
  const t = useTexts(texts);
  const addresses = clientAddresses();
  return (
    <>
      <dl className="addr">
        {addresses.map(({ region, base }) => (
          <Fact key={base} label={addresses.length === 1 ? t.address : t.regions[region]}>
            <code>{base}</code>
            <CopyButton text={base} label={`${t.copyAddress} ${base}`} />
          </Fact>
        ))}
      </dl>
      <p className="quiet fine">{t.routes}</p>
    </>
  );
}

function Hero({ example }: { readonly example: PublicModel | null }) {
  const t = useTexts(texts);
  const session = useMaybeSession();
  const trial = useTrialCredit();
  const base = clientAddresses()[0]?.base ?? '';
  const samples = chatSamples({ base, model: example?.name ?? 'sandbox/chat', question: t.question, remark: t.sample });
  return (
    <section className="hero">
      <div>
        <h1>
          {t.title.first}
          <br />
          {t.title.second}
        </h1>
        <p className="lede">
          {t.lede.first}
          <br />
          {t.lede.second}
        </p>
        <div className="hero-act">
          {session === null ? (
            <LinkButton to={paths.signUp} look="primary" isBig>
              {trial === null ? t.signUp : t.signUpWith(trial)}
            </LinkButton>
          ) : (
            <LinkButton to={session.accounts.length === 0 ? paths.operator : paths.overview} look="primary" isBig>
              {t.console}
            </LinkButton>
          )}
          <LinkButton to={paths.doc('quick-start')} look="plain" isBig>
            {t.quickStart}
          </LinkButton>
        </div>
        <Addresses />
      </div>
      <div className="demo">
        <CodeTabs samples={samples} />
        <div className="slip">{example === null ? null : <ExampleReceipt model={example} />}</div>
      </div>
    </section>
  );
}

function NeverCharged() {
  const t = useTexts(texts);
  const { bad, key, list, rate, ours, upstream, left, broken } = t.reasons;
  const rows = [
    ['400', bad],
    ['401', key],
    ['403', list],
    ['429', rate],
    ['500', ours],
    ['503', upstream],
    ['—', left],
    ['—', broken],
  ] as const;
  return (
    <section className="free">
      <h2>{t.free}</h2>
      <ul>
        {rows.map(([status, what]) => (
          <li key={what}>
            <span className="mono">{status}</span>
            <span>{what}</span>
            <span className="mono good">0.0000</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Presents the gateway, its address and its prices, and leads to a first call. */
export default function HomePage() {
  const t = useTexts(texts);
  const { data } = useQuery(modelsQuery);
  const { service_name: name } = useBrand();
  useEffect(() => {
    document.title = `${name} · ${t.name}`;
  }, [name, t.name]);
  return (
    <div className="page-home">
      <Hero example={data === undefined ? null : exampleOf(data)} />
      <NeverCharged />
      <section className="home-models">
        <h2>{t.models}</h2>
        <p className="quiet">{t.modelsNote}</p>
        <ModelTable />
      </section>
      <footer className="land-foot">
        <span>{name}</span>
        <AppLink to={paths.pricing}>{t.models}</AppLink>
        <AppLink to={paths.docs}>{t.docs}</AppLink>
        <a href={paths.reference}>{t.api}</a>
        <span className="grow" />
        <span className="quiet">{t.reference}</span>
      </footer>
    </div>
  );
}
