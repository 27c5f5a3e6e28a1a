import { deviationText } from '@tollgate/contract/catalogue/deviations';
import type { ProviderCheck } from '@tollgate/contract/catalogue/provider-tests';
import { formatExact } from '@tollgate/contract/money';
import type { Provider } from '../../api/providers.ts';
import { ErrorState } from '../../components/errors/error-state.tsx';
import { LinkButton } from '../../components/links/app-link.tsx';
import { moneyText, nano } from '../../components/money/money-text.ts';
import { Money } from '../../components/money/money.tsx';
import type { Column } from '../../components/tables/data-table-props.ts';
import { DataTable } from '../../components/tables/data-table.tsx';
import { useLanguage, useTexts } from '../../i18n/texts.ts';
import { paths } from '../../paths.ts';
import { ActButton } from '../../ui/buttons/act-button.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { countText, durationText } from '../../ui/number-text.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/states/empty-state.tsx';
import { HttpStatus, StatusWord } from '../../ui/states/status-word.tsx';
import { DetailDrawer } from '../../ui/windows/drawer.tsx';
import { keyName, keysOf } from './provider-figures.ts';
import { dialectName, providerWords } from './provider-words.ts';
import { useChangeProvider, withEachKey } from './use-provider.ts';
import './provider-test.css';
import { providerTestTexts } from './provider-test-texts.ts';
import type { ProviderTest } from './use-provider-test.ts';

const looks = { ok: 'go', deviates: 'slow', failed: 'shut', skipped: 'off' } as const;
const order = ['failed', 'deviates', 'ok', 'skipped'] as const;

interface TestResultsProps {
  readonly provider: Provider;
  readonly test: ProviderTest;
  readonly mayChange: boolean;
}

/** What each small call showed, below what is on the page of an upstream: latency, usage, differences, cost. */
export function TestSheet(props: TestResultsProps) {
  const t = useTexts(providerTestTexts);
  const { data, error, isPending } = props.test;
  if (data === undefined && error === null && !isPending) return null;
  return (
    <div role="status">
      <Sheet title={t.testTitle} note={<Progress {...props} />} right={<Summary {...props} />} foot={t.testNote}>
        <Results {...props} />
      </Sheet>
    </div>
  );
}

/** The same beside the list of upstreams. */
export function TestDrawer({ onClose, ...props }: TestResultsProps & { readonly onClose: () => void }) {
  const t = useTexts(providerTestTexts);
  const { provider, test } = props;
  const title = t.testOf(provider.name);
  return (
    <DetailDrawer
      title={title}
      label={title}
      sub={
        <span className="provider-test-sub" role="status">
          <Progress {...props} />
          <Summary {...props} />
        </span>
      }
      foot={
        <>
          <LinkButton to={paths.operatorProvider(provider.id)}>{t.open}</LinkButton>
          <Button
            look="primary"
            isBusy={test.isPending}
            onClick={() => {
              test.mutate(provider);
            }}
          >
            {t.again}
          </Button>
        </>
      }
      onClose={onClose}
    >
      <div className="provider-test">
        <Results {...props} isList />
        <p className="hint">{t.testNote}</p>
      </div>
    </DetailDrawer>
  );
}

function Progress({ test: { isPending, progress } }: TestResultsProps) {
  const t = useTexts(providerTestTexts);
  return isPending && progress !== null ? t.testing(countText(progress.done), countText(progress.all)) : null;
}

function Results({ provider, test, mayChange, isList = false }: TestResultsProps & { readonly isList?: boolean }) {
  const t = useTexts(providerTestTexts);
  const { data, error, isPending } = test;
  if (isPending && isList) return <Skeleton height={180} />;
  return (
    <>
      {error === null ? null : (
        <ErrorState
          what={t.testFailed}
          error={error}
          onRetry={() => {
            test.mutate(provider);
          }}
        />
      )}
      {data === undefined ? null : (
        <>
          {mayChange ? <DeadKeys provider={provider} checks={data} /> : null}
          <Checks provider={provider} checks={data} isList={isList} />
        </>
      )}
    </>
  );
}

