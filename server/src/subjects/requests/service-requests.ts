import { hash } from 'node:crypto';
import { refusal } from '@tollgate/contract/refusals/refusal';
import {
  isRequestOpen,
  nextStages,
  type CreateServiceRequest,
  type RequestKind,
  type RequestStage,
  type StepServiceRequest,
} from '@tollgate/contract/requests/service-requests';
import type { AccountNotice } from '../../domain/books/account-notice.ts';
import type { DatesAt } from '../invoicing/rules/due-dates.ts';
import { auditEntry, found, invalid, type ControlContext } from '../../control/control-context.ts';
import type { Page, TimePosition } from '../../control/page-ports.ts';
import type { Principal } from '../../control/principal.ts';
import { requireRoom } from '../../control/require-room.ts';
import { isEstimated, stagesAhead, usualEnd, type StageAhead } from './request-dates.ts';
import type { RequestsFilter, RequestStep, ServiceRequest } from './requests-ports.ts';
import { findAccount, findWholeAccount, requireOperator, requireWholeAccount } from '../../control/within-scope.ts';
import { workingDays } from '../invoicing/working-days.ts';

/** The displayed plan of a request: past stages, and future ones with their usual dates. */
export interface RequestPlan {
  readonly request: ServiceRequest;
  /** Stages whose dates depend on a year without holiday data. */
  readonly estimated: readonly RequestStage[];
  readonly ahead: readonly StageAhead[];
}

/** A request with its future stages. */
export function planOf(at: DatesAt, request: ServiceRequest): RequestPlan {
  const estimated = request.steps.filter((step) => isEstimated(step, at)).map(({ stage }) => stage);
  return { request, estimated, ahead: stagesAhead(request, at) };
}

function noticeOf({ id, accountId, kind }: Pick<ServiceRequest, 'id' | 'accountId' | 'kind'>, step: RequestStep): AccountNotice {
  const { stage, expectedOn, note, enteredAtMs } = step;
  // Saving the same content again sends no second notification.
  const said = hash('sha256', JSON.stringify([expectedOn, note]), 'hex').slice(0, 16);
  return {
    accountId,
    kind: 'service_request',
    source: `request:${id}:${stage}:${said}`,
    params: { request: kind, stage, expected: expectedOn ?? '', note },
    link: '/dedicated',
    atMs: enteredAtMs,
  };
}

function shown({ kind, stage, contact, details }: { kind: RequestKind; stage: RequestStage; contact: string; details: string }) {
  return { kind, stage, contact, details };
}

/** Requests of one account, newest last. @throws {ApiError} 404 */
export async function listOwnRequests(
  context: ControlContext,
  principal: Principal,
  accountId: string,
): Promise<readonly RequestPlan[]> {
  await findWholeAccount(context, principal, accountId);
  const requests = await context.stores.requests.list({ accountId }, { limit: 200, after: null });
  const at = await workingDays(context);
  return requests.map((request) => planOf(at, request));
}

/** Requests of all accounts, longest waiting first. */
export async function listRequests(
  context: ControlContext,
  principal: Principal,
  filter: RequestsFilter,
): Promise<(page: Page<TimePosition>) => Promise<readonly RequestPlan[]>> {
  requireOperator(principal, 'list of requests');
  const at = await workingDays(context);
  return async (page) => (await context.stores.requests.list(filter, page)).map((request) => planOf(at, request));
}

/** Requests a dedicated channel or a private deployment. @throws {ApiError} 404; 409 while a request of the same kind is in progress */
export async function createRequest(
  context: ControlContext,
  principal: Principal,
  accountId: string,
  asked: CreateServiceRequest,
): Promise<RequestPlan> {
  const { account } = await findWholeAccount(context, principal, accountId);
  await requireRoom(context, principal, 'serviceRequests', { accountId });
  const createdAtMs = context.clock.nowMs();
  const at = await workingDays(context);
  const expectedOn = usualEnd('contact', at.today, at.calendar)?.date ?? null;
  const step: RequestStep = { stage: 'contact', enteredAtMs: createdAtMs, expectedOn, note: '' };
  const request: ServiceRequest = {
    id: context.ids.named('req'),
    accountId,
    accountName: account.name,
    kind: asked.kind,
    stage: 'contact',
    contact: asked.contact,
    details: asked.details,
    requestedBy: principal.name,
    createdAtMs,
    steps: [step],
    contracts: [],
  };
  const note = { action: 'service-request.create', objectKind: 'service-request', objectId: request.id, after: shown(request) };
  const audit = auditEntry(context, principal, note);
  if (!(await context.stores.requests.create(request, noticeOf(request, step), audit))) throw refusal('request_under_way');
  return planOf(at, request);
}

/** When a stage should end: the announced date, or the usual one. */
function knownEnd({ steps }: ServiceRequest, stage: RequestStage, { today, calendar }: DatesAt): string | null {
  const known = steps.find((step) => step.stage === stage)?.expectedOn;
  return known ?? usualEnd(stage, today, calendar)?.date ?? null;
}

async function stepOn(
  context: ControlContext,
  principal: Principal,
  request: ServiceRequest,
  { from, stage, expected_on: expected, note = '' }: StepServiceRequest,
): Promise<RequestPlan> {
  if (stage !== from && !nextStages(from).includes(stage))
    throw invalid('stage', `must be one of: ${nextStages(from).join(', ')}`);
  if (stage === from && !isRequestOpen(from)) throw refusal('request_ended');
  const at = await workingDays(context);
  const expectedOn = expected === undefined ? knownEnd(request, stage, at) : expected;
  if (expected !== undefined && expected !== null && expected < at.today) throw invalid('expected_on', 'must not be in the past');
  const step: RequestStep = { stage, enteredAtMs: context.clock.nowMs(), expectedOn, note };
  const entry = auditEntry(context, principal, {
    action: 'service-request.step',
    objectKind: 'service-request',
    objectId: request.id,
    before: { stage: from },
    after: { stage, expected_on: expectedOn, note },
  });
  if (!(await context.stores.requests.step({ id: request.id, from, step }, noticeOf(request, step), entry)))
    throw refusal('request_at_other_stage', { stage: from });
  return planOf(at, found(await context.stores.requests.find(request.id), 'request'));
}

/** Moves a request to its next stage, or ends it, and notifies the account. @throws {ApiError} 400, 404, 409 */
export async function stepRequest(
  context: ControlContext,
  principal: Principal,
  id: string,
  move: StepServiceRequest,
): Promise<RequestPlan> {
  requireOperator(principal, 'request');
  const request = found(await context.stores.requests.find(id), 'request');
  return stepOn(context, principal, request, move);
}

/** Withdraws a request of the account while it is in progress. @throws {ApiError} 404, 409 */
export async function withdrawRequest(
  context: ControlContext,
  principal: Principal,
  { accountId, id }: { readonly accountId: string; readonly id: string },
): Promise<RequestPlan> {
  requireWholeAccount(principal, 'request');
  await findAccount(context, principal, accountId);
  const request = found(await context.stores.requests.find(id), 'request');
  if (request.accountId !== accountId) found(null, 'request');
  if (!isRequestOpen(request.stage)) throw refusal('request_ended');
  return stepOn(context, principal, request, { from: request.stage, stage: 'declined', note: '' });
}
