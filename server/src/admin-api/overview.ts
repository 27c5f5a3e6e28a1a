import { lastAuditAnswer, overviewAnswer, overviewQuery, workQueuesAnswer } from '@tollgate/contract/admin/overview';
import { formatExact } from '@tollgate/contract/money';
import type { z } from 'zod';
import { answers } from '../control-http/route-schema.ts';
import { readLastAudit, readOverview, type Overview, type OverviewSums } from '../control/overview.ts';
import { listWork, type QueueWork } from '../control/work-queues.ts';
import { showTime, showTimeOrNull } from '../control/tenant-settings.ts';
import { principalOf } from './admin-auth.ts';
import type { AdminResource } from './admin-deps.ts';

const tags = ['Operation'];

function sumsView({ calls, charge, upstreamCost }: OverviewSums) {
  return { calls, charge: formatExact(charge), upstream_cost: formatExact(upstreamCost) };
}

function queueView({ name, waiting, oldestAtMs, workingDaysLeft, overdue }: QueueWork) {
  return { name, waiting, oldest_at: showTimeOrNull(oldestAtMs), working_days_left: workingDaysLeft, overdue };
}

function view({ range, fromMs, totals, compared, stretches, models, queues }: Overview): z.output<typeof overviewAnswer> {
  return {
    range,
    from: showTime(fromMs),
    totals: {
      ...sumsView(totals),
      ...{ uncollected: formatExact(totals.uncollected), probe_cost: formatExact(totals.probeCost), failed: totals.failed },
    },
    compared: { calls: compared.calls, calls_before: compared.callsBefore },
    stretches: stretches.map((stretch) => ({
      from: showTime(stretch.fromMs),
      ...sumsView(stretch),
      failed: stretch.failed,
    })),
    models: models.map((sums) => ({ model: sums.model, ...sumsView(sums) })),
    queues: queues.map(queueView),
  };
}

export const overviewResource: AdminResource = (app, deps) => {
  const { control } = deps;

  app.get(
    '/overview',
    {
      schema: {
        tags,
        summary: 'Read how the service does',
        description: 'Calls, revenue, cost and what is uncollected, from hourly sums; and what waits for an operator.',
        querystring: overviewQuery,
        response: answers(overviewAnswer),
      },
    },
    async (request) => view(await readOverview(control, principalOf(deps, request), request.query.range ?? 'today')),
  );

  app.get(
    '/work-queues',
    {
      schema: {
        tags,
        summary: 'Read what waits for operators',
        description: 'Queue by queue, with the working days left of the most urgent one.',
        response: answers(workQueuesAnswer),
      },
    },
    async (request) => ({ queues: (await listWork(control, principalOf(deps, request))).map(queueView) }),
  );

  app.get(
    '/audit/last',
    { schema: { tags, summary: 'Read what the last audit found', response: answers(lastAuditAnswer) } },
    async (request) => {
      const last = await readLastAudit(control, principalOf(deps, request));
      if (last === null) return { last };
      const { atMs, ok, differenceNano, findingsCount, of } = last;
      return {
        last: { at: showTime(atMs), ok, difference: formatExact(BigInt(differenceNano)), findings_count: findingsCount, of },
      };
    },
  );
};
