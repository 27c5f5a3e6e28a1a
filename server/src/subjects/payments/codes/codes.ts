import { hash } from 'node:crypto';
import { ledgerSources } from '@tollgate/contract/ledger/ledger-sources';
import { refusal } from '@tollgate/contract/refusals/refusal';
import type { CreditDraft } from '../../../domain/books/ledger.ts';
import { readAmount, showAmount } from '../../../control/amounts.ts';
import { auditEntry, found, invalid, type ControlContext } from '../../../control/control-context.ts';
import type { Pages } from '../../../control/page-ports.ts';
import { moneyIntoForce } from '../../ledger/money-into-force.ts';
import type { OnceMark } from '../../../control/once-ports.ts';
import type { CodeBatch, RedemptionCode } from '../payment-ports.ts';
import type { TimePosition } from '../../../control/page-ports.ts';
import type { Principal } from '../../../control/principal.ts';
import { findWholeAccount, requireOperator } from '../../../control/within-scope.ts';

/** 100 bits. */
const codeLength = 20;
const groupLength = 5;
const redemptionsShown = 100;

export interface CodeBatchRequest {
  readonly name: string;
  readonly amount: string;
  readonly count: number;
  readonly sold: boolean;
  readonly expires_at?: string | null | undefined;
}

export interface NewCodeBatch {
  readonly batch: CodeBatch;
  /** In the form that people type. They are not stored in plain text. */
  readonly codes: readonly string[];
}

function codeHash(code: string): Buffer {
  return hash('sha256', code, 'buffer');
}

/** Normalises a typed code; `null` if it cannot be a code. */
function readCode(typed: string): string | null {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return /^[0-9A-HJKMNP-TV-Z]{20}$/.test(code) ? code : null;
}

function shown(code: string): string {
  return (code.match(new RegExp(`.{${String(groupLength)}}`, 'g')) ?? []).join('-');
}

function batchNote({ id, name, amount, size, sold }: CodeBatch, action: string) {
  const after = { name, amount: showAmount(amount), count: size, sold };
  return { action, objectKind: 'code-batch', objectId: id, after };
}

/** Creates codes of equal value, each valid once. @throws {ApiError} 400 */
export function createCodeBatch(context: ControlContext, principal: Principal, request: CodeBatchRequest): Promise<NewCodeBatch> {
  return context.changeQueue.run(async () => {
    requireOperator(principal, 'code batch');
    const { ids, clock, stores } = context;
    const amount = readAmount('amount', request.amount, { decimalsMax: 4 });
    if (amount === 0n) throw invalid('amount', 'must not be zero');
    const { expires_at: expires = null } = request;
    const expiresAtMs = expires === null ? null : Date.parse(expires);
    if (expiresAtMs !== null && expiresAtMs <= clock.nowMs()) throw invalid('expires_at', 'must be in the future');
    const codes = Array.from({ length: request.count }, () => ids.typed(codeLength));
    const batch: CodeBatch = {
      id: ids.named('bat'),
      name: request.name.trim(),
      amount,
      size: codes.length,
      sold: request.sold,
      redeemed: 0,
      expiresAtMs,
      withdrawnAtMs: null,
      madeBy: principal.name,
      createdAtMs: clock.nowMs(),
    };
    const kept = codes.map((code) => ({ hash: codeHash(code), last4: code.slice(-4) }));
    await stores.codes.create(batch, kept, auditEntry(context, principal, batchNote(batch, 'code-batch.create')));
    return { batch, codes: codes.map(shown) };
  });
}

/** Newest first. */
export async function listCodeBatches(context: ControlContext, principal: Principal): Promise<Pages<CodeBatch, TimePosition>> {
  requireOperator(principal, 'list of code batches');
  return (page) => context.stores.codes.batches(page);
}

