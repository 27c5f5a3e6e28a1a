import { operatorRoles, type OperatorRole } from '@tollgate/contract/people/rights';
import { refusal } from '@tollgate/contract/refusals/refusal';
import { auditEntry, found, type ControlContext } from '../../control/control-context.ts';
import type { Person, OperatorRecord } from '../../domain/people/person.ts';
import type { Principal } from '../../control/principal.ts';
import { requireOperator } from '../../control/within-scope.ts';
import type { PeopleFinder } from '../../domain/people/people-finder.ts';

/** An operator with personal data; `null` if the person no longer exists. */
export interface KnownOperator {
  readonly record: OperatorRecord;
  readonly person: Person | null;
}

/** A person's operator role; `null` if there is none. */
export async function operatorRoleOf({ stores }: Pick<ControlContext, 'stores'>, userId: string): Promise<OperatorRole | null> {
  const role = (await stores.operators.find(userId))?.role;
  // A later version can store roles that are unknown here; they grant nothing.
  return role !== undefined && operatorRoles.includes(role) ? role : null;
}

export async function listOperators(
  { stores }: ControlContext,
  people: PeopleFinder,
  principal: Principal,
): Promise<readonly KnownOperator[]> {
  requireOperator(principal, 'list of operators');
  const records = await stores.operators.list();
  return await Promise.all(records.map(async (record) => ({ record, person: await people.findPerson({ id: record.userId }) })));
}

interface Appointment {
  readonly email: string;
  readonly role: OperatorRole;
}

/** Makes a signed-up person an operator, or changes their role. */
export async function appointOperator(
  context: ControlContext,
  people: PeopleFinder,
  principal: Principal,
  { email, role }: Appointment,
): Promise<KnownOperator> {
  requireOperator(principal, 'operator');
  const person = found(await people.findPerson({ email }), 'person');
  if (!person.emailVerified) throw refusal('address_of_operator_unverified');
  const before = await context.stores.operators.find(person.id);
  const record = before ?? { userId: person.id, role, createdAtMs: context.clock.nowMs() };
  const note = {
    action: before === null ? 'operator.create' : 'operator.update',
    objectKind: 'operator',
    objectId: person.id,
    before: before === null ? undefined : { role: before.role },
    after: { email: person.email, role },
  };
  const appointed = { ...record, role };
  await context.stores.operators.put(appointed, auditEntry(context, principal, note));
  return { record: appointed, person };
}

/** Removes a person's operator role at once. */
export async function dismissOperator(
  context: ControlContext,
  people: PeopleFinder,
  principal: Principal,
  userId: string,
): Promise<KnownOperator> {
  requireOperator(principal, 'operator');
  const before = found(await context.stores.operators.find(userId), 'operator');
  const note = { action: 'operator.delete', objectKind: 'operator', objectId: userId, before: { role: before.role } };
  await context.stores.operators.remove(userId, auditEntry(context, principal, note));
  return { record: before, person: await people.findPerson({ id: userId }) };
}
