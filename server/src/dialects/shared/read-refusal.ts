import type { UpstreamRefusal } from '../upstream-refusal.ts';
import { cleanMessage } from './clean-message.ts';
import { fieldsOf, type Fields } from './fields-of.ts';

const parsedBytesMax = 64 * 1024;

/** Statuses by which an upstream may mean the request itself; all others are about the upstream or our account there. */
const clientStatuses: ReadonlySet<number> = new Set([400, 413, 415, 422]);
/** Statuses that are about our key or our money there, whatever the words. */
const credentialStatuses: ReadonlySet<number> = new Set([401, 402]);

/**
 * Codes, without their punctuation and case, by which a 403 means our key or our account. Only codes: an upstream may quote the
 * prompt in its words, and whoever writes "invalid API key" into a prompt must not put a route out of everybody's use.
 */
const credentialCodes: ReadonlySet<string> = new Set([
  ...['invalidapikey', 'incorrectapikey', 'apikeyinvalid', 'apikeyexpired', 'apikeydisabled', 'invalidkey', 'invalidtoken'],
  ...['expiredtoken', 'tokenexpired', 'invalidauthentication', 'invalidauthenticationerror', 'authenticationerror'],
  ...['authenticationfailed', 'unauthorized', 'invalidclienttokenid', 'unrecognizedclientexception', 'signaturedoesnotmatch'],
  ...['insufficientquota', 'insufficientuserquota', 'preconsumetokenquotafailed', 'insufficientbalance', 'insufficientcredits'],
  ...['arrearage', 'accountoverdueerror', 'billingnotactive', 'billinghardlimitreached', 'accountdeactivated'],
  ...['accountsuspended', 'accountdisabled', 'accessterminated', 'accessdeniedunpurchased', 'unsupportedcountryregionterritory'],
]);

const contextTooLong =
  /context[ _-]?(?:length|window|size)|maximum context|max[ _]?context|prompt (?:is|was) too long|too many (?:input )?tokens|(?<!max_|completion_)(?:input|prompt|token)s?[^.]{0,40}(?:exceed|too long|longer than)|exceed[^.]{0,40}(?:context|max(?:imum)?[ _](?:input|prompt|sequence)|token limit)|string_above_max_length|reduce the length|上下文|输入.{0,12}(?:过长|超[过出长])/i;
const contentRefused =
  /content[ _-]?(?:policy|filter|management|moderation|risk)|policy[ _-]?violation|data_?inspection|inappropriate content|unsafe content|sensitive[ _](?:content|data|information|words?)|contains? sensitive|moderation|violates? (?:\w+ ){0,3}(?:guidelines|polic(?:y|ies))|违规|敏感|不安全内容/i;
/** Our money and rate there; asked first, because such words often speak of tokens that are exceeded. */
const ourLimits = /quota|rate[ _-]?limit|per minute|balance|billing|arrear|overdue|余额|欠费/i;
/** Trouble that another route may not have: our key, our money, the model as that upstream names it. */
const upstreamTrouble =
  /api[ _-]?key|unauthori[sz]ed|authenticat|credential|access[ _-]?token|insufficient|credit|payment|too many requests|overload|temporar|try again|permission|access denied|not (?:activated|open|enabled)|suspended|deactivated|account|model[^.]{0,80}(?:not (?:exist|found|support|available)|does not exist|unsupported|unknown|invalid|deprecated|offline|no access)|(?:no such|unknown|invalid|unsupported) model|model_not_found|模型.{0,20}(?:不存在|未开通|下线)|密钥|鉴权/i;

/**
 * Words by which a status that usually tells of the upstream tells of the one request: more output than our account there can
 * pay for at once (can1357/oh-my-pi#9569), what nobody behind it takes (JohnnyZ93/oai-compatible-copilot#229), more tokens than
 * fit into a minute.
 */
const tooMuchHere: ReadonlyMap<number, RegExp> = new Map([
  [402, /fewer max_tokens|can only afford/i],
  [404, /no endpoints? found that support/i],
  [429, /request too large/i],
]);

