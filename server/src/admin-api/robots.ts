import {
  patchRobotRequest,
  robotAnswer,
  robotList,
  robotRequest,
  robotTestAnswer,
  type RobotAnswer,
} from '@tollgate/contract/admin/robots';
import { alarmGroupList, alarmsQuery, type AlarmGroupAnswer } from '@tollgate/contract/admin/robots';
import { namePlaces, readPage } from '../control-http/paging.ts';
import { answers, idParams } from '../control-http/route-schema.ts';
import type { AlarmGroupRecord, DeliveryRecord, RobotRecord } from '../control/alarm-ports.ts';
import { createRobot, listAlarms, listRobots, patchRobot, removeRobot, testRobot } from '../control/robots.ts';
import { showTime, showTimeOrNull } from '../control/tenant-settings.ts';
import { principalOf } from './admin-auth.ts';
import type { AdminResource } from './admin-deps.ts';

const tags = ['Alarms'];
const places = namePlaces(({ id }: AlarmGroupRecord) => id);

function attemptView({ state, attempts, lastError, triedAtMs }: DeliveryRecord) {
  return { state, attempts, last_error: lastError, tried_at: showTimeOrNull(triedAtMs) };
}

function robotView({ id, name, kind, locale, host, signs, enabled, createdAtMs, last }: RobotRecord): RobotAnswer {
  const created = showTime(createdAtMs);
  return { id, name, kind, locale, host, signs, enabled, created_at: created, last: last === null ? null : attemptView(last) };
}

function groupView({ id, kind, state, createdAtMs, dueAtMs, alarms, deliveries }: AlarmGroupRecord): AlarmGroupAnswer {
  return {
    ...{ id, kind, state, created_at: showTime(createdAtMs), due_at: showTime(dueAtMs) },
    alarms: alarms.map(({ subject, params, count, firstAtMs, lastAtMs }) => ({
      ...{ subject, params: { ...params }, count, first_at: showTime(firstAtMs), last_at: showTime(lastAtMs) },
    })),
    deliveries: deliveries.map((each) => ({ robot_id: each.robotId, robot_name: each.robotName, ...attemptView(each) })),
  };
}

/** Alarms to whoever runs the service, and the robots that they are written to. */
export const robotsResource: AdminResource = (app, deps) => {
  const { control } = deps;
  app.get(
    '/alarms',
    {
      schema: {
        tags,
        summary: 'List alarms',
        description: 'What whoever runs the service is to know, newest first, grouped by kind and five minutes.',
        querystring: alarmsQuery,
        response: answers(alarmGroupList),
      },
    },
    async (request) => {
      const load = listAlarms(control, principalOf(deps, request));
      const { rows, next } = await readPage({ query: request.query, places, load });
      return { data: rows.map(groupView), next };
    },
  );

  app.get(
    '/robots',
    { schema: { tags, summary: 'List robots', description: 'Alarms are written to them.', response: answers(robotList) } },
    async (request) => ({ data: (await listRobots(control, principalOf(deps, request))).map(robotView), next: null }),
  );

  app.post(
    '/robots',
    {
      config: { operators: ['administrator'] },
      schema: { tags, summary: 'Add a robot', body: robotRequest, response: answers(robotAnswer, 201) },
    },
    async (request, reply) =>
      reply.code(201).send(robotView(await createRobot(control, principalOf(deps, request), request.body))),
  );

  app.patch(
    '/robots/:id',
    {
      config: { operators: ['administrator'] },
      schema: {
        tags,
        summary: 'Change a robot',
        description: 'Fields that are left out stay.',
        params: idParams,
        body: patchRobotRequest,
        response: answers(robotAnswer),
      },
    },
    async (request) => robotView(await patchRobot(control, principalOf(deps, request), request.params.id, request.body)),
  );

  app.delete(
    '/robots/:id',
    {
      config: { operators: ['administrator'] },
      schema: { tags, summary: 'Remove a robot', params: idParams, response: answers(robotAnswer) },
    },
    async (request) => robotView(await removeRobot(control, principalOf(deps, request), request.params.id)),
  );

  app.post(
    '/robots/:id/test',
    {
      config: { operators: ['administrator'] },
      schema: {
        tags,
        summary: 'Try a robot out',
        description: 'Writes a test message to it now.',
        params: idParams,
        response: answers(robotTestAnswer),
      },
    },
    async (request) => {
      const fault = await testRobot(control, principalOf(deps, request), request.params.id);
      return { ok: fault === null, fault };
    },
  );
};
