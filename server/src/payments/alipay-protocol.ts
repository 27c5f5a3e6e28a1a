import { createSign, createVerify, type KeyObject } from 'node:crypto';
import { PaymentServiceError } from '../domain/payments/payment-method.ts';
import { boundedText } from './bounded-answer.ts';

/** The time zone of times in the service's messages. */
const zoneMs = 8 * 3_600_000;

export interface AlipayMerchant {
  readonly appId: string;
  readonly privateKey: KeyObject;
  /** The service's public key. */
  readonly publicKey: KeyObject;
  /** Without a trailing slash. */
  readonly url: string;
}

type Fields = Readonly<Record<string, string>>;
export type AlipayAnswer = Readonly<Record<string, unknown>>;

interface Wish {
  readonly method: string;
  readonly content: Fields;
  readonly notifyUrl?: string;
  readonly returnUrl?: string;
}

/** `2026-11-22 18:00:00`, in the service's time zone. */
export function alipayTime(ms: number): string {
  return new Date(ms + zoneMs).toISOString().slice(0, 19).replace('T', ' ');
}

/** The signed text: fields sorted by name, and only non-empty ones unless all are included. */
function signedText(fields: Fields, without: readonly string[], withEmpty = false): string {
  return Object.entries(fields)
    .filter(([name, value]) => (withEmpty || value !== '') && !without.includes(name))
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

function isSignedBy(publicKey: KeyObject, text: string, signature: string): boolean {
  return createVerify('RSA-SHA256').update(text, 'utf8').verify(publicKey, signature, 'base64');
}

/**
 * Whether the service has signed a report. Only SHA-256 is accepted, because a message names its own algorithm. The documentation excludes
 * empty fields from the signature; the service's own libraries include them.
 */
export function isAlipayReport({ publicKey }: Pick<AlipayMerchant, 'publicKey'>, fields: Fields): boolean {
  const { sign = '', sign_type: type } = fields;
  if (type !== 'RSA2') return false;
  const texts = new Set([false, true].map((withEmpty) => signedText(fields, ['sign', 'sign_type'], withEmpty)));
  return [...texts].some((text) => isSignedBy(publicKey, text, sign));
}

function requestFields({ appId, privateKey }: AlipayMerchant, nowMs: number, wish: Wish): URLSearchParams {
  const { method, content, notifyUrl = '', returnUrl = '' } = wish;
  const fields = {
    app_id: appId,
    method,
    format: 'JSON',
    charset: 'utf-8',
    sign_type: 'RSA2',
    version: '1.0',
    timestamp: alipayTime(nowMs),
    notify_url: notifyUrl,
    return_url: returnUrl,
    biz_content: JSON.stringify(content),
  };
  const sign = createSign('RSA-SHA256')
    .update(signedText(fields, ['sign']), 'utf8')
    .sign(privateKey, 'base64');
  return new URLSearchParams(Object.entries({ ...fields, sign }).filter(([, value]) => value !== ''));
}

/** The URL of a page of the service, signed by us. */
export function alipayPage(merchant: AlipayMerchant, nowMs: number, wish: Wish): string {
  return `${merchant.url}/gateway.do?${requestFields(merchant, nowMs, wish).toString()}`;
}

/** The exact text of an object that begins at `from`, because the signature covers these bytes. */
function objectAt(text: string, from: number): string | null {
  let depth = 0;
  let isInString = false;
  for (let at = from; at < text.length; at += 1) {
    const char = text[at];
    if (isInString) {
      if (char === '\\') at += 1;
      else if (char === '"') isInString = false;
    } else if (char === '"') isInString = true;
    else if (char === '{') depth += 1;
    else if (char === '}') {
      depth -= 1;
      if (depth === 0) return text.slice(from, at + 1);
    }
  }
  return null;
}

/**
 * Calls the gateway. Responses are trusted only with the service's signature over their text. Source of the format: opendocs.alipay.com,
 * "signing and verifying yourself".
 * @throws {PaymentServiceError}
 */
export async function callAlipay(merchant: AlipayMerchant, nowMs: number, wish: Wish): Promise<AlipayAnswer> {
  const body = requestFields(merchant, nowMs, wish);
  const text = await boundedText('Alipay', `${merchant.url}/gateway.do?charset=utf-8`, { method: 'POST', body });
  const head = `"${wish.method.replaceAll('.', '_')}_response":`;
  const at = text.indexOf(head);
  const content = at === -1 ? null : objectAt(text, at + head.length);
  if (content === null) throw new PaymentServiceError('Alipay: an answer is not of the form that is known');
  const { sign } = JSON.parse(text) as { readonly sign?: unknown };
  const answer = JSON.parse(content) as AlipayAnswer;
  if (typeof sign === 'string' && isSignedBy(merchant.publicKey, content, sign)) return answer;
  // The service does not sign its response to an unknown caller.
  const reason = [answer.code, answer.sub_code].filter((part) => typeof part === 'string').join(' ');
  throw new PaymentServiceError(`Alipay: an answer is not signed by the service${reason === '' ? '' : ` (it says ${reason})`}`);
}
