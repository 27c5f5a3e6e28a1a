import type { ReactNode } from 'react';
import { routeName } from '@tollgate/contract/catalogue/route-name';
import { attemptFault } from '@tollgate/contract/calls/attempt-faults';
import { AttemptFault } from '../../../components/calls/attempt-fault.tsx';
import { lessExactly } from '../../../components/money/money-text.ts';
import { Money } from '../../../components/money/money.tsx';
import { useLanguage, useTexts } from '../../../i18n/texts.ts';
import { durationText } from '../../../ui/number-text.ts';
import { Fact } from '../../../ui/sheet.tsx';
import type { CallDetail } from './call-source.ts';
import { drawerTexts } from './drawer-texts.ts';

interface Attempt {
  /** Who was asked: the name of a route for operators, its number in the call for others. */
  readonly name: ReactNode;
  readonly isAnswered: boolean;
  readonly tookMs: number;
  readonly result: ReactNode;
}

/** All that is known, for operators. */
function useOperatorAttempts(call: CallDetail): readonly Attempt[] {
  const t = useTexts(drawerTexts);
  const language = useLanguage();
  const { route, duration_ms, attempt_log } = call;
  if (route === undefined || route === null) return [];
  const log = attempt_log ?? [{ route, key: null, fault: null, fault_code: null, duration_ms }];
  return log.map(({ route: name, key, fault, fault_code: code, duration_ms: tookMs }) => ({
    name: routeName(name, language),
    isAnswered: fault === null,
    tookMs,
    result: (
      <>
        {fault === null ? t.answered : <AttemptFault code={code ?? attemptFault(fault)} text={fault} />}
        {key === null ? null : <code className="quiet"> {key}</code>}
      </>
    ),
  }));
}

/** Numbers of routes and results in words. */
function useOwnAttempts({ route_attempts: attempts }: CallDetail): readonly Attempt[] {
  const t = useTexts(drawerTexts);
  return (attempts ?? []).map(({ route, result, duration_ms: tookMs }) => ({
    name: t.routeNumber(route),
    isAnswered: result === 'answered',
    tookMs,
    result: t.results[result],
  }));
}

export function OperatorAttempts({ call }: { readonly call: CallDetail }) {
  const t = useTexts(drawerTexts);
  const attempts = useOperatorAttempts(call);
  return attempts.length === 0 ? <p className="quiet">{t.none}</p> : <Waterfall attempts={attempts} />;
}

/** For the account of the call, with a heading; nothing if the first route answered. */
export function OwnAttempts({ call }: { readonly call: CallDetail }) {
  const t = useTexts(drawerTexts);
  const attempts = useOwnAttempts(call);
  if (attempts.length === 0) return null;
  return (
    <>
      <h3>{t.attempts}</h3>
      <Waterfall attempts={attempts} />
    </>
  );
}

/** Attempts in order, with their durations. If any attempt succeeded, it is the last one. */
function Waterfall({ attempts }: { readonly attempts: readonly Attempt[] }) {
  const whole = Math.max(
    1,
    attempts.reduce((sum, { tookMs }) => sum + tookMs, 0),
  );
  let before = 0;
  const bars = attempts.map((attempt) => {
    const from = before;
    before += attempt.tookMs;
    return { ...attempt, left: (from / whole) * 100, width: (attempt.tookMs / whole) * 100 };
  });
  return (
    <ol className="attempts">
      {bars.map(({ name, isAnswered, tookMs, result, left, width }, index) => (
        <li key={String(index)}>
          <div className="attempt-head">
            <span>{name}</span>
            <span>{durationText(tookMs)}</span>
          </div>
          <div className="attempt-bar" aria-hidden="true">
            <i
              className={isAnswered ? 'answered' : 'failed'}
              style={{ marginInlineStart: `${String(left)}%`, width: `${String(width)}%` }}
            />
          </div>
          <small className={isAnswered ? 'quiet' : 'bad'}>{result}</small>
        </li>
      ))}
    </ol>
  );
}

/** Our cost of the call, and the part that nobody pays. */
export function Supply({ call }: { readonly call: CallDetail }) {
  const t = useTexts(drawerTexts);
  if (call.upstream_cost === undefined || call.uncollected === undefined) return null;
  return (
    <dl className="facts">
      <Fact label={t.charged}>
        <Money amount={call.charge_exact} kind="call" hasSign />
      </Fact>
      <Fact label={t.cost}>
        <Money amount={call.upstream_cost} kind="call" hasSign />
      </Fact>
      <Fact label={t.margin}>
        <Money amount={lessExactly(call.charge_exact, call.upstream_cost)} kind="call" hasSign />
      </Fact>
      <Fact label={t.uncollected}>
        <Money amount={call.uncollected} kind="call" hasSign />
      </Fact>
    </dl>
  );
}
