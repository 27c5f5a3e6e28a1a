import type { IncidentRequest, IncidentUpdateRequest } from '@tollgate/contract/news/incidents';
import { refusal } from '@tollgate/contract/refusals/refusal';
import type { Incident, IncidentUpdate } from '../../../domain/status/incident.ts';
import { AddedTimes } from '../../../domain/status/first-token-times.ts';
import { StatusBoard } from '../../../domain/status/status-board.ts';
import { momentIn } from '../../../domain/limits/calendar.ts';
import { auditEntry, found, invalid, type ControlContext } from '../../../control/control-context.ts';
import { notMarked, type OnceOf } from '../../../control/once.ts';
import type { Principal } from '../../../control/principal.ts';
import { showTime } from '../../../control/show-time.ts';
import { requireOperator } from '../../../control/within-scope.ts';

type Told = Pick<IncidentUpdateRequest, 'status' | 'text'>;

function updateOf({ ids, clock }: ControlContext, { status, text }: Told): IncidentUpdate {
  return { id: ids.uuid(), status, text, atMs: clock.nowMs() };
}

/** Open incidents, and the newest resolved ones. */
export async function listIncidents({ stores }: ControlContext, principal: Principal): Promise<readonly Incident[]> {
  requireOperator(principal, 'list of incidents');
  return stores.incidents.recent();
}

/** Publishes an incident. @throws {ApiError} 400 */
export function openIncident(
  context: ControlContext,
  principal: Principal,
  request: IncidentRequest,
  once: OnceOf<Incident> = notMarked,
): Promise<Incident> {
  return context.changeQueue.run(async () => {
    requireOperator(principal, 'incident');
    const nowMs = context.clock.nowMs();
    const models = [...new Set(request.models ?? [])];
    const unknown = models.findIndex((model) => !context.catalog.current.models.has(model));
    if (unknown >= 0) throw invalid(`models[${String(unknown)}]`, 'must be the name of a model');
    const { title, impact, status, text } = request;
    const incident: Incident = {
      id: context.ids.uuid(),
      title,
      impact,
      status,
      models,
      startedAtMs: nowMs,
      updatedAtMs: nowMs,
      resolvedAtMs: status === 'resolved' ? nowMs : null,
      updates: [updateOf(context, { status, text })],
    };
    const after = { title, impact, status, models, text };
    const note = { action: 'incident.open', objectKind: 'incident', objectId: incident.id, after };
    await context.stores.incidents.create(incident, auditEntry(context, principal, note), once(incident));
    context.status.forget();
    return incident;
  });
}

/** A resolved incident cannot be updated. @throws {ApiError} 409 */
function requireNext({ resolvedAtMs }: Incident, { status }: IncidentUpdateRequest): void {
  if (resolvedAtMs === null && status === 'postmortem') throw refusal('incident_open');
  if (resolvedAtMs !== null && status !== 'postmortem') throw refusal('incident_resolved');
}

export interface IncidentProgress {
  readonly id: string;
  readonly request: IncidentUpdateRequest;
  readonly once?: OnceOf<Incident>;
}

/** Publishes an update of an incident; `resolved` closes it. @throws {ApiError} 404, 409 */
export function updateIncident(
  context: ControlContext,
  principal: Principal,
  { id, request, once = notMarked }: IncidentProgress,
): Promise<Incident> {
  return context.changeQueue.run(async () => {
    requireOperator(principal, 'incident');
    const before = found(await context.stores.incidents.find(id), 'incident');
    requireNext(before, request);
    const update = updateOf(context, request);
    const after: Incident = {
      ...before,
      status: request.status,
      impact: request.impact ?? before.impact,
      updatedAtMs: update.atMs,
      resolvedAtMs: request.status === 'resolved' ? update.atMs : before.resolvedAtMs,
      updates: [update, ...before.updates],
    };
    const note = {
      action: 'incident.update',
      objectKind: 'incident',
      objectId: id,
      before: { status: before.status, impact: before.impact },
      after: { status: after.status, impact: after.impact, text: request.text },
    };
    await context.stores.incidents.update(after, { update, audit: auditEntry(context, principal, note), once: once(after) });
    context.status.forget();
    return after;
  });
}

/** Results of one route over a period. */
export interface RouteFigures {
  /** `provider/region`. */
  readonly route: string;
  readonly good: number;
  readonly bad: number;
  /** At the provider, in nano-CNY. */
  readonly cost: bigint;
  readonly firstToken: { readonly p50: number; readonly p95: number } | null;
}

const hourMs = 3_600_000;

/** A span up to now. */
export type RouteSpan = 'today' | '24h' | '7d';

/** Today begins at midnight in the time zone of the service; days are up to an hour longer or shorter where clocks are moved. */
function beginOf(span: RouteSpan, { calendar, clock }: Pick<ControlContext, 'calendar' | 'clock'>): number {
  if (span !== 'today') return clock.nowMs() - (span === '7d' ? 168 : 24) * hourMs;
  return momentIn(calendar.now().dayEndsMs - 36 * hourMs, calendar.timeZone).dayEndsMs;
}

/** How routes fared, by what attempts at them met: those that failed most first. */
export async function routesStatus(
  context: ControlContext,
  principal: Principal,
  span: RouteSpan,
): Promise<readonly RouteFigures[]> {
  requireOperator(principal, 'status of routes');
  const rows = await context.stores.routeStatus.routesSince(beginOf(span, context));
  const figures = [...Map.groupBy(rows, ({ route }) => route)].map(([route, ofRoute]) => {
    const times = new AddedTimes();
    let [good, bad, cost] = [0, 0, 0n];
    for (const row of ofRoute) {
      good += row.good;
      bad += row.bad;
      cost += row.cost;
      if (row.firstToken !== null) times.add(row.firstToken);
    }
    const [p50, p95] = [times.percentile(50), times.percentile(95)];
    return { route, good, bad, cost, firstToken: p50 === null || p95 === null ? null : { p50, p95 } };
  });
  return figures.toSorted((left, right) => right.bad * (left.good + left.bad) - left.bad * (right.good + right.bad));
}

/** A model that fails for several accounts without a published incident. */
export interface SuggestedIncident {
  readonly model: string;
  readonly availabilityPpm: number;
  /** Start of the slot. */
  readonly since: string;
}

/** Failures that operators should check and perhaps publish. */
export async function suggestIncidents(context: ControlContext, principal: Principal): Promise<readonly SuggestedIncident[]> {
  requireOperator(principal, 'list of incidents');
  const snapshot = await context.status.read();
  const nowMs = context.clock.nowMs();
  const open = snapshot.incidents.filter(({ resolvedAtMs }) => resolvedAtMs === null);
  const isReported = (model: string): boolean => open.some(({ models }) => models.length === 0 || models.includes(model));
  return [...snapshot.latest.values()]
    .filter(({ model }) => StatusBoard.levelOf(snapshot, model, nowMs) === 'down' && !isReported(model))
    .map(({ model, availabilityPpm, startMs }) => ({ model, availabilityPpm: availabilityPpm ?? 0, since: showTime(startMs) }));
}
