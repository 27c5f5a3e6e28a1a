import { useQuery } from '@tanstack/react-query';
import type { CallsSummary } from '@tollgate/contract/calls/console-calls';
import { formatExact } from '@tollgate/contract/money';
import { useAccount } from '../../../api/current-account.ts';
import { balanceQuery, type OwnBalance } from '../../../api/own-account.ts';
import type { OwnUsage } from '../../../api/usage.ts';
import { moneyText, nano } from '../../../components/money/money-text.ts';
import { Money } from '../../../components/money/money.tsx';
import { useServiceZone, zoneName } from '../../../components/time/time-text.ts';
import { useLanguage, useTexts } from '../../../i18n/texts.ts';
import { Figures, type Figure } from '../../../ui/figures.tsx';
import { bigText, countText, durationText } from '../../../ui/number-text.ts';
import { callsSummaryQuery } from './calls-summary.ts';
import { dayAfter, sumOf } from './overview-days.ts';
import { texts } from './texts.ts';

interface OverviewFiguresProps {
  /** Totals by day. */
  readonly days: readonly OwnUsage[];
  readonly today: string;
  readonly summary: CallsSummary | undefined;
  readonly mayReadBalance: boolean;
}

const since = (days: readonly OwnUsage[], first: string): bigint => sumOf(days.filter(({ day }) => (day ?? '') >= first));

/** The difference to yesterday at the same time of day; null if unknown. */
function useChange(spent: bigint, today: string): string | null {
  const account = useAccount();
  const offset = zoneName(useServiceZone()).replace('UTC', '');
  const dayMs = 86_400_000;
  // Rounded to ten minutes, so that the query key stays the same for a while.
  const now = Math.floor(Date.now() / 600_000) * 600_000;
  const from = `${dayAfter(today, -1)}T00:00:00${offset}`;
  const to = new Date(now - dayMs).toISOString();
  const isTime = Date.parse(to) > Date.parse(from);
  const { data } = useQuery({ ...callsSummaryQuery(account.id, { from, to }), enabled: isTime });
  if (data === undefined || Date.parse(data.summed_from) > Date.parse(data.from)) return null;
  const then = nano(data.totals.charge_exact);
  if (then === 0n) return null;
  const percent = Number(((spent - then) * 100n) / then);
  return `${percent < 0 ? '−' : '+'}${String(Math.abs(percent))} %`;
}

function useBalanceNote(): (balance: OwnBalance, last30: bigint) => string {
  const t = useTexts(texts);
  const language = useLanguage();
  return (balance, last30) => {
    const available = nano(balance.available);
    const trial = nano(balance.trial_left);
    const isTrialOnly = trial > 0n && trial >= available;
    const left = last30 > 0n && available > 0n ? (available * 30n) / last30 : null;
    return [
      isTrialOnly ? t.trialOnly : trial > 0n ? t.trialPart(moneyText(balance.trial_left)) : '',
      available > 0n ? t.tokens(bigText(Number.parseInt(balance.reference_tokens, 10), language)) : '',
      left === null || left > 999n ? '' : t.lasts(left.toString()),
    ]
      .filter((part) => part !== '')
      .join(' · ');
  };
}

function useFirstToken(): (summary: CallsSummary | undefined) => Figure {
  const t = useTexts(texts);
  return (summary) => {
    const times = summary?.first_token;
    if (times === undefined) return { label: t.firstToken, value: '–' };
    if (times === null) return { label: t.firstToken, value: '–', note: t.noStreams };
    return { label: t.firstToken, value: durationText(times.p50), note: t.firstTokenNote(durationText(times.p95)) };
  };
}

/** Balance, spending, number of calls, and time to the first token of streams. */
export function OverviewFigures({ days, today, summary, mayReadBalance }: OverviewFiguresProps) {
  const t = useTexts(texts);
  const account = useAccount();
  const balance = useQuery({ ...balanceQuery(account.id), enabled: mayReadBalance, refetchInterval: 60_000 });
  const noteOf = useBalanceNote();
  const firstToken = useFirstToken();
  const spentToday = since(days, today);
  const change = useChange(spentToday, today);
  const last30 = since(days, dayAfter(today, -29));
  const failed = summary?.buckets.reduce((sum, bucket) => sum + bucket['4xx'] + bucket['5xx'], 0) ?? 0;
  const lead: readonly Figure[] = mayReadBalance
    ? [
        {
          label: t.balance,
          isLead: true,
          value: balance.data === undefined ? '–' : <Money amount={balance.data.available} isLarge />,
          note: balance.data === undefined ? (balance.error === null ? '' : t.failed.balance) : noteOf(balance.data, last30),
        },
      ]
    : [];
  const calls: Figure = {
    label: t.calls,
    value: summary === undefined ? '–' : countText(summary.totals.calls),
    ...(summary === undefined || summary.totals.calls === 0
      ? {}
      : { note: failed === 0 ? t.noFailures : t.failures(countText(failed)) }),
  };
  return (
    <Figures
      figures={[
        ...lead,
        {
          label: t.today,
          value: <Money amount={formatExact(spentToday)} isLarge />,
          ...(change === null ? {} : { note: t.since(change) }),
        },
        {
          label: t.month,
          value: <Money amount={formatExact(since(days, `${today.slice(0, 7)}-01`))} isLarge />,
          note: t.monthFrom(Number.parseInt(today.slice(5, 7), 10)),
        },
        calls,
        firstToken(summary),
      ]}
    />
  );
}
