import { routingFields } from '@tollgate/contract/model-api/routing-fields';
import type { SpannedObject } from '../../../json/spanned.ts';
import type { Feature, Note } from './features.ts';

/**
 * What becomes of a field of a request.
 * - `read`: the client half reads it, and notes what it stands for.
 * - `elsewhere`: another part of the gateway reads it.
 * - `meaningless`: it changes nothing at an upstream of another protocol, such as an ID that the client repeats.
 * - a feature: it stands for this feature.
 */
export type FieldMeaning = 'read' | 'elsewhere' | 'meaningless' | Feature;

/** The fields of one object of a request. All others are noted as `other_fields`, so no field is lost without a name. */
export type RequestFields = Readonly<Record<string, FieldMeaning>>;

function allAs(meaning: FieldMeaning, names: readonly string[]): RequestFields {
  return Object.fromEntries(names.map((name) => [name, meaning]));
}

/** A table of fields, most of which are read. */
export function requestFields(read: readonly string[], others: RequestFields = {}): RequestFields {
  // Without a prototype, so every name is an ordinary field.
  return Object.assign(Object.create(null) as object, allAs('read', read), others);
}

/** Fields at the top of every request that only routing would use. */
export const routed: RequestFields = allAs('elsewhere', routingFields);

/** Names that may be part of a header. */
const shown = /^[\w.-]{1,64}$/;

/** Notes the fields of an object that its table does not call read. Nothing if there is no object. */
export function noteFields(object: SpannedObject | null, fields: RequestFields, param: string, note: Note): void {
  if (object === null) return;
  // Every object of a request comes here.
  for (const name in object) {
    const meaning = fields[name] ?? 'other_fields';
    if (meaning === 'read' || meaning === 'elsewhere' || meaning === 'meaningless') continue;
    if (object[name] === null || object[name] === undefined) continue;
    const place = shown.test(name) ? name : '*';
    note(meaning, param === '' ? place : `${param}.${place}`);
  }
}
