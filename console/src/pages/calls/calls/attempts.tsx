import { attemptFault } from '@tollgate/contract/calls/attempt-faults';
import { AttemptFault } from '../../../components/calls/attempt-fault.tsx';
import { lessExactly } from '../../../components/money/money-text.ts';
import { Money } from '../../../components/money/money.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { durationText } from '../../../ui/number-text.ts';
import { Fact } from '../../../ui/sheet.tsx';
import type { CallDetail } from './call-source.ts';
import { drawerTexts } from './drawer-texts.ts';

type Attempt = NonNullable<CallDetail['attempt_log']>[number];

function attemptsOf(call: CallDetail): readonly Attempt[] {
  if (call.attempt_log !== undefined && call.attempt_log !== null) return call.attempt_log;
  if (call.route === undefined || call.route === null) return [];
  return [{ route: call.route, key: null, fault: null, fault_code: null, duration_ms: call.duration_ms }];
}

/** Attempts in order, with their durations. If any attempt succeeded, it is the last one. */
export function Attempts({ call }: { readonly call: CallDetail }) {
  const t = useTexts(drawerTexts);
  const attempts = attemptsOf(call);
  if (attempts.length === 0) return <p className="quiet">{t.none}</p>;
  const whole = Math.max(
    1,
    attempts.reduce((sum, { duration_ms: took }) => sum + took, 0),
  );
  let before = 0;
  const bars = attempts.map((attempt) => {
    const from = before;
    before += attempt.duration_ms;
    return { attempt, left: (from / whole) * 100, width: (attempt.duration_ms / whole) * 100 };
  });
  return (
    <ol className="attempts">
      {bars.map(({ attempt, left, width }, index) => (
        <li key={String(index)}>
          <div className="attempt-head">
            <span className="mono">{attempt.route}</span>
            <span>{durationText(attempt.duration_ms)}</span>
          </div>
          <div className="attempt-bar" aria-hidden="true">
            <i
              className={attempt.fault === null ? 'answered' : 'failed'}
              style={{ marginInlineStart: `${String(left)}%`, width: `${String(width)}%` }}
            />
          </div>
          <small className={attempt.fault === null ? 'quiet' : 'bad'}>
            {attempt.fault === null ? (
              t.answered
            ) : (
              <AttemptFault code={attempt.fault_code ?? attemptFault(attempt.fault)} text={attempt.fault} />
            )}
            {attempt.key === null ? null : <code className="quiet"> {attempt.key}</code>}
          </small>
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
