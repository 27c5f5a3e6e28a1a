import { paymentMethodNames, type PaymentMethodName } from '@tollgate/contract/payments/payments';
import type { PaymentMethod } from '../../domain/payments/payment-method.ts';
import { PaymentSettingsError, type MethodField } from '../../domain/payments/payment-services.ts';
import { auditEntry, found, invalid, type ControlContext } from '../../control/control-context.ts';
import type { MethodRecord } from './payment-ports.ts';
import type { Principal } from '../../control/principal.ts';
import { findWholeAccount, requireOperator } from '../../control/within-scope.ts';

/** A configured payment method, even if it is disabled, because payments can still arrive. @throws {ApiError} 404 */
export async function openedMethod({ stores, payments, site }: ControlContext, name: PaymentMethodName): Promise<PaymentMethod> {
  const record = found(payments.services.fields.has(name) ? await stores.paymentMethods.find(name) : null, 'payment method');
  if ((record.settings.subject ?? '') !== '') return payments.services.open(name, record);
  // Default subject shown to payers.
  const { service_name: subject } = await site.lastKnown();
  return payments.services.open(name, { ...record, settings: { ...record.settings, subject } });
}

/** A payment method and its settings. */
export interface MethodSetUp {
  readonly name: PaymentMethodName;
  readonly fields: readonly MethodField[];
  readonly record: MethodRecord | null;
}

/** All payment methods that this installation supports. */
export async function listPaymentMethods(context: ControlContext, principal: Principal): Promise<readonly MethodSetUp[]> {
  requireOperator(principal, 'list of payment methods');
  const records = await context.stores.paymentMethods.list();
  return paymentMethodNames.flatMap((name) => {
    const fields = context.payments.services.fields.get(name);
    return fields === undefined ? [] : [{ name, fields, record: records.find((record) => record.name === name) ?? null }];
  });
}

/** The payment methods available to an account now. @throws {ApiError} 404 */
export async function offeredMethods(
  context: ControlContext,
  principal: Principal,
  accountId: string,
): Promise<readonly MethodRecord[]> {
  await findWholeAccount(context, principal, accountId);
  const records = await context.stores.paymentMethods.list();
  return records.filter(({ name, enabled }) => enabled && context.payments.services.fields.has(name));
}

export interface MethodChange {
  readonly enabled: boolean;
  /** All settings; if omitted, they stay unchanged. */
  readonly settings?: Readonly<Record<string, string>> | undefined;
  /** Changed secrets; an empty one is deleted. */
  readonly secrets?: Readonly<Record<string, string>> | undefined;
}

function checkNames(fields: readonly MethodField[], given: Readonly<Record<string, string>>, isSecret: boolean): void {
  const param = isSecret ? 'secrets' : 'settings';
  const known = fields.filter((field) => field.isSecret === isSecret).map(({ name }) => name);
  for (const name of Object.keys(given))
    if (!known.includes(name)) throw invalid(`${param}.${name}`, `is unknown; supported: ${known.join(', ') || 'none'}`);
}

function merged(before: Readonly<Record<string, string>>, change: Readonly<Record<string, string>>): Record<string, string> {
  const all = Object.entries({ ...before, ...change }).map(([name, value]) => [name, value.trim()] as const);
  return Object.fromEntries(all.filter(([, value]) => value !== ''));
}

function changedRecord(
  name: PaymentMethodName,
  before: MethodRecord | null,
  change: MethodChange,
): Omit<MethodRecord, 'changedAtMs'> {
  const { settings = {}, secrets = {}, revision = 0 }: Partial<MethodRecord> = before ?? {};
  return {
    name,
    enabled: change.enabled,
    revision: revision + 1,
    settings: change.settings === undefined ? settings : merged({}, change.settings),
    secrets: merged(secrets, change.secrets ?? {}),
  };
}

/** Configures a payment method, and enables or disables it. @throws {ApiError} 400, 404 */
export function putPaymentMethod(
  context: ControlContext,
  principal: Principal,
  name: PaymentMethodName,
  change: MethodChange,
): Promise<MethodSetUp> {
  return context.changeQueue.run(async () => {
    requireOperator(principal, 'payment method');
    const { services } = context.payments;
    const fields = found(services.fields.get(name), 'payment method');
    const before = await context.stores.paymentMethods.find(name);
    checkNames(fields, change.settings ?? {}, false);
    checkNames(fields, change.secrets ?? {}, true);
    const record = { ...changedRecord(name, before, change), changedAtMs: context.clock.nowMs() };
    if (record.enabled) await requireUsable(context, fields, record);
    const note = {
      action: 'payment-method.put',
      objectKind: 'payment-method',
      objectId: name,
      before: before === null ? undefined : { enabled: before.enabled, settings: before.settings },
      after: { enabled: record.enabled, settings: record.settings, secrets_changed: Object.keys(change.secrets ?? {}) },
    };
    await context.stores.paymentMethods.put(record, auditEntry(context, principal, note));
    return { name, fields, record };
  });
}

async function requireUsable({ payments }: ControlContext, fields: readonly MethodField[], record: MethodRecord): Promise<void> {
  const place = ({ name, isSecret }: MethodField): string => `${isSecret ? 'secrets' : 'settings'}.${name}`;
  const missing = fields.find(
    ({ name, isSecret, isRequired }) => isRequired && (isSecret ? record.secrets : record.settings)[name] === undefined,
  );
  if (missing !== undefined) throw invalid(place(missing), 'is needed before the method can be switched on');
  try {
    await payments.services.open(record.name, record);
  } catch (error) {
    if (!(error instanceof PaymentSettingsError)) throw error;
    const field = fields.find(({ name }) => name === error.field);
    throw invalid(field === undefined ? error.field : place(field), error.message);
  }
}
