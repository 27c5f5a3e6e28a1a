import type { OverviewRange, SetUpStepName } from '@tollgate/contract/site/overview';
import { momentIn, type Calendar } from '../../domain/limits/calendar.ts';
import type { ControlContext } from '../../control/control-context.ts';
import type { AuditResult, HourSpan, ModelHour } from './overview-ports.ts';
import type { Principal } from '../../control/principal.ts';
import { requireOperator } from '../../control/within-scope.ts';
import { missingSetUp } from './set-up-steps.ts';
import { listWork, type QueueWork } from './work-queues.ts';

export interface OverviewSums {
  readonly calls: number;
  readonly charge: bigint;
  readonly uncollected: bigint;
  readonly upstreamCost: bigint;
}

export interface Overview {
  readonly range: OverviewRange;
  readonly fromMs: number;
  readonly totals: OverviewSums & {
    readonly failed: number;
    /** Cost of our test calls to models. */
    readonly probeCost: bigint;
  };
  /** Calls in the whole hours of the range, and in the same period before it. */
  readonly compared: { readonly calls: number; readonly callsBefore: number };
  readonly stretches: readonly (OverviewSums & { readonly fromMs: number; readonly failed: number })[];
  /** Sorted by revenue, highest first. */
  readonly models: readonly (OverviewSums & { readonly model: string })[];
  readonly queues: readonly QueueWork[];
  readonly setUp: readonly SetUpStepName[];
}

const hourMs = 3_600_000;
const days: Readonly<Record<OverviewRange, number>> = { today: 1, '7d': 7, '30d': 30 };
const modelsMax = 200;

const nothing: OverviewSums = { calls: 0, charge: 0n, uncollected: 0n, upstreamCost: 0n };

function plus(sums: OverviewSums, hour: OverviewSums): OverviewSums {
  return {
    calls: sums.calls + hour.calls,
    charge: sums.charge + hour.charge,
    uncollected: sums.uncollected + hour.uncollected,
    upstreamCost: sums.upstreamCost + hour.upstreamCost,
  };
}

const sum = (hours: readonly ModelHour[]): OverviewSums => hours.reduce(plus, nothing);

/** The days of a range including today, each from its midnight. Days are an hour longer or shorter when clocks change. */
function daysOf(range: OverviewRange, calendar: Calendar): readonly HourSpan[] {
  const spans: HourSpan[] = [];
  let beforeMs = calendar.now().dayEndsMs;
  while (spans.length < days[range]) {
    const fromMs = momentIn(beforeMs - 36 * hourMs, calendar.timeZone).dayEndsMs;
    spans.unshift({ fromMs, beforeMs });
    beforeMs = fromMs;
  }
  return spans;
}

/** A single day is shown by hours, more days by day. */
function stretchesOf(spans: readonly HourSpan[]): readonly HourSpan[] {
  const [only] = spans;
  if (only === undefined || spans.length > 1) return spans;
  const hours = Math.round((only.beforeMs - only.fromMs) / hourMs);
  return Array.from({ length: hours }, (_, at) => ({
    fromMs: only.fromMs + at * hourMs,
    beforeMs: only.fromMs + (at + 1) * hourMs,
  }));
}

function modelsOf(hours: readonly ModelHour[]): Overview['models'] {
  const models = new Map<string, OverviewSums>();
  for (const hour of hours) if (hour.model !== '') models.set(hour.model, plus(models.get(hour.model) ?? nothing, hour));
  return [...models]
    .map(([model, sums]) => ({ model, ...sums }))
    .sort((left, right) => Number(right.charge - left.charge) || right.calls - left.calls)
    .slice(0, modelsMax);
}

/** The state of the service: totals of closed hours, failures from the log, and waiting work. */
export async function readOverview(context: ControlContext, principal: Principal, range: OverviewRange): Promise<Overview> {
  requireOperator(principal, 'overview');
  const { calendar, stores } = context;
  const { hourStartMs } = calendar.now();
  const spans = daysOf(range, calendar);
  const fromMs = spans[0]?.fromMs ?? hourStartMs;
  const nowMs = hourStartMs + hourMs;
  const stretches = stretchesOf(spans).filter((span) => span.fromMs < nowMs);
  const lengthMs = days[range] * 24 * hourMs;
  const [hours, before, failed, probeCost, queues, setUp] = await Promise.all([
    stores.overview.hours({ fromMs, beforeMs: nowMs }),
    stores.overview.hours({ fromMs: fromMs - lengthMs, beforeMs: hourStartMs - lengthMs }),
    stores.overview.failed(stretches),
    stores.probes.spentSince(fromMs),
    listWork(context, principal),
    missingSetUp(context),
  ]);
  const within = (span: HourSpan): readonly ModelHour[] =>
    hours.filter((hour) => hour.hourStartMs >= span.fromMs && hour.hourStartMs < span.beforeMs);
  return {
    range,
    fromMs,
    totals: { ...sum(hours), failed: failed.reduce((all, some) => all + some, 0), probeCost },
    compared: { calls: sum(within({ fromMs, beforeMs: hourStartMs })).calls, callsBefore: sum(before).calls },
    stretches: stretches.map((span, at) => ({ fromMs: span.fromMs, ...sum(within(span)), failed: failed[at] ?? 0 })),
    models: modelsOf(hours),
    queues,
    setUp,
  };
}

/** Findings of the last audit of the books; `null` before the first one. */
export async function readLastAudit(context: ControlContext, principal: Principal): Promise<AuditResult | null> {
  requireOperator(principal, 'audit');
  return context.stores.overview.lastAudit();
}
