import type { PatchRobotRequest, RobotRequest } from '@tollgate/contract/notices/robots';
import { refusal } from '@tollgate/contract/refusals/refusal';
import type { AlarmGroupRecord, RobotDraft, RobotRecord } from './alarm-ports.ts';
import { auditEntry, found, invalid, type ControlContext } from '../../../control/control-context.ts';
import type { Pages } from '../../../control/page-ports.ts';
import type { Principal } from '../../../control/principal.ts';
import { requireOperator } from '../../../control/within-scope.ts';

/** More chat bots would only receive the same messages. */
const robotsMax = 20;

/** A chat bot in the audit log, without anything that allows sending messages to it. */
function shown({ name, kind, locale, address, secret, enabled }: RobotDraft) {
  return { name, kind, locale, host: new URL(address).host, signs: secret !== null, enabled };
}

/** @throws {ApiError} 400 */
function checkAddress({ robots }: ControlContext, { kind, address }: Pick<RobotDraft, 'kind' | 'address'>): void {
  const fault = robots.addressFault(kind, address);
  if (fault !== null) throw invalid('address', fault);
}

/** Chat bots that receive alarms, oldest first. */
export async function listRobots(context: ControlContext, principal: Principal): Promise<readonly RobotRecord[]> {
  requireOperator(principal, 'list of chat bots');
  return context.stores.robots.list();
}

/** Alarms for operators, newest first. */
export function listAlarms(context: ControlContext, principal: Principal): Pages<AlarmGroupRecord, string> {
  requireOperator(principal, 'list of alarms');
  return (page) => context.stores.robots.listAlarms(page);
}

/** Adds a chat bot, which receives alarms from then on. @throws {ApiError} 400, 409 */
export function createRobot(context: ControlContext, principal: Principal, request: RobotRequest): Promise<RobotRecord> {
  return context.changeQueue.run(async () => {
    requireOperator(principal, 'robot');
    const { robots } = context.stores;
    if ((await robots.list()).length >= robotsMax) throw refusal('robots_full', { max: robotsMax });
    checkAddress(context, request);
    const draft: RobotDraft = {
      id: context.ids.named('rob'),
      name: request.name,
      kind: request.kind,
      locale: request.locale,
      address: request.address,
      secret: request.secret ?? null,
      enabled: true,
      createdAtMs: context.clock.nowMs(),
    };
    const note = { action: 'robot.create', objectKind: 'robot', objectId: draft.id, after: shown(draft) };
    await robots.put(draft, auditEntry(context, principal, note));
    return found(await robots.find(draft.id), 'robot');
  });
}

/** Changes the fields in the request. @throws {ApiError} 400, 404 */
export function patchRobot(
  context: ControlContext,
  principal: Principal,
  id: string,
  request: PatchRobotRequest,
): Promise<RobotRecord> {
  return context.changeQueue.run(async () => {
    requireOperator(principal, 'robot');
    const { robots } = context.stores;
    const before = found(await robots.open(id), 'robot');
    const after: RobotDraft = {
      ...before,
      name: request.name ?? before.name,
      locale: request.locale ?? before.locale,
      address: request.address ?? before.address,
      secret: request.secret === undefined ? before.secret : request.secret,
      enabled: request.enabled ?? before.enabled,
    };
    if (request.address !== undefined) checkAddress(context, after);
    const note = { action: 'robot.update', objectKind: 'robot', objectId: id, before: shown(before), after: shown(after) };
    await robots.put(after, auditEntry(context, principal, note));
    return found(await robots.find(id), 'robot');
  });
}

/** @throws {ApiError} 404 */
export async function removeRobot(context: ControlContext, principal: Principal, id: string): Promise<RobotRecord> {
  requireOperator(principal, 'robot');
  const { robots } = context.stores;
  const record = found(await robots.find(id), 'robot');
  const { name, kind, host } = record;
  const note = { action: 'robot.delete', objectKind: 'robot', objectId: id, before: { name, kind, host } };
  if (!(await robots.remove(id, auditEntry(context, principal, note)))) found(null, 'robot');
  return record;
}

/** Sends a test message. Returns the reason if it did not arrive, `null` if it did. @throws {ApiError} 404, 409 */
export async function testRobot(context: ControlContext, principal: Principal, id: string): Promise<string | null> {
  requireOperator(principal, 'robot');
  const { robots } = context.stores;
  const robot = found(await robots.open(id), 'robot');
  if ((await robots.recentAttempts(id)) >= context.robots.perMinute(robot.kind)) throw refusal('robot_busy');
  const message = { id: context.ids.uuid(), kind: null, alarms: [] };
  const failure = await context.robots.send(robot, message);
  const note = { action: 'robot.test', objectKind: 'robot', objectId: id, after: { arrived: failure === null } };
  await robots.tried(id, failure, auditEntry(context, principal, note));
  return failure;
}
