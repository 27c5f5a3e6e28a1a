import { useMemo, useState, type ReactNode } from 'react';
import { causeWords } from '../../../components/calls/call-cause.ts';
import { useErrorWords } from '../../../components/calls/error-words.ts';
import { RangeFilter } from '../../../components/filters/range-filter.tsx';
import { PageHead } from '../../../components/head/page-head.tsx';
import { useAddressState } from '../../../components/links/address-state.ts';
import { Money } from '../../../components/money/money.tsx';
import type { Column } from '../../../components/tables/data-table-props.ts';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { partsOf, useServiceZone } from '../../../components/time/time-text.ts';
import { useLanguage, useTexts } from '../../../i18n/texts.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Segments } from '../../../ui/forms/segments.tsx';
import { countText, durationText } from '../../../ui/number-text.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { HttpStatus } from '../../../ui/states/status-word.tsx';
import { CallDrawer } from './call-drawer.tsx';
import type { CallRow, CallSource } from './call-source.ts';
import { CalledModel } from './called-model.tsx';
import './calls.css';
import { ErrorGroups } from './error-groups.tsx';
import { LogHead } from './log-head.tsx';
import { RequestIdField, type Finder } from './request-id-field.tsx';
import { texts } from './texts.ts';
import { filterNames, isNarrowed, useCalls, useIsAtTop, useSummary } from './use-calls.ts';

const logRow = 32;
const quarterMs = 900_000;

interface CallLogProps {
  readonly source: CallSource;
  readonly title: string;
  /** A hook, because columns can load data. */
  readonly useColumns: (rows: readonly CallRow[]) => readonly Column<CallRow>[];
  /** For a failed call, the columns in this range are empty and show its cause instead. */
  readonly causeIn: { readonly from: string; readonly count: number };
  /** Filters between the time range and the status classes. */
  readonly filters: ReactNode;
  /** What the field for ids finds, too. */
  readonly finder?: Finder;
  /** Content at the right. */
  readonly actions?: ReactNode;
  readonly empty: ReactNode;
  readonly emptyAction?: ReactNode;
}

/** The call log: filters, totals, the rows or their errors, and details of one call. */
export function CallLog({ source, title, useColumns, causeIn, filters, finder, actions, empty, emptyAction }: CallLogProps) {
  const t = useTexts(texts);
  const { query, set } = useAddressState();
  const [isTailed, setTailed] = useState(true);
  const isAtTop = useIsAtTop();
  const hasNoEnd = query.to === undefined;
  const isLive = isTailed && isAtTop && hasNoEnd;
  const calls = useCalls(source, query, isLive);
  const summary = useSummary(source, query, isLive);
  const columns = useColumns(calls.rows ?? []);
  const isOfErrors = query.view === 'errors';
  const clear = (
    <Button
      onClick={() => {
        set(Object.fromEntries(['range', 'from', 'to', ...filterNames].map((name) => [name, undefined])));
      }}
    >
      {t.clear}
    </Button>
  );
  return (
    <div className="calls-page">
      <PageHead title={title}>
        <RangeFilter usual="24h" />
        {filters}
        <ClassFilter />
        <RequestIdField finder={finder} />
        {isNarrowed(query) ? <span className="clear">{clear}</span> : null}
        <span className="grow" />
        <ViewSwitch />
        {hasNoEnd ? <LiveButton isOn={isTailed} isHeld={!isAtTop} onChange={setTailed} /> : null}
        {actions}
      </PageHead>
      <Sheet className="log" foot={<Foot />}>
        <LogHead summary={summary} />
        {isOfErrors ? (
          <ErrorGroups summary={summary} />
        ) : (
          <Rows
            calls={calls}
            columns={columns}
            causeIn={causeIn}
            empty={isNarrowed(query) ? t.emptyFiltered : empty}
            emptyAction={isNarrowed(query) ? clear : emptyAction}
          />
        )}
      </Sheet>
      {query.call === undefined ? null : <CallDrawer source={source} id={query.call} />}
    </div>
  );
}

interface RowsProps extends Pick<CallLogProps, 'causeIn' | 'empty' | 'emptyAction'> {
  readonly calls: ReturnType<typeof useCalls>;
  readonly columns: readonly Column<CallRow>[];
}

