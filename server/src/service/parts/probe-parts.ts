import type { Config } from '../../config/config.ts';
import type { ControlContext } from '../../control/control-context.ts';
import { probedModels } from '../../subjects/news/status/probes.ts';
import { momentIn } from '../../domain/limits/calendar.ts';
import type { GatewayContext } from '../../gateway/gateway-context.ts';
import { probeModelsJob } from '../../subjects/news/status/probe-models-job.ts';
import type { TimedJob } from '../../jobs/timed-job.ts';
import { probeModel, type ProbeVerdict } from '../../probing/probe-model.ts';
import type { Engine } from '../../storage/engine.ts';
import { createProbesWriter } from '../../subjects/news/status/probes-store.ts';
import { createStatusWriter } from '../../subjects/news/status/status-store.ts';
import type { StorageParts } from './storage-parts.ts';

interface ProbeOptions {
  readonly config: Pick<Config, 'region' | 'probeBudget'>;
  readonly control: ControlContext;
  readonly gateway: GatewayContext;
  readonly storage: StorageParts;
  /** The database for the holder of a lease. */
  readonly engineFor: (holder: string) => Engine;
}

/** As many as a customer's call would try. */
const routesMax = 3;

/** Makes one small real call to a model on the shared routes, best first. */
async function probe({ config, gateway }: ProbeOptions, model: string): Promise<ProbeVerdict> {
  const { catalog, routing, clock, transport, protocols } = gateway;
  const { providers, models } = catalog.current;
  const listed = models.get(model)?.prices.at(-1)?.price ?? null;
  const shared = providers.filter(({ accountId }) => accountId === undefined);
  const best = routing.candidates(shared, model, { region: config.region, domesticOnly: false }).slice(0, routesMax);
  const taken = best.flatMap((candidate) => routing.take(candidate) ?? []);
  try {
    // A call that could not be counted against the day's budget is not made.
    const routes = taken.flatMap(({ provider, called, upstreamModel, cost }) => {
      const price = cost ?? listed;
      return price === null ? [] : [{ provider, called, upstreamModel, price }];
    });
    return await probeModel({ clock, transport, dialects: protocols.dialects }, routes);
  } finally {
    for (const candidate of taken) if (candidate.isCounted) routing.released(candidate);
  }
}

/** Calls models with little traffic, so that the status page knows their state. */
export function probeJob(options: ProbeOptions): TimedJob {
  const { config, control, storage, engineFor } = options;
  const { clock, calendar, news, stores } = control;
  return probeModelsJob({
    budgetPerDay: config.probeBudget,
    nowMs: () => clock.nowMs(),
    dayOf: (ms) => momentIn(ms, calendar.timeZone).day,
    models: () => probedModels(control),
    isMaintained: (nowMs) => news.maintenanceAt(nowMs) !== null,
    reader: stores.probes,
    writerFor: (holder) => createProbesWriter(engineFor(holder)),
    tallies: (fromMs, toMs) => createStatusWriter(storage.engine).tallies(fromMs, toMs),
    probe: (model) => probe(options, model),
  });
}
