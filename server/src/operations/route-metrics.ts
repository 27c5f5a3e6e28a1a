import { routeStandings } from '@tollgate/contract/enumerations';
import { Counter, Gauge, Registry, type Metric } from 'prom-client';
import { failureKinds, type KeyReport, type RouteReport } from '../domain/catalog/route-report.ts';
import { DurationHistogram } from './duration-histogram.ts';

/** One route to an upstream and its state. */
export interface RouteFigures {
  readonly provider: string;
  readonly region: string;
  readonly route: string;
  readonly isInMaintenance: boolean;
  readonly report: RouteReport;
}

/** Each route takes some thirty lines of a scrape. */
const routesMax = 200;
/** Each key takes five lines. */
const keysMax = 500;
const routeLabels = ['provider', 'region', 'route'] as const;

function labelsOf({ provider, region, route }: RouteFigures) {
  return { provider, region, route };
}

interface KeyFigures {
  readonly labels: ReturnType<typeof labelsOf> & { readonly key: string };
  readonly report: KeyReport;
}

/** For routes with one key, the route's figures are sufficient. */
function keysOf(route: RouteFigures): readonly KeyFigures[] {
  const { keys } = route.report;
  return keys.size < 2 ? [] : Array.from(keys, ([key, report]) => ({ labels: { ...labelsOf(route), key }, report }));
}

function keyMetrics(shown: () => readonly RouteFigures[], registers: Registry[]): void {
  const keys = (): readonly KeyFigures[] => shown().flatMap(keysOf).slice(0, keysMax);
  const labelNames = [...routeLabels, 'key'];
  new Gauge({
    name: 'tollgate_route_key_state',
    help: 'Of routes with several keys, 1 for the state that the key is in: healthy, trial (one call finds out) or ejected (put aside).',
    labelNames: [...labelNames, 'state'],
    registers,
    collect() {
      this.reset();
      for (const { labels, report } of keys())
        for (const state of routeStandings) this.set({ ...labels, state }, report.standing === state ? 1 : 0);
    },
  });
  new Gauge({
    name: 'tollgate_route_key_full',
    help: 'Of routes with several keys, 1 while the key is at its limits.',
    labelNames,
    registers,
    collect() {
      this.reset();
      for (const { labels, report } of keys()) this.set(labels, report.isFull ? 1 : 0);
    },
  });
  new Counter({
    name: 'tollgate_route_key_attempts_total',
    help: 'Of routes with several keys, attempts with the key.',
    labelNames,
    registers,
    collect() {
      this.reset();
      for (const { labels, report } of keys()) this.inc(labels, report.attempts);
    },
  });
}

function maintenanceMetric(shown: () => readonly RouteFigures[], registers: Registry[]): void {
  new Gauge({
    name: 'tollgate_route_maintenance',
    help: '1 while the route or its provider is in maintenance and gets no new calls.',
    labelNames: routeLabels,
    registers,
    collect() {
      this.reset();
      for (const each of shown()) this.set(labelsOf(each), each.isInMaintenance ? 1 : 0);
    },
  });
}

/**
 * Metrics of each route for monitoring. They name providers, so not every reader of the other metrics may see them.
 * @param read returns all routes at the moment of a scrape. Those after the first 200 are only counted.
 */
export function routeMetrics(read: () => readonly RouteFigures[]): Registry {
  const registry = new Registry();
  const registers = [registry];
  const shown = (): readonly RouteFigures[] => read().slice(0, routesMax);
  new Gauge({
    name: 'tollgate_route_state',
    help: '1 for the state that the route is in: healthy, trial (one call finds out) or ejected (behind all others).',
    labelNames: [...routeLabels, 'state'],
    registers,
    collect() {
      this.reset();
      for (const each of shown())
        for (const state of routeStandings) this.set({ ...labelsOf(each), state }, each.report.standing === state ? 1 : 0);
    },
  });
  new Counter({
    name: 'tollgate_route_attempts_total',
    help: 'Attempts at the route.',
    labelNames: routeLabels,
    registers,
    collect() {
      this.reset();
      for (const each of shown()) this.inc(labelsOf(each), each.report.attempts);
    },
  });
  new Counter({
    name: 'tollgate_route_failures_total',
    help: 'Attempts at the route that failed, and answers that broke off, by kind.',
    labelNames: [...routeLabels, 'kind'],
    registers,
    collect() {
      this.reset();
      for (const each of shown())
        for (const kind of failureKinds) this.inc({ ...labelsOf(each), kind }, each.report.failures.get(kind) ?? 0);
    },
  });
  maintenanceMetric(shown, registers);
  keyMetrics(shown, registers);
  new Gauge({
    name: 'tollgate_routes_not_shown',
    help: `Routes beyond the first ${String(routesMax)}, which have no separate metrics.`,
    registers,
    collect() {
      this.set(Math.max(0, read().length - routesMax));
    },
  });
  const firstByte = new DurationHistogram(
    'tollgate_route_first_byte_seconds',
    'Time from the start of an attempt to the first byte of its answer.',
    () => shown().map((each) => ({ labels: labelsOf(each), counts: each.report.firstByte })),
  );
  // The cast is safe: the registry needs only a metric's name and values, which this has.
  registry.registerMetric(firstByte as unknown as Metric);
  return registry;
}
