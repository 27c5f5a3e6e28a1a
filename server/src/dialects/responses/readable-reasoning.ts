import { jsonBytes } from '../../json/compose.ts';
import { fieldsIn, itemsIn, plainText, readSpanned, textIn, valueJson, type SpannedValue } from '../../json/spanned.ts';
import type { ScannedBody } from '../../json/scanned-body.ts';
import type { AttemptPlan } from '../dialect.ts';
import { fieldsOf } from '../shared/fields-of.ts';
import { isWrapped, unwrapSeal, type SealOrigin } from '../shared/hub/seal.ts';

/** The beginning of a seal that the gateway wrapped. */
const sealStart = Buffer.from('"tg1.');
const opaqueNames: ReadonlySet<string> = new Set(['tools', 'content', 'output', 'summary', 'text']);

/**
 * Whether an item is reasoning that only its ID describes. Upstreams look it up among what they stored, and refuse the request if they find
 * nothing.
 */
function isStoredReasoning({ type, encrypted_content: seal, content }: Readonly<Record<string, unknown>>): boolean {
  const isSealed = seal !== undefined && seal !== null && seal !== '';
  return type === 'reasoning' && !isSealed && !(Array.isArray(content) && content.length > 0);
}

/**
 * @param origin `null`: the model accepts no seal.
 * @returns nothing if another model sealed the item, or nothing is in it.
 */
function withOwnSeal(item: SpannedValue, origin: SealOrigin | null): SpannedValue[] {
  const fields = fieldsIn(item);
  if (fields?.type !== 'reasoning') return [item];
  if (origin === null || isStoredReasoning(fields)) return [];
  const seal = plainText(textIn(fields.encrypted_content) ?? '');
  if (!isWrapped(seal)) return [item];
  const own = unwrapSeal(origin, seal);
  return own === null || own === '' ? [] : [{ ...fields, encrypted_content: own }];
}

/** The request with the seals of this model as it made them, and without reasoning that another model sealed or that is stored nowhere. */
function withOwnSeals(bytes: Buffer, { provider, upstreamModel, withoutSeals = false }: AttemptPlan): Buffer {
  const origin = withoutSeals ? null : { dialect: 'responses', provider, upstreamModel };
  const body = readSpanned(bytes, (name) => opaqueNames.has(name));
  const input = itemsIn(body.input).flatMap((item) => withOwnSeal(item, origin));
  return jsonBytes(valueJson({ ...body, input }));
}

function hasStoredReasoning({ value: { input } }: ScannedBody): boolean {
  return Array.isArray(input) && input.some((item) => isStoredReasoning(fieldsOf(item)));
}

/**
 * The request without reasoning that this model cannot read. Only requests with such reasoning are written again.
 * @param bytes of the request for the upstream.
 * @param body as the client sent it.
 */
export function withReadableReasoning(bytes: Buffer, body: ScannedBody, plan: AttemptPlan): Buffer {
  const isUnread = plan.withoutSeals === true || bytes.includes(sealStart) || hasStoredReasoning(body);
  return isUnread ? withOwnSeals(bytes, plan) : bytes;
}
