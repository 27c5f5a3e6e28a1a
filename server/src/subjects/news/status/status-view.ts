import type { Locale } from '@tollgate/contract/enumerations';
import type { StatusModels, StatusSummary } from '@tollgate/contract/news/status';
import { showDay } from '../../../control-http/moments.ts';
import { publicModels } from '../../catalogue/public-models.ts';
import { showTime, showTimeOrNull } from '../../../control/show-time.ts';
import type { Model } from '../../../domain/catalog/model.ts';
import { momentIn } from '../../../domain/limits/calendar.ts';
import { isPublished, windowEndMs, type MaintenanceAnnouncement } from '../../../domain/news/announcement.ts';
import type { Incident } from '../../../domain/status/incident.ts';
import { availabilityOf, levelOfDay, type AvailabilityLevel } from '../../../domain/status/slot-rule.ts';
import { StatusBoard, type StatusSnapshot } from '../../../domain/status/status-board.ts';
import type { FigureRow, StatusSpan, TimesToFirstToken } from '../../../domain/status/status-store.ts';
import { incidentView } from './incident-view.ts';
import type { PublicDeps } from '../../../public-api/public-deps.ts';

const dayMs = 86_400_000;
const daysShown = 90;

type Indicator = StatusSummary['status']['indicator'];

/** The current data of the status page, read once for all responses. */
export interface StatusNow {
  readonly nowMs: number;
  readonly timeZone: string;
  /** Name of the service. */
  readonly serviceName: string;
  readonly origin: string;
  readonly snapshot: StatusSnapshot;
  readonly models: readonly { readonly model: Model; readonly level: AvailabilityLevel }[];
  readonly running: MaintenanceAnnouncement | null;
  readonly windows: readonly MaintenanceAnnouncement[];
  readonly indicator: Indicator;
}

/** Excludes the built-in sandbox, which says nothing about real models. */
function isOfCustomers({ name }: Model): boolean {
  return !name.startsWith('sandbox/');
}

const severities: readonly Indicator[] = ['none', 'minor', 'major', 'critical'];

function worse(left: Indicator, right: Indicator): Indicator {
  return severities.indexOf(left) >= severities.indexOf(right) ? left : right;
}

function indicatorOf(levels: readonly AvailabilityLevel[], incidents: readonly Incident[]): Indicator {
  const known = levels.filter((level) => level !== 'unknown');
  const down = known.filter((level) => level === 'down').length;
  const byCalls: Indicator =
    down > 0 ? (down === known.length && down > 1 ? 'critical' : 'major') : known.includes('degraded') ? 'minor' : 'none';
  const open = incidents.filter(({ resolvedAtMs }) => resolvedAtMs === null);
  return open.reduce<Indicator>((worst, { impact }) => worse(worst, impact), byCalls);
}

/** @throws whatever the first read of the status throws. */
export async function statusNow({ control, consoleOrigin }: PublicDeps): Promise<StatusNow> {
  const snapshot = await control.status.read();
  const { service_name: serviceName } = await control.site.lastKnown();
  const nowMs = control.clock.nowMs();
  const running = control.news.maintenanceAt(nowMs);
  const models = publicModels(control)
    .filter(isOfCustomers)
    .map((model) => ({ model, level: StatusBoard.levelOf(snapshot, model.name, nowMs) }));
  const byCalls = indicatorOf(
    models.map(({ level }) => level),
    snapshot.incidents,
  );
  return {
    nowMs,
    snapshot,
    models,
    running,
    serviceName,
    origin: consoleOrigin(),
    timeZone: control.calendar.timeZone,
    windows: control.news.windows(),
    indicator: running === null ? byCalls : 'maintenance',
  };
}

/** Percentage with two decimals, rounded down so that it is never too high. */
function percent(ppm: number | null): number | null {
  return ppm === null ? null : Math.floor(ppm / 100) / 100;
}

function bySpan<Value>(
  figures: readonly FigureRow[],
  value: (figure: FigureRow | undefined) => Value,
): Record<StatusSpan, Value> {
  const of = (span: StatusSpan): Value => value(figures.find((figure) => figure.span === span));
  return { '24h': of('24h'), '7d': of('7d'), '90d': of('90d') };
}

function timesOf({ p50Ms, p95Ms }: TimesToFirstToken): { readonly p50: number; readonly p95: number } | null {
  return p50Ms === null || p95Ms === null ? null : { p50: p50Ms, p95: p95Ms };
}

function maintenanceDays({ windows, nowMs, timeZone }: StatusNow): readonly string[] {
  const days = new Set<number>();
  for (const { window } of windows) {
    const untilMs = Math.min(windowEndMs(window), nowMs);
    const fromMs = Math.max(window.fromMs, nowMs - daysShown * dayMs);
    for (let atMs = fromMs; atMs < untilMs; atMs += dayMs) days.add(momentIn(atMs, timeZone).day);
    if (untilMs > fromMs) days.add(momentIn(untilMs - 1, timeZone).day);
  }
  return [...days].sort((left, right) => left - right).map(showDay);
}