interface ChecksProps {
  readonly provider: Provider;
  readonly checks: readonly ProviderCheck[];
}

function Summary({ test: { data: checks } }: TestResultsProps) {
  const t = useTexts(providerTestTexts);
  if (checks === undefined) return null;
  const ofKeys = Map.groupBy(checks, ({ key }) => key);
  const good = [...ofKeys.values()].filter((its) => its.every(({ result }) => result !== 'failed')).length;
  const costs = checks.flatMap(({ cost }) => (cost === null ? [] : [nano(cost)]));
  const total = formatExact(costs.reduce((sum, cost) => sum + cost, 0n));
  return (
    <span className={good < ofKeys.size ? 'bad' : 'quiet'}>
      {t.summary(countText(good), countText(ofKeys.size))}
      {costs.length === 0 ? '' : ` · ${t.total(moneyText(total, 4))}`}
    </span>
  );
}

/** Keys that the upstream rejected in every call, to be switched off together. */
function DeadKeys({ provider, checks }: ChecksProps) {
  const t = useTexts(providerTestTexts);
  const changing = useChangeProvider(provider.id);
  const on = new Set(keysOf(provider).flatMap(({ id, enabled }) => (enabled ? [id] : [])));
  const dead = [...Map.groupBy(checks, ({ key }) => key)].flatMap(([key, its]) =>
    on.has(key) && its.every(({ cause }) => cause === 'key') ? [key] : [],
  );
  // A route without a key that is on serves nothing, and says so less plainly than its keys do.
  if (dead.length === 0 || dead.length === on.size) return null;
  const count = countText(dead.length);
  const act = {
    isPending: changing.isPending,
    mutate: () => {
      changing.mutate({ patch: withEachKey(dead, { enabled: false }), done: t.deadDisabled(count) });
    },
  };
  return (
    <p className="provider-dead">
      <ActButton act={act}>{t.disableDead(count)}</ActButton>
    </p>
  );
}

function useOperation(): (check: ProviderCheck) => string {
  const t = useTexts(providerTestTexts);
  const words = useTexts(providerWords);
  return ({ kind, dialect, streamed }) =>
    kind === 'chat' ? `${dialectName(dialect)} · ${streamed ? t.streamed : t.whole}` : words.kinds[kind];
}

/** Why it failed, or what was found; the words of the upstream below. */
function Finding({ check }: { readonly check: ProviderCheck }) {
  const t = useTexts(providerTestTexts);
  const words = useTexts(providerWords);
  const language = useLanguage();
  const { result, cause, words: said, findings, quirks, usage_fields: fields } = check;
  if (result === 'skipped') return <span className="quiet">{t.skipped}</span>;
  const separator = language === 'zh' ? '；' : '; ';
  return (
    <span className="finding">
      {cause === null ? null : words.causes[cause]}
      {findings.map((found) => deviationText(found, language)).join(separator)}
      {quirks.length === 0 ? null : (
        <small className="block">{t.suggested(quirks.map((name) => words.quirks[name].name).join(separator))}</small>
      )}
      {said === null ? null : <code className="block">{said}</code>}
      {fields.length === 0 ? null : (
        <small className="block">
          {t.usage} <span className="usage-fields">{fields.map((field) => field.replace(/^usage\./, '')).join(', ')}</span>
        </small>
      )}
    </span>
  );
}

/** Checks that say the same of several keys. */
interface Group {
  readonly check: ProviderCheck;
  readonly checks: readonly ProviderCheck[];
}

function sameness({ kind, dialect, streamed, result, cause, status, words, findings, quirks }: ProviderCheck): string {
  return JSON.stringify([kind, dialect, streamed, result, cause, status, words, findings, quirks]);
}

