import { operatorNoticesRoutes } from '@tollgate/contract/notices/operator-routes';
import { addRoute } from '../../../control-http/add-route.ts';
import type { RobotAnswer } from '@tollgate/contract/notices/robots';
import type { AlarmGroupAnswer } from '@tollgate/contract/notices/robots';
import { namePlaces, readPage } from '../../../control-http/paging.ts';
import type { AlarmGroupRecord, DeliveryRecord, RobotRecord } from './alarm-ports.ts';
import { createRobot, listAlarms, listRobots, patchRobot, removeRobot, testRobot } from './robots.ts';
import { showTime, showTimeOrNull } from '../../../control/show-time.ts';
import { principalOf } from '../../../admin-api/admin-auth.ts';
import type { AdminResource } from '../../../admin-api/admin-deps.ts';
import { readFault } from '../read-fault.ts';
const places = namePlaces(({ id }: AlarmGroupRecord) => id);

function attemptView({ state, attempts, lastError, triedAtMs }: DeliveryRecord) {
  return { state, attempts, last_error: lastError, last_fault: readFault(lastError), tried_at: showTimeOrNull(triedAtMs) };
}

function robotView({ id, name, kind, locale, host, signs, enabled, createdAtMs, last }: RobotRecord): RobotAnswer {
  const created = showTime(createdAtMs);
  return { id, name, kind, locale, host, signs, enabled, created_at: created, last: last === null ? null : attemptView(last) };
}

function groupView({ id, kind, state, createdAtMs, dueAtMs, alarms, deliveries }: AlarmGroupRecord): AlarmGroupAnswer {
  return {
    id,
    kind,
    state,
    created_at: showTime(createdAtMs),
    due_at: showTime(dueAtMs),
    alarms: alarms.map(({ subject, params, count, firstAtMs, lastAtMs }) => ({
      subject,
      params: { ...params },
      count,
      first_at: showTime(firstAtMs),
      last_at: showTime(lastAtMs),
    })),
    deliveries: deliveries.map((each) => ({ robot_id: each.robotId, robot_name: each.robotName, ...attemptView(each) })),
  };
}

/** Alarms for operators, and the chat bots that deliver them. */
export const robotsResource: AdminResource = (app, deps) => {
  const { control } = deps;
  addRoute(app, operatorNoticesRoutes.listAlarms, async (request) => {
    const load = listAlarms(control, principalOf(deps, request));
    const { rows, next } = await readPage({ query: request.query, places, load });
    return { data: rows.map(groupView), next };
  });

  addRoute(app, operatorNoticesRoutes.listRobots, async (request) => ({
    data: (await listRobots(control, principalOf(deps, request))).map(robotView),
    next: null,
  }));

  addRoute(app, operatorNoticesRoutes.createRobot, async (request) =>
    robotView(await createRobot(control, principalOf(deps, request), request.body)),
  );

  addRoute(app, operatorNoticesRoutes.changeRobot, async (request) =>
    robotView(await patchRobot(control, principalOf(deps, request), request.params.id, request.body)),
  );

  addRoute(app, operatorNoticesRoutes.removeRobot, async (request) =>
    robotView(await removeRobot(control, principalOf(deps, request), request.params.id)),
  );

  addRoute(app, operatorNoticesRoutes.testRobot, async (request) => {
    const fault = await testRobot(control, principalOf(deps, request), request.params.id);
    return { ok: fault === null, fault, reason: readFault(fault) };
  });
};