/** Invalidates the codes of a batch; credit already given stays. @throws {ApiError} 404 */
export function withdrawCodeBatch(context: ControlContext, principal: Principal, id: string): Promise<CodeBatch> {
  return context.changeQueue.run(async () => {
    requireOperator(principal, 'code batch');
    const { stores, clock } = context;
    const batch = found(await stores.codes.findBatch(id), 'code batch');
    const note = batchNote(batch, 'code-batch.withdraw');
    if (batch.withdrawnAtMs === null) await stores.codes.withdraw(id, clock.nowMs(), auditEntry(context, principal, note));
    return found(await stores.codes.findBatch(id), 'code batch');
  });
}

export interface Redemption {
  readonly last4: string;
  readonly amount: bigint;
  readonly paid: boolean;
  readonly redeemedAtMs: number;
}

function redemptionOf({ last4, batch, redeemedAtMs }: RedemptionCode): Redemption {
  return { last4, amount: batch.amount, paid: batch.sold, redeemedAtMs: redeemedAtMs ?? 0 };
}

/** Refuses an invalid code, with as much detail as its holder may know. @throws {ApiError} 404, 409 */
function requireGood({ clock }: ControlContext, code: RedemptionCode | null): RedemptionCode {
  if (code === null) throw refusal('no_such_code');
  if (code.redeemedAtMs !== null) throw refusal('code_redeemed');
  const { withdrawnAtMs, expiresAtMs } = code.batch;
  if (withdrawnAtMs !== null) throw refusal('code_withdrawn');
  if (expiresAtMs !== null && expiresAtMs <= clock.nowMs()) throw refusal('code_expired');
  return code;
}

function creditOf(
  context: ControlContext,
  principal: Principal,
  accountId: string,
  { hash: id, batch }: RedemptionCode,
): CreditDraft {
  return {
    id: `led_${hash('sha256', JSON.stringify(['code', id.toString('hex')]), 'base64url').slice(0, 32)}`,
    accountId,
    bucket: batch.sold ? 'paid' : 'adjustment',
    amount: batch.amount,
    reason: ledgerSources.write('redemption_code', { batch: batch.name }),
    actor: principal.name,
    atMs: context.clock.nowMs(),
  };
}

/** Credits an account with the value of a code, once. @throws {ApiError} 404, 409 */
export function redeemCode(
  context: ControlContext,
  principal: Principal,
  { accountId, typed }: { readonly accountId: string; readonly typed: string },
  markOf: (redemption: Redemption) => OnceMark,
): Promise<Redemption> {
  return context.changeQueue.run(async () => {
    const { account } = await findWholeAccount(context, principal, accountId);
    if (account.closesAtMs !== undefined) throw refusal('closing_account_redeems_nothing');
    const { stores, clock } = context;
    const text = readCode(typed);
    const code = requireGood(context, text === null ? null : await stores.codes.find(codeHash(text)));
    const credit = creditOf(context, principal, accountId, code);
    const redemption = redemptionOf({ ...code, redeemedAtMs: clock.nowMs() });
    const note = {
      action: 'code.redeem',
      objectKind: 'account',
      objectId: accountId,
      after: {
        batch: code.batch.id,
        last4: code.last4,
        amount: showAmount(credit.amount),
        bucket: credit.bucket,
        entry: credit.id,
      },
    };
    const given = { code, by: principal.name, credit, mark: markOf(redemption) };
    const written = await stores.codes.redeem(given, auditEntry(context, principal, note));
    if (written === null) throw refusal('code_redeemed');
    await moneyIntoForce(context, accountId, written.planMoved);
    return redemption;
  });
}

/** The codes redeemed by an account, newest first. @throws {ApiError} 404 */
export async function listRedemptions(
  context: ControlContext,
  principal: Principal,
  accountId: string,
): Promise<readonly Redemption[]> {
  await findWholeAccount(context, principal, accountId);
  return (await context.stores.codes.redeemedBy(accountId, redemptionsShown)).map(redemptionOf);
}