function Rows({ calls, columns, causeIn, empty, emptyAction }: RowsProps) {
  const t = useTexts(texts);
  const address = useAddressState();
  const causeOf = useCause();
  const dayOf = useDay();
  return (
    <DataTable
      label={t.title}
      columns={columns}
      rows={calls.rows}
      rowKey={({ id }) => id}
      rowHeight={logRow}
      linkOf={({ id }) => address.with({ call: id })}
      openKey={address.query.call}
      groupOf={dayOf}
      instead={(call) => {
        const cause = causeOf(call);
        return cause === null ? null : { ...causeIn, content: cause };
      }}
      narrow={(call) => <NarrowRow call={call} cause={causeOf(call)} />}
      more={calls.more}
      error={calls.error}
      failed={t.failedRows}
      onRetry={calls.retry}
      empty={empty}
      emptyAction={emptyAction}
    />
  );
}

/** Why a call has no complete response, as text; null if it has one. */
function useCause(): (call: CallRow) => ReactNode {
  const t = useTexts(texts);
  const language = useLanguage();
  const wordsOf = useErrorWords();
  return (call) => {
    if (call.ending === 'complete' && call.status < 400) return null;
    const words = wordsOf(call.error_code)?.cause ?? t.endings[call.ending];
    const specific = causeWords(call, language);
    // What an upstream did is long, and only in the details of the call.
    const isOurs = (call.status < 500 && call.status >= 400) || call.ending === 'refused';
    const said = isOurs ? (specific ?? words) : words;
    return (
      <span title={specific ?? words}>
        <code>{call.error_code ?? call.ending}</code>
        {said}
      </span>
    );
  };
}

function useDay(): (call: CallRow) => string {
  const zone = useServiceZone();
  const language = useLanguage();
  return useMemo(() => {
    const locale = language === 'zh' ? 'zh-CN' : 'en-GB';
    const words = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'long', day: 'numeric', weekday: 'long' });
    const known = new Map<string, string>();
    // All calls within a quarter of an hour have the same date in every time zone.
    const days = new Map<number, string>();
    return ({ request_time: at }) => {
      const quarter = Math.floor(Date.parse(at) / quarterMs);
      const date = days.get(quarter) ?? partsOf(at, zone).date;
      days.set(quarter, date);
      const text = known.get(date) ?? words.format(new Date(`${date}T00:00:00Z`));
      known.set(date, text);
      return text;
    };
  }, [zone, language]);
}

function NarrowRow({ call, cause }: { readonly call: CallRow; readonly cause: ReactNode }) {
  const zone = useServiceZone();
  return (
    <>
      <span className="l1">
        <span className="cut">
          <CalledModel call={call} />
        </span>
        <Money amount={call.charge_exact} kind="call" />
      </span>
      <span className="l2">
        <HttpStatus status={call.status} />
        <span className="grow cut">
          {cause ?? `${countText(call.input_tokens)} → ${countText(call.output_tokens)} · ${durationText(call.duration_ms)}`}
        </span>
        <span className="quiet mono">{partsOf(call.request_time, zone).time}</span>
      </span>
    </>
  );
}

const classes = ['', '2xx', '4xx', '5xx'] as const;

function ClassFilter() {
  const t = useTexts(texts);
  const { query, set } = useAddressState();
  const value = classes.find((name) => name === query.status_class) ?? '';
  return (
    <Segments
      label={t.status}
      value={value}
      options={classes.map((name) => ({ value: name, label: name === '' ? t.allClasses : name }))}
      onChange={(name) => {
        set({ status_class: name === '' ? undefined : name, call: undefined });
      }}
    />
  );
}

function ViewSwitch() {
  const t = useTexts(texts);
  const { query, set } = useAddressState();
  return (
    <Segments
      label={t.view}
      value={query.view === 'errors' ? 'errors' : 'rows'}
      options={[
        { value: 'rows', label: t.rows },
        { value: 'errors', label: t.errors },
      ]}
      onChange={(view) => {
        set({ view: view === 'errors' ? view : undefined });
      }}
    />
  );
}

interface LiveButtonProps {
  readonly isOn: boolean;
  /** Whether live mode is held because the user has scrolled down. */
  readonly isHeld: boolean;
  readonly onChange: (isOn: boolean) => void;
}

function LiveButton({ isOn, isHeld, onChange }: LiveButtonProps) {
  const t = useTexts(texts);
  return (
    <Button
      aria-pressed={isOn}
      title={isOn && isHeld ? t.liveHeld : undefined}
      onClick={() => {
        onChange(!isOn);
      }}
    >
      <i className={isOn && !isHeld ? 'live-dot' : 'live-dot off'} aria-hidden="true" />
      {t.live}
    </Button>
  );
}

function Foot() {
  const t = useTexts(texts);
  return (
    <div className="log-foot">
      <span>{t.kept}</span>
      <span className="wide">
        <kbd>J</kbd> <kbd>K</kbd> {t.move} · <kbd>↵</kbd> {t.open} · <kbd>F</kbd> {t.filter}
      </span>
    </div>
  );
}
