import type { Provider } from '../../../api/providers.ts';
import { ApiError } from '../../../api/http/api-error.ts';
import { useSession } from '../../../api/session.ts';
import { Loading } from '../../../components/errors/error-state.tsx';
import { PageHead } from '../../../components/head/page-head.tsx';
import { useAddressPart, useAddressState } from '../../../components/links/address-state.ts';
import { AppLink } from '../../../components/links/app-link.tsx';
import { Money } from '../../../components/money/money.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { Figures } from '../../../ui/figures.tsx';
import { countText, durationText, percentText } from '../../../ui/number-text.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { StatusWord } from '../../../ui/states/status-word.tsx';
import { isUsable, keysOf, stateLooks, stateOf, useFared } from '../provider-figures.ts';
import { TestSheet } from '../provider-test-sheet.tsx';
import { dialectName, providerWords } from '../provider-words.ts';
import { useProviderTest } from '../use-provider-test.ts';
import { useProvider } from '../use-provider.ts';
import { ModelsSheet } from './models-sheet.tsx';
import './operator-provider.css';
import { ProviderActions } from './provider-actions.tsx';
import { PublishDrawer } from './publish-drawer.tsx';
import { QuirksSheet } from './quirks-sheet.tsx';
import { RouteSheets } from './route-sheets.tsx';
import { texts } from './texts.ts';

/** One upstream: its routes and keys, its models and what they cost, how it speaks. */
export default function OperatorProviderPage() {
  const t = useTexts(texts);
  const id = useAddressPart('providerId');
  const { data: provider, error, refetch } = useProvider(id);
  const crumb = <AppLink to={paths.operatorProviders}>{t.upstreams}</AppLink>;
  if (provider !== undefined) return <Loaded provider={provider} crumb={crumb} />;
  return (
    <>
      <PageHead title={t.upstream} crumb={crumb} />
      <Sheet>
        <Loading
          of={{ error, refetch }}
          what={error instanceof ApiError && error.status === 404 ? t.missing : t.failed}
          height={360}
        />
      </Sheet>
    </>
  );
}

function Loaded({ provider, crumb }: { readonly provider: Provider; readonly crumb: React.ReactNode }) {
  const t = useTexts(texts);
  const { operator } = useSession();
  const { query, set } = useAddressState();
  const test = useProviderTest();
  const mayChange = operator === 'administrator' && !provider.built_in;
  const suggested = test.data?.flatMap(({ quirks }) => quirks) ?? [];
  const publish = (isOpen: boolean): void => {
    set({ publish: isOpen ? '1' : undefined });
  };
  return (
    <>
      <PageHead title={provider.name} crumb={crumb}>
        {mayChange ? (
          <ProviderActions
            provider={provider}
            test={test}
            onPublish={() => {
              publish(true);
            }}
          />
        ) : (
          <span className="quiet">{provider.built_in ? t.builtIn : t.readOnly}</span>
        )}
      </PageHead>
      <Strip provider={provider} />
      <TestSheet provider={provider} test={test} mayChange={mayChange} />
      {provider.built_in ? null : <RouteSheets provider={provider} mayChange={mayChange} />}
      <ModelsSheet
        provider={provider}
        mayChange={mayChange}
        onPublish={() => {
          publish(true);
        }}
      />
      {provider.built_in ? null : <QuirksSheet provider={provider} suggested={suggested} mayChange={mayChange} />}
      {mayChange && query.publish !== undefined ? (
        <PublishDrawer
          provider={provider}
          onClose={() => {
            publish(false);
          }}
        />
      ) : null}
    </>
  );
}

function Strip({ provider }: { readonly provider: Provider }) {
  const t = useTexts(texts);
  const words = useTexts(providerWords);
  const { success, times, share, cost } = useFared()(provider.name);
  const state = stateOf(provider);
  const keys = keysOf(provider);
  const left = `${countText(keys.filter(isUsable).length)} / ${countText(keys.length)}`;
  return (
    <Figures
      figures={[
        {
          label: t.state,
          value: (
            <span className="provider-state">
              <StatusWord look={stateLooks[state]}>{words.states[state]}</StatusWord>
            </span>
          ),
          note: `${provider.chat_dialects.map(dialectName).join(' · ')} · ${t.facts(countText(provider.priority), countText(provider.weight))}${provider.account_id === null ? '' : ` · ${t.ofAccount}`}`,
        },
        { label: t.success, value: success === null ? t.none : percentText(success, 2), note: t.successNote },
        {
          label: t.firstByte,
          value: times === null ? t.none : `${durationText(times.p50)} / ${durationText(times.p95)}`,
          note: t.firstByteNote,
        },
        { label: t.share, value: share === null ? t.none : percentText(share), note: t.successNote },
        { label: t.cost, value: cost === null ? t.none : <Money amount={cost} isLarge /> },
        { label: t.keysLeft, value: provider.built_in ? t.none : left },
      ]}
    />
  );
}
