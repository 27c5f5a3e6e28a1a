import { useQuery } from '@tanstack/react-query';
import { clientBase } from '../../../api/client-addresses.ts';
import { useAccount } from '../../../api/current-account.ts';
import type { OwnNewKey } from '../../../api/keys.ts';
import { modelsQuery } from '../../../api/models.ts';
import { modelSamples } from '../../../components/catalogue/model-samples.ts';
import { SecretDrawer } from '../../../components/forms/secret-drawer.tsx';
import { AppLink } from '../../../components/links/app-link.tsx';
import { nano, plainMoneyText } from '../../../components/money/money-text.ts';
import { operationText } from '../../../components/calls/operations.ts';
import { Money } from '../../../components/money/money.tsx';
import { useLanguage, useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { CodeTabs } from '../../../ui/code-tabs.tsx';
import { HttpStatus } from '../../../ui/states/status-word.tsx';
import { firstCallQuery } from './first-call.ts';
import { useLimitWords } from './limit-chips.tsx';
import { newKeyTexts } from './new-key-texts.ts';

interface NewKeyDrawerProps {
  readonly made: OwnNewKey;
  readonly isReplacement?: boolean;
  readonly onDone: () => void;
}

function environmentSamples(value: string) {
  return [
    { name: '.env', code: `TOLLGATE_KEY=${value}` },
    { name: 'bash', code: `export TOLLGATE_KEY=${value}` },
    { name: 'PowerShell', code: `$env:TOLLGATE_KEY = "${value}"` },
  ];
}

/** The model for the samples: one that the key can call, preferably for chat and in the basic tier. */
function useSampleModel(made: OwnNewKey): { readonly name: string; readonly kind: string } {
  const models = useQuery(modelsQuery).data ?? [];
  const allowed = made.model_allow_list ?? [];
  const callable = allowed.length === 0 ? models : models.filter(({ name }) => allowed.includes(name));
  const chat = callable.filter(({ kind }) => kind === 'chat');
  const best = chat.find(({ tier }) => tier === 'basic') ?? chat[0] ?? callable[0];
  return best ?? { name: allowed[0] ?? 'sandbox/chat', kind: 'chat' };
}

/** A new key: its value, shown once, then setup instructions and the result of a first call. */
export function NewKeyDrawer({ made, isReplacement = false, onDone }: NewKeyDrawerProps) {
  const t = useTexts(newKeyTexts);
  const limits = useLimitWords()(made);
  const { name, kind } = useSampleModel(made);
  const sub = [
    made.remark,
    made.daily_cap === null ? '' : t.perDay(plainMoneyText(made.daily_cap)),
    made.monthly_cap === null ? '' : t.perMonth(plainMoneyText(made.monthly_cap)),
    ...limits,
  ].filter((word) => word !== '');
  return (
    <SecretDrawer
      title={isReplacement ? t.replaced : t.created}
      sub={<span className="quiet">{sub.join(' · ')}</span>}
      secret={made.key}
      onDone={onDone}
    >
      <h3 className="gap-top">{t.environment}</h3>
      <CodeTabs isSmall keptAs="environment" samples={environmentSamples(made.key)} />
      <h3 className="gap-top">{t.firstCall}</h3>
      <CodeTabs isSmall samples={modelSamples(kind, { base: clientBase(), model: name, question: 'ping' })} />
      <FirstCall keyId={made.id} />
    </SecretDrawer>
  );
}

/** Waits for the first call of the key, and shows its result. */
function FirstCall({ keyId }: { readonly keyId: string }) {
  const t = useTexts(newKeyTexts);
  const language = useLanguage();
  const account = useAccount();
  const { data: call } = useQuery(firstCallQuery(account.id, keyId));
  if (call === undefined || call === null)
    return (
      <p className="waiting" role="status">
        <i className="live-dot" />
        {t.waiting}
      </p>
    );
  return (
    <p className="waiting arrived" role="status">
      <span>{t.arrived}</span>
      <HttpStatus status={call.status} />
      <span className="mono">{call.model ?? operationText(call.endpoint, language)}</span>
      {nano(call.charge_exact) === 0n ? (
        <span className="quiet">{t.notCharged}</span>
      ) : (
        <span>
          {t.charged} <Money amount={call.charge_exact} kind="call" hasSign />
        </span>
      )}
      <AppLink to={paths.call(call.id)} target="_blank">
        {t.open}
      </AppLink>
    </p>
  );
}
