import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, type ComponentType } from 'react';
import { useAccount } from '../../../api/current-account.ts';
import { keysQuery, type OwnKey } from '../../../api/keys.ts';
import { ownModelsQuery, type OwnModel } from '../../../api/models.ts';
import { balanceQuery } from '../../../api/own-account.ts';
import { ErrorState } from '../../../components/errors/error-state.tsx';
import { PageHead } from '../../../components/head/page-head.tsx';
import { useAddressState } from '../../../components/links/address-state.ts';
import { AppLink, LinkButton } from '../../../components/links/app-link.tsx';
import { moneyText, nano } from '../../../components/money/money-text.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Segments } from '../../../ui/forms/segments.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { EmptyState, Skeleton } from '../../../ui/states/empty-state.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import { isOnList, isUsable } from './callable.ts';
import { ChatPanel } from './chat/chat-panel.tsx';
import { protocols } from './chat/protocols/protocols.ts';
import { useChoice, type Choice } from './choice.ts';
import { KeyPicker } from './key-picker.tsx';
import { ModelPicker } from './model-picker.tsx';
import { ProtocolPicker } from './protocol-picker.tsx';
import './playground.css';
import { texts } from './texts.ts';
import type { Bench } from './workbench.tsx';

export default function PlaygroundPage() {
  const t = useTexts(texts);
  const { id } = useAccount();
  const models = useQuery(ownModelsQuery(id));
  const keys = useQuery(keysQuery(id));
  const error = models.error ?? keys.error;
  if (models.data !== undefined && keys.data !== undefined)
    return <Playground accountId={id} models={models.data} keys={keys.data.rows} />;
  return (
    <>
      <PageHead title={t.title} />
      {error === null ? (
        <Skeleton height={480} />
      ) : (
        <Sheet>
          <ErrorState
            what={t.loadingFailed}
            error={error}
            onRetry={() => {
              void models.refetch();
              void keys.refetch();
            }}
          />
        </Sheet>
      )}
    </>
  );
}

interface PlaygroundProps {
  readonly accountId: string;
  readonly models: readonly OwnModel[];
  readonly keys: readonly OwnKey[];
}

function Playground({ accountId, models, keys }: PlaygroundProps) {
  const t = useTexts(texts);
  const choice = useChoice(models, keys);
  if (choice === null)
    return (
      <>
        <PageHead title={t.title} />
        <Sheet>
          <NothingToTry hasModels={models.length > 0} hasKeys={keys.length > 0} hasUsable={keys.some(isUsable)} />
        </Sheet>
      </>
    );
  const bench: Bench = { caller: { accountId, keyId: choice.key.id }, model: choice.model, protocol: protocols[choice.protocol] };
  return (
    <div className="playground">
      <PlaygroundHead choice={choice} keys={keys.filter(isUsable)} />
      <Warnings accountId={accountId} choice={choice} />
      <Panel kind={choice.kind} bench={bench} />
    </div>
  );
}

interface NothingToTryProps {
  readonly hasModels: boolean;
  readonly hasKeys: boolean;
  readonly hasUsable: boolean;
}

/** The first missing requirement, with a link to it. */
function NothingToTry({ hasModels, hasKeys, hasUsable }: NothingToTryProps) {
  const t = useTexts(texts);
  if (!hasKeys)
    return (
      <EmptyState
        action={
          <LinkButton to={paths.createKey()} look="primary" icon="plus">
            {t.createKey}
          </LinkButton>
        }
      >
        {t.noKey}
      </EmptyState>
    );
  if (!hasUsable) return <EmptyState action={<LinkButton to={paths.keys}>{t.toKeys}</LinkButton>}>{t.noUsableKey}</EmptyState>;
  return hasModels ? null : <EmptyState>{t.noModels}</EmptyState>;
}

function PlaygroundHead({ choice, keys }: { readonly choice: Choice; readonly keys: readonly OwnKey[] }) {
  const t = useTexts(texts);
  const { query, set } = useAddressState();
  const { kinds, kind, models, model, key, protocol, pick } = choice;
  return (
    <PageHead title={t.title}>
      {kinds.length < 2 ? null : (
        <Segments
          label={t.kind}
          value={kind}
          options={kinds.map((value) => ({ value, label: t.kinds[value] }))}
          onChange={(next) => {
            pick({ kind: next });
          }}
        />
      )}
      <ModelPicker
        models={models}
        model={model}
        allowed={key.model_allow_list}
        onPick={(name) => {
          pick({ model: name });
        }}
      />
      <KeyPicker
        keys={keys}
        chosen={key}
        onPick={(id) => {
          pick({ key: id });
        }}
      />
      {kind === 'chat' ? (
        <ProtocolPicker
          chosen={protocol}
          onPick={(name) => {
            pick({ protocol: name });
          }}
        />
      ) : null}
      <span className="grow" />
      <span className="narrow">
        <Button
          onClick={() => {
            set({ set: '1' });
          }}
        >
          {t.parameters}
        </Button>
      </span>
      <Button
        aria-pressed={query.code === '1'}
        onClick={() => {
          set({ code: query.code === '1' ? undefined : '1' });
        }}
      >
        {t.code}
      </Button>
    </PageHead>
  );
}

/** 1 CNY: below it, a single large call may cost more than the balance. */
const lowBalance = 1_000_000_000n;

/** Obstacles to a call, shown before it is sent. */
function Warnings({ accountId, choice }: { readonly accountId: string; readonly choice: Choice }) {
  const t = useTexts(texts);
  const { data: balance } = useQuery(balanceQuery(accountId));
  const { key, model } = choice;
  const available = balance === undefined ? null : nano(balance.available);
  return (
    <>
      {isOnList(model, key.model_allow_list) ? null : (
        <Notice remedy={<AppLink to={paths.key(key.id)}>{t.openKey}</AppLink>}>{t.notOnList(key.remark, model.name)}</Notice>
      )}
      {key.status === 'paused' ? (
        <Notice isPaused remedy={<AppLink to={paths.key(key.id)}>{t.raise}</AppLink>}>
          {t.paused(key.remark)}
        </Notice>
      ) : null}
      {available !== null && balance !== undefined && available < lowBalance ? (
        <Notice remedy={<AppLink to={paths.usage()}>{t.seeUsage}</AppLink>}>
          {available <= 0n ? t.empty(moneyText(balance.available)) : t.low(moneyText(balance.available))}
        </Notice>
      ) : null}
    </>
  );
}

/** Loaded on demand, because most visitors use chat. */
const EmbeddingPanel = lazy(() => import('./embedding/embedding-panel.tsx'));
const RerankPanel = lazy(() => import('./rerank/rerank-panel.tsx'));
const ImagePanel = lazy(() => import('./image/image-panel.tsx'));
const MusicPanel = lazy(() => import('./music/music-panel.tsx'));

const panels: Readonly<Record<Choice['kind'], ComponentType<{ readonly bench: Bench }>>> = {
  chat: ChatPanel,
  embedding: EmbeddingPanel,
  rerank: RerankPanel,
  image: ImagePanel,
  music: MusicPanel,
};

function Panel({ kind, bench }: { readonly kind: Choice['kind']; readonly bench: Bench }) {
  const Shown = panels[kind];
  return (
    <Suspense fallback={<Skeleton height={480} />}>
      <Shown bench={bench} />
    </Suspense>
  );
}