function parse(bytes: Buffer): Fields {
  try {
    const parsed: unknown = JSON.parse(bytes.toString('utf8', 0, parsedBytesMax));
    return fieldsOf(Array.isArray(parsed) ? parsed[0] : parsed);
  } catch {
    return {};
  }
}

/** The places where upstreams put their words, in the order of how much they can be trusted to be words. */
function findMessage(body: Fields): string {
  const candidates: readonly unknown[] = [
    fieldsOf(body.error).message,
    body.message,
    body.msg,
    body.err,
    body.error_msg,
    fieldsOf(body.header).message,
    fieldsOf(fieldsOf(body.response).error).message,
    body.error,
    body.detail,
    fieldsOf(Array.isArray(body.detail) ? body.detail[0] : undefined).msg,
    fieldsOf(body.base_resp).status_msg,
  ];
  const found = candidates.find((candidate) => typeof candidate === 'string' && candidate !== '');
  return typeof found === 'string' ? found : '';
}

function codesOf(body: Fields): readonly string[] {
  const error = fieldsOf(body.error);
  const codes = [error.code, error.type, body.code, body.type, fieldsOf(body.innererror).code, fieldsOf(error.innererror).code];
  return codes.filter((code) => typeof code === 'string');
}

/** Some name in a 403 what was flagged in the input. */
function flagsInput(body: Fields): boolean {
  const { flagged_input: flagged, reasons } = fieldsOf(fieldsOf(body.error).metadata);
  return typeof flagged === 'string' || (Array.isArray(reasons) && reasons.length > 0);
}

function findParam(body: Fields): string | null {
  const param = fieldsOf(body.error).param ?? body.param;
  return typeof param === 'string' && /^[A-Za-z_][\w.[\]-]{0,99}$/.test(param) ? param : null;
}

function clientCode(status: number, words: string): UpstreamRefusal['code'] | null {
  if (ourLimits.test(words)) return null;
  if (contextTooLong.test(words)) return 'context_length_exceeded';
  if (contentRefused.test(words)) return 'content_policy_violation';
  if (upstreamTrouble.test(words)) return null;
  return status === 413 ? 'body_too_large' : 'invalid_parameter';
}

function isOfCredentials(body: Fields): boolean {
  return codesOf(body).some((code) =>
    credentialCodes.has(
      code
        .slice(0, 100)
        .toLowerCase()
        .replace(/[^a-z]/g, ''),
    ),
  );
}

const unavailable: UpstreamRefusal = { blame: 'upstream', code: 'upstream_unavailable', message: null, param: null };
const refusedCredentials: UpstreamRefusal = { ...unavailable, blame: 'credentials' };
const refusedRequest: UpstreamRefusal = { ...unavailable, blame: 'request' };

function wordsOf(body: Fields): string {
  return `${findMessage(body).slice(0, 2000)} ${codesOf(body).join(' ').slice(0, 300)}`;
}

/** A 403 may mean our key, what the client wrote, or something that it does not say. */
function readForbidden(body: Fields): UpstreamRefusal {
  if (isOfCredentials(body)) return refusedCredentials;
  if (!flagsInput(body) && clientCode(403, wordsOf(body)) !== 'content_policy_violation') return unavailable;
  return { blame: 'client', code: 'content_policy_violation', message: cleanMessage(findMessage(body)), param: null };
}

/**
 * Reads the refusal of an upstream. The client is to blame only for 400, 413, 415 and 422, and only if the words are not
 * about our key, our money or the model's name there, and for a 403 that speaks of the content; an HTML page comes from
 * something in front of the upstream.
 */
export function readRefusal(status: number, bytes: Buffer): UpstreamRefusal {
  if (tooMuchHere.get(status)?.test(wordsOf(parse(bytes))) === true) return refusedRequest;
  if (credentialStatuses.has(status)) return refusedCredentials;
  if (status !== 403 && !clientStatuses.has(status)) return unavailable;
  if (bytes.subarray(0, 64).toString('latin1').trimStart().startsWith('<')) return unavailable;
  const body = parse(bytes);
  if (status === 403) return readForbidden(body);
  const code = clientCode(status, wordsOf(body));
  if (code === null) return unavailable;
  return { blame: 'client', code, message: cleanMessage(findMessage(body)), param: findParam(body) };
}