export function modelsView(now: StatusNow): StatusModels {
  const { snapshot, running } = now;
  return {
    updated_at: showTime(snapshot.readAtMs),
    time_zone: now.timeZone,
    status: now.indicator,
    maintenance: running === null ? null : { id: running.id, until: showTime(windowEndMs(running.window)) },
    maintenance_days: [...maintenanceDays(now)],
    models: now.models.map(({ model: { name, kind }, level }) => {
      const figures = snapshot.figures.get(name) ?? [];
      const days = [...(snapshot.days.get(name) ?? [])]
        .filter(({ slots }) => slots > 0)
        .sort((left, right) => left.day - right.day);
      return {
        model: name,
        kind,
        status: level,
        by_probes: level !== 'unknown' && snapshot.probed.has(name),
        availability: bySpan(figures, (figure) => (figure === undefined ? null : percent(availabilityOf(figure)))),
        first_token: bySpan(figures, (figure) => (figure === undefined ? null : timesOf(figure))),
        days: days.map((day) => ({
          day: showDay(day.day),
          availability: percent(availabilityOf(day)),
          status: levelOfDay(day),
          first_token: timesOf(day),
        })),
      };
    }),
    incidents: snapshot.incidents.map(incidentView),
  };
}

const pageId = 'tollgate';

const words = {
  zh: {
    indicator: {
      none: '一切正常',
      minor: '部分模型变慢或出错',
      major: '部分模型不可用',
      critical: '多数模型不可用',
      maintenance: '维护中',
    },
    tooLittle: '近期调用太少，无法判断',
  },
  en: {
    indicator: {
      none: 'All models work',
      minor: 'Some models are slow or fail at times',
      major: 'Some models are down',
      critical: 'Most models are down',
      maintenance: 'Service under maintenance',
    },
    tooLittle: 'Too few recent calls',
  },
} as const;

const componentStates = {
  good: 'operational',
  degraded: 'degraded_performance',
  down: 'major_outage',
  unknown: 'operational',
} as const satisfies Record<AvailabilityLevel, string>;

function incidentOf({ origin }: StatusNow, locale: Locale, incident: Incident): StatusSummary['incidents'][number] {
  const monitoring = incident.updates.findLast(({ status }) => status === 'monitoring');
  return {
    id: incident.id,
    page_id: pageId,
    name: incident.title[locale],
    status: incident.status,
    impact: incident.impact,
    shortlink: `${origin}/status#${incident.id}`,
    created_at: showTime(incident.startedAtMs),
    started_at: showTime(incident.startedAtMs),
    updated_at: showTime(incident.updatedAtMs),
    monitoring_at: showTimeOrNull(monitoring?.atMs ?? null),
    resolved_at: showTimeOrNull(incident.resolvedAtMs),
    incident_updates: incident.updates.map(({ id, status, text, atMs }) => ({
      id,
      incident_id: incident.id,
      status,
      body: text[locale],
      created_at: showTime(atMs),
      updated_at: showTime(atMs),
      display_at: showTime(atMs),
    })),
  };
}

function maintenanceOf(
  { origin, nowMs }: StatusNow,
  locale: Locale,
  announcement: MaintenanceAnnouncement,
): StatusSummary['scheduled_maintenances'][number] {
  const { id, title, text, window } = announcement;
  const status = nowMs < window.fromMs ? 'scheduled' : 'in_progress';
  const publishedAt = showTime(announcement.publishAtMs);
  const updatedAt = showTime(announcement.updatedAtMs);
  return {
    id,
    page_id: pageId,
    name: title[locale],
    status,
    impact: 'maintenance',
    shortlink: `${origin}/announcements/${id}`,
    created_at: publishedAt,
    started_at: publishedAt,
    updated_at: updatedAt,
    monitoring_at: null,
    resolved_at: null,
    scheduled_for: showTime(window.fromMs),
    scheduled_until: showTime(window.untilMs),
    incident_updates: [
      {
        id,
        incident_id: id,
        status,
        body: text[locale],
        created_at: publishedAt,
        updated_at: updatedAt,
        display_at: publishedAt,
      },
    ],
  };
}

export function summaryView(now: StatusNow, locale: Locale): StatusSummary {
  const { snapshot, nowMs, timeZone, origin, running } = now;
  const updatedAt = showTime(snapshot.readAtMs);
  const planned = now.windows.filter(
    (announcement) => isPublished(announcement, nowMs) && windowEndMs(announcement.window) > nowMs,
  );
  return {
    page: { id: pageId, name: now.serviceName, url: `${origin}/status`, time_zone: timeZone, updated_at: updatedAt },
    status: { indicator: now.indicator, description: words[locale].indicator[now.indicator] },
    components: now.models.map(({ model, level }, index) => ({
      id: model.name,
      page_id: pageId,
      name: model.name,
      status: running === null ? componentStates[level] : 'under_maintenance',
      description: level === 'unknown' && running === null ? words[locale].tooLittle : null,
      position: index + 1,
      group: false,
      group_id: null,
      showcase: true,
      only_show_if_degraded: false,
      created_at: showTime(model.createdAtMs),
      updated_at: updatedAt,
    })),
    incidents: snapshot.incidents
      .filter(({ resolvedAtMs }) => resolvedAtMs === null)
      .map((incident) => incidentOf(now, locale, incident)),
    scheduled_maintenances: planned.map((announcement) => maintenanceOf(now, locale, announcement)),
  };
}
