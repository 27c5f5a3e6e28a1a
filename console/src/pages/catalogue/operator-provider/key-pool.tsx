import { attemptFaultWords } from '@tollgate/contract/calls/attempt-faults';
import type { Provider, ProviderKey, ProviderRoute } from '../../../api/providers.ts';
import type { Column } from '../../../components/tables/data-table-props.ts';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { Time } from '../../../components/time/time.tsx';
import { useLanguage, useTexts } from '../../../i18n/texts.ts';
import { bigText, countText } from '../../../ui/number-text.ts';
import { StatusWord } from '../../../ui/states/status-word.tsx';
import { KeyMenu } from './key-menu.tsx';
import { keyName } from '../provider-figures.ts';
import { texts } from './texts.ts';

const looks = { off: 'off', full: 'slow', healthy: 'go', trial: 'slow', ejected: 'shut' } as const;

function stateOf({ enabled, health }: ProviderKey): keyof typeof looks {
  if (!enabled || health === null) return 'off';
  return health.state === 'healthy' && health.is_full ? 'full' : health.state;
}

/** The state of a key; if it is not used, also why and until when. */
function State({ record }: { readonly record: ProviderKey }) {
  const t = useTexts(texts);
  const state = stateOf(record);
  const language = useLanguage();
  const { health } = record;
  const isTroubled = state === 'ejected' || state === 'trial';
  return (
    <>
      <StatusWord look={looks[state]}>{t.keyStates[state]}</StatusWord>
      {isTroubled && health !== null ? (
        <small className="key-cause">
          {health.last_fault_code === null ? null : (
            <span title={health.last_fault ?? ''}>{attemptFaultWords(health.last_fault_code, language)}</span>
          )}
          {health.back_at === null ? null : (
            <>
              {' · '}
              {t.backAt} <Time at={health.back_at} />
            </>
          )}
        </small>
      ) : null}
    </>
  );
}

function useCeilings(): (record: ProviderKey) => string {
  const t = useTexts(texts);
  const language = useLanguage();
  return ({ limits: { requests_per_minute: rpm, concurrency, tokens_per_minute: tpm } }) => {
    const said = [
      ...(rpm === null ? [] : [t.perMinute(countText(rpm))]),
      ...(tpm === null ? [] : [t.tokensPerMinute(bigText(tpm, language))]),
      ...(concurrency === null ? [] : [t.atOnce(countText(concurrency))]),
    ];
    return said.length === 0 ? t.none : said.join(' · ');
  };
}

function LastUse({ record: { health } }: { readonly record: ProviderKey }) {
  const t = useTexts(texts);
  const at = health?.last_used_at ?? null;
  return at === null ? (
    <span className="quiet">{t.never}</span>
  ) : (
    <span className="key-used">
      <Time at={at} form="ago" />
    </span>
  );
}

interface KeyPoolProps {
  readonly provider: Provider;
  readonly route: ProviderRoute;
  readonly mayChange: boolean;
}

function useColumns({ provider, route, mayChange }: KeyPoolProps): readonly Column<ProviderKey>[] {
  const t = useTexts(texts);
  const ceilings = useCeilings();
  const columns: readonly Column<ProviderKey>[] = [
    {
      id: 'key',
      head: t.key,
      width: '150px',
      cell: (record) => (record.has_api_key ? <code>{keyName(record)}</code> : <span className="quiet">{t.noKeyNeeded}</span>),
    },
    { id: 'state', head: t.state, cell: (record) => <State record={record} /> },
    {
      id: 'weight',
      head: t.weight,
      isNumber: true,
      width: '80px',
      cell: ({ weight }) => (weight === 0 ? t.backup : countText(weight)),
    },
    { id: 'ceilings', head: t.ceilings, isOptional: true, width: '190px', cell: (record) => ceilings(record) },
    {
      id: 'attempts',
      head: t.attempts,
      isNumber: true,
      isOptional: true,
      width: '140px',
      cell: ({ health }) => (health === null ? t.none : `${countText(health.attempts)} / ${countText(health.failures)}`),
    },
    { id: 'used', head: t.lastUse, isOptional: true, width: '130px', cell: (record) => <LastUse record={record} /> },
  ];
  const menu: Column<ProviderKey> = {
    id: 'act',
    head: <span className="sr">{t.actions}</span>,
    isActions: true,
    width: '60px',
    cell: (record) => <KeyMenu provider={provider} route={route} record={record} />,
  };
  return mayChange ? [...columns, menu] : columns;
}

/** The keys of a route: state and its cause, share, limits, last use. */
export function KeyPool(props: KeyPoolProps) {
  const t = useTexts(texts);
  const { provider, route, mayChange } = props;
  const columns = useColumns(props);
  return (
    <DataTable
      label={`${t.keys} ${route.base_url}`}
      columns={columns}
      rows={route.keys}
      rowKey={({ id }) => id}
      narrow={(record) => (
        <>
          <span className="l1">
            <code>{record.has_api_key ? keyName(record) : t.noKeyNeeded}</code>
            {mayChange ? <KeyMenu provider={provider} route={route} record={record} /> : null}
          </span>
          <span className="l2">
            <span>
              <State record={record} />
            </span>
            <span>
              {(record.health?.last_used_at ?? null) === null ? null : <span className="quiet">{t.lastUse} </span>}
              <LastUse record={record} />
            </span>
          </span>
        </>
      )}
      failed={t.failed}
      empty={t.keyNeeded}
    />
  );
}
