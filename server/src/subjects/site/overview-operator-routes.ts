import { operatorSiteRoutes } from '@tollgate/contract/site/operator-routes';
import { addRoute } from '../../control-http/add-route.ts';
import type { overviewAnswer } from '@tollgate/contract/site/overview';
import { formatExact } from '@tollgate/contract/money';
import type { z } from 'zod';
import { readLastAudit, readOverview, type Overview, type OverviewSums } from './overview.ts';
import { listWork, type QueueWork } from './work-queues.ts';
import { showTime, showTimeOrNull } from '../../control/show-time.ts';
import { principalOf } from '../../admin-api/admin-auth.ts';
import type { AdminResource } from '../../admin-api/admin-deps.ts';

function sumsView({ calls, charge, upstreamCost }: OverviewSums) {
  return { calls, charge: formatExact(charge), upstream_cost: formatExact(upstreamCost) };
}

function queueView({ name, waiting, oldestAtMs, workingDaysLeft, overdue }: QueueWork) {
  return { name, waiting, oldest_at: showTimeOrNull(oldestAtMs), working_days_left: workingDaysLeft, overdue };
}

function view({ range, fromMs, totals, compared, stretches, models, queues, setUp }: Overview): z.output<typeof overviewAnswer> {
  return {
    range,
    from: showTime(fromMs),
    totals: {
      ...sumsView(totals),
      uncollected: formatExact(totals.uncollected),
      probe_cost: formatExact(totals.probeCost),
      failed: totals.failed,
    },
    compared: { calls: compared.calls, calls_before: compared.callsBefore },
    stretches: stretches.map((stretch) => ({
      from: showTime(stretch.fromMs),
      ...sumsView(stretch),
      failed: stretch.failed,
    })),
    models: models.map((sums) => ({ model: sums.model, ...sumsView(sums) })),
    queues: queues.map(queueView),
    set_up: [...setUp],
  };
}

export const overviewResource: AdminResource = (app, deps) => {
  const { control } = deps;

  addRoute(app, operatorSiteRoutes.readOverview, async (request) =>
    view(await readOverview(control, principalOf(deps, request), request.query.range ?? 'today')),
  );

  addRoute(app, operatorSiteRoutes.readWorkQueues, async (request) => ({
    queues: (await listWork(control, principalOf(deps, request))).map(queueView),
  }));

  addRoute(app, operatorSiteRoutes.readLastAudit, async (request) => {
    const last = await readLastAudit(control, principalOf(deps, request));
    if (last === null) return { last };
    const { atMs, ok, differenceNano, findingsCount, of } = last;
    return {
      last: { at: showTime(atMs), ok, difference: formatExact(BigInt(differenceNano)), findings_count: findingsCount, of },
    };
  });
};
