import { createSign, createVerify, type KeyObject } from 'node:crypto';
import { PaymentServiceError } from '../domain/payments/payment-method.ts';
import { boundedAnswer, type BoundedAnswer } from './bounded-answer.ts';
import { openSealed, type WechatKeys } from './wechat-keys.ts';

/** Maximum clock difference of a trusted message. */
const toleranceMs = 300_000;
/** Minimum interval between requests for certificates, regardless of how many messages name an unknown key. */
const certificatesEveryMs = 60_000;

export type Json = Readonly<Record<string, unknown>>;

/** A value as a JSON object; anything else becomes an empty one. */
export function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

function parsed(text: string): Json {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return {};
  }
}

export interface WechatMerchant {
  readonly mchid: string;
  /** Serial number of the merchant's certificate. */
  readonly serial: string;
  readonly privateKey: KeyObject;
  /** The API v3 key. */
  readonly apiKey: string;
  readonly keys: WechatKeys;
  /** Without a trailing slash. */
  readonly url: string;
  readonly nowMs: () => number;
  readonly nonce: () => string;
}

/** What a message says about its signature. */
export interface WechatProof {
  readonly serial: string;
  readonly timestamp: string;
  readonly nonce: string;
  readonly signature: string;
}

/** @param header returns a header by its name, `''` if it is absent. */
export function proofOf(header: (name: string) => string): WechatProof {
  const of = (name: string): string => header(`wechatpay-${name}`);
  return { serial: of('serial'), timestamp: of('timestamp'), nonce: of('nonce'), signature: of('signature') };
}

/** `old`: the message is from another time. `key`: it names an unknown key. */
type Standing = 'right' | 'wrong' | 'old' | 'key';

/** Whether the service recently signed a message. */
export function standingOf({ keys }: Pick<WechatMerchant, 'keys'>, proof: WechatProof, text: string, nowMs: number): Standing {
  const { serial, timestamp, nonce, signature } = proof;
  if (!(Math.abs(nowMs - Number(timestamp) * 1000) <= toleranceMs)) return 'old';
  const key = keys.find(serial, nowMs);
  if (key === null) return 'key';
  const isRight = createVerify('RSA-SHA256').update(`${timestamp}\n${nonce}\n${text}\n`, 'utf8').verify(key, signature, 'base64');
  return isRight ? 'right' : 'wrong';
}

/** A response of the service; a success is verified. */
export interface WechatAnswer {
  readonly status: number;
  readonly content: Json;
  /** The code of the service's refusal; `''` if there is none, or its format is unknown. */
  readonly code: string;
}

function faultOf(what: string): PaymentServiceError {
  return new PaymentServiceError(`WeChat Pay: ${what}`);
}

/** A refusal, or the response of a proxy in its place, as a fault for operators. */
export function refusalFault({ status, code }: WechatAnswer): PaymentServiceError {
  return faultOf(`answered ${String(status)}${code === '' ? '' : ` ${code}`}`);
}

/** A client for version 3 of the protocol. Source: pay.weixin.qq.com/doc/v3, "signing" and "verifying". */
export function wechatClient(merchant: WechatMerchant) {
  const { mchid, serial, privateKey, apiKey, keys, url, nowMs } = merchant;
  let askedAtMs = -Infinity;

  function authorization(method: string, path: string, body: string): string {
    const timestamp = String(Math.floor(nowMs() / 1000));
    const nonce = merchant.nonce();
    const signature = createSign('RSA-SHA256')
      .update(`${method}\n${path}\n${timestamp}\n${nonce}\n${body}\n`, 'utf8')
      .sign(privateKey, 'base64');
    const fields = { mchid, nonce_str: nonce, signature, timestamp, serial_no: serial };
    const listed = Object.entries(fields).map(([name, value]) => `${name}="${value}"`);
    return `WECHATPAY2-SHA256-RSA2048 ${listed.join(',')}`;
  }

  function request(method: 'GET' | 'POST', path: string, content?: Json): Promise<BoundedAnswer> {
    const body = content === undefined ? '' : JSON.stringify(content);
    const wanted = keys.preferred(nowMs());
    const headers = {
      accept: 'application/json',
      'user-agent': 'tollgate',
      authorization: authorization(method, path, body),
      ...(body === '' ? {} : { 'content-type': 'application/json' }),
      // The key with which the response should be signed.
      ...(wanted === null ? {} : { 'wechatpay-serial': wanted }),
    };
    return boundedAnswer('WeChat Pay', `${url}${path}`, { method, headers, ...(body === '' ? {} : { body }) });
  }

  const proved = ({ headers, text }: BoundedAnswer): Standing =>
    standingOf(
      merchant,
      proofOf((name) => headers.get(name) ?? ''),
      text,
      nowMs(),
    );

  /** Certificates arrive encrypted with the API v3 key, which only the service and the merchant have. One of them signs the response. */
  async function fetchCertificates(): Promise<void> {
    askedAtMs = nowMs();
    const answer = await request('GET', '/v3/certificates');
    const { data, code } = parsed(answer.text);
    if (answer.status !== 200 || !Array.isArray(data))
      throw faultOf(`gave no platform certificates: ${String(answer.status)} ${typeof code === 'string' ? code : ''}`.trim());
    for (const one of data.map(objectOf)) {
      const { ciphertext, nonce, associated_data: associatedData = '' } = objectOf(one.encrypt_certificate);
      const sealed = { ciphertext: String(ciphertext), nonce: String(nonce), associatedData: String(associatedData) };
      try {
        keys.addCertificate(String(one.serial_no), openSealed(apiKey, sealed));
      } catch (error) {
        throw faultOf(`a platform certificate cannot be opened with this API v3 key: ${(error as Error).message}`);
      }
    }
    if (proved(answer) !== 'right') throw faultOf('its platform certificates are not signed by the service');
  }

  /** Fetches the key with a serial number from the service. Returns `false` if it is not available now. */
  async function learnKey(wanted: string | null): Promise<boolean> {
    const isKnown = (): boolean => (wanted === null ? keys.preferred(nowMs()) : keys.find(wanted, nowMs())) !== null;
    if (isKnown()) return true;
    if (nowMs() - askedAtMs < certificatesEveryMs) return false;
    await fetchCertificates();
    return isKnown();
  }

  /**
   * Sends a request to the service. A success is trusted only with its signature.
   * @throws {PaymentServiceError}
   */
  async function ask(method: 'GET' | 'POST', path: string, body?: Json): Promise<WechatAnswer> {
    // Without a public key, nothing can be trusted before the certificates are loaded.
    await learnKey(null);
    const answer = await request(method, path, body);
    const content = parsed(answer.text);
    const code = typeof content.code === 'string' ? content.code : '';
    const told: WechatAnswer = { status: answer.status, content, code };
    if (answer.status >= 300) return told;
    const { serial: signer } = proofOf((name) => answer.headers.get(name) ?? '');
    if (signer === '') throw faultOf('an answer is not signed');
    if (!(await learnKey(signer))) throw faultOf(`an answer is signed with the key ${signer}, which is not set up here`);
    if (proved(answer) !== 'right') throw faultOf('the signature of an answer is not right');
    return told;
  }

  return { ask, learnKey };
}

export type WechatClient = ReturnType<typeof wechatClient>;