function groupsOf(checks: readonly ProviderCheck[]): readonly Group[] {
  const groups = [...Map.groupBy(checks, sameness).values()].flatMap((its): Group[] => {
    const [check] = its;
    return check === undefined ? [] : [{ check, checks: its }];
  });
  return groups.toSorted((one, other) => order.indexOf(one.check.result) - order.indexOf(other.check.result));
}

function median(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null).toSorted((one, other) => one - other);
  return known[Math.floor(known.length / 2)] ?? null;
}

function timesOf({ checks }: Group, none: string): string {
  const [first, total] = [median(checks.map((one) => one.first_byte_ms)), median(checks.map((one) => one.total_ms))];
  return total === null ? none : `${first === null ? none : durationText(first)} / ${durationText(total)}`;
}

function costOf({ checks }: Group): string | null {
  const costs = checks.flatMap(({ cost }) => (cost === null ? [] : [nano(cost)]));
  return costs.length === 0 ? null : formatExact(costs.reduce((sum, cost) => sum + cost, 0n));
}

/** How many keys are named. */
const namedMax = 3;

function useTestedKeys(provider: Provider): (group: Group) => React.ReactNode {
  const t = useTexts(providerTestTexts);
  const known = new Map(keysOf(provider).map((key) => [key.id, keyName(key)]));
  return ({ checks }) => {
    const names = checks.map(({ key }) => known.get(key) ?? key).join(' ');
    if (checks.length <= namedMax) return <span className="tested-keys">{names}</span>;
    return <span title={names}>{t.pasted(countText(checks.length))}</span>;
  };
}

function useColumns(provider: Provider): readonly Column<Group>[] {
  const t = useTexts(providerTestTexts);
  const operation = useOperation();
  const testedKeys = useTestedKeys(provider);
  return [
    {
      id: 'operation',
      head: t.operation,
      width: '260px',
      cell: ({ check }) => (
        <>
          {operation(check)}
          <small className="block">{check.upstream_model}</small>
        </>
      ),
    },
    {
      id: 'result',
      head: t.result,
      width: '90px',
      cell: ({ check: { result } }) => <StatusWord look={looks[result]}>{t.results[result]}</StatusWord>,
    },
    { id: 'key', head: t.key, width: '130px', cell: testedKeys },
    {
      id: 'status',
      head: t.httpStatus,
      isNumber: true,
      isOptional: true,
      width: '70px',
      cell: ({ check: { status } }) => (status === null ? t.none : <HttpStatus status={status} />),
    },
    { id: 'times', head: t.latency, isNumber: true, width: '150px', cell: (group) => timesOf(group, t.none) },
    {
      id: 'cost',
      head: t.testCost,
      isNumber: true,
      width: '90px',
      cell: (group) => {
        const cost = costOf(group);
        return cost === null ? t.none : <Money amount={cost} kind="call" canFocus={false} />;
      },
    },
    { id: 'finding', head: t.finding, cell: ({ check }) => <Finding check={check} /> },
  ];
}

function Checks({ provider, checks, isList }: ChecksProps & { readonly isList: boolean }) {
  const t = useTexts(providerTestTexts);
  const operation = useOperation();
  const testedKeys = useTestedKeys(provider);
  const columns = useColumns(provider);
  return (
    <DataTable
      label={t.testTitle}
      columns={columns}
      rows={groupsOf(checks)}
      rowKey={({ check }) => sameness(check)}
      rowHeight={52}
      isList={isList}
      narrow={(group) => (
        <>
          <span className="l1">
            <span>{operation(group.check)}</span>
            <StatusWord look={looks[group.check.result]}>{t.results[group.check.result]}</StatusWord>
          </span>
          <span className="l2">
            {testedKeys(group)}
            <span>{timesOf(group, t.none)}</span>
          </span>
          <Finding check={group.check} />
        </>
      )}
      failed={t.testFailed}
      empty={t.skipped}
    />
  );
}
