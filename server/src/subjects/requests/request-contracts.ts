import { refusal } from '@tollgate/contract/refusals/refusal';
import { contractsMax, type ContractSide } from '@tollgate/contract/requests/service-requests';
import type { AccountNotice } from '../../domain/books/account-notice.ts';
import type { OutgoingMail } from '../../domain/people/outgoing-mail.ts';
import { keepContract } from './contract-documents.ts';
import { auditEntry, found, type ControlContext } from '../../control/control-context.ts';
import type { Principal } from '../../control/principal.ts';
import { requireRoom } from '../../control/require-room.ts';
import type { RequestContract, ServiceRequest } from './requests-ports.ts';
import { planOf, type RequestPlan } from './service-requests.ts';
import { readUploaded } from '../../control/uploaded-files.ts';
import { findAccount, requireOperator, requireWholeAccount } from '../../control/within-scope.ts';
import { workingDays } from '../invoicing/working-days.ts';

/** A request as its account or operators refer to it. */
export interface WhichRequest {
  readonly id: string;
  readonly accountId?: string | undefined;
}

async function requestOf(
  context: ControlContext,
  principal: Principal,
  { id, accountId }: WhichRequest,
): Promise<ServiceRequest> {
  if (accountId === undefined) requireOperator(principal, 'request');
  else {
    requireWholeAccount(principal, 'request');
    await findAccount(context, principal, accountId);
  }
  const request = found(await context.stores.requests.find(id), 'request');
  return found(accountId === undefined || request.accountId === accountId ? request : null, 'request');
}

/** Mails to the operators' address for requests, if one is set. */
async function mailsToOperators(
  { site, payments }: ControlContext,
  { accountName, kind }: ServiceRequest,
  contractId: string,
): Promise<readonly OutgoingMail[]> {
  const recipient = (await site.read()).sales_email;
  if (recipient === '') return [];
  const params = { account: accountName, request: kind, url: `${payments.origin()}/operator/requests` };
  return [{ source: `contract:${contractId}`, recipient, locale: 'zh', template: 'contract-signed', params }];
}

function noticeOf({ accountId, kind }: ServiceRequest, { id, createdAtMs }: RequestContract): AccountNotice {
  return {
    accountId,
    kind: 'request_contract',
    source: `contract:${id}`,
    params: { request: kind },
    link: '/dedicated',
    atMs: createdAtMs,
  };
}

/**
 * Stores a contract of a request: operators upload the one to sign, the account uploads the signed one. The other side is notified.
 * @throws {ApiError} 400, 404, 409
 */
export async function uploadRequestContract(
  context: ControlContext,
  principal: Principal,
  { bytes, ...which }: WhichRequest & { readonly bytes: Buffer },
): Promise<RequestPlan> {
  const request = await requestOf(context, principal, which);
  const side: ContractSide = which.accountId === undefined ? 'operator' : 'account';
  if (request.stage === 'declined') throw refusal('ended_request_takes_no_contract');
  await requireRoom(context, principal, 'contractBytes', { accountId: request.accountId, more: bytes.length });
  const { sha256, ...file } = await keepContract(context, request.accountId, bytes);
  const contract: RequestContract = {
    id: context.ids.named('con'),
    side,
    ...file,
    uploadedBy: principal.name,
    createdAtMs: context.clock.nowMs(),
  };
  const note = {
    action: 'service-request.contract',
    objectKind: 'service-request',
    objectId: request.id,
    after: { contract_id: contract.id, side, bytes: file.bytes, sha256 },
  };
  const isOperator = side === 'operator';
  const told = {
    notice: isOperator ? noticeOf(request, contract) : null,
    mails: isOperator ? [] : await mailsToOperators(context, request, contract.id),
    audit: auditEntry(context, principal, note),
  };
  if (!(await context.stores.requests.addContract({ ...contract, requestId: request.id }, told)))
    throw refusal('contracts_of_request_full', { max: contractsMax });
  if (!isOperator)
    context.alarms.raise({
      kind: 'contract_signed',
      subject: request.id,
      params: { account: request.accountId, request: request.kind },
    });
  return planOf(await workingDays(context), found(await context.stores.requests.find(request.id), 'request'));
}

/** A contract of a request, for either side. @throws {ApiError} 404 */
export async function readRequestContract(
  context: ControlContext,
  principal: Principal,
  { contractId, ...which }: WhichRequest & { readonly contractId: string },
): Promise<{ readonly contract: RequestContract; readonly pieces: AsyncIterable<Buffer> }> {
  const { contracts } = await requestOf(context, principal, which);
  const contract = found(
    contracts.find(({ id }) => id === contractId),
    'contract',
  );
  return { contract, pieces: await readUploaded(context, contract.object, 'contract') };
}
