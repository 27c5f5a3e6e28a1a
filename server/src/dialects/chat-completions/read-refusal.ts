import type { UpstreamRefusal } from '../dialect.ts';
import { cleanMessage } from './clean-message.ts';

const parsedBytesMax = 64 * 1024;

/** Statuses by which an upstream may mean the request itself; all others are about the upstream or our account there. */
const clientStatuses: ReadonlySet<number> = new Set([400, 413, 415, 422]);

const contextTooLong =
  /context[ _-]?(?:length|window|size)|maximum context|max[ _]?context|prompt (?:is|was) too long|too many (?:input )?tokens|(?<!max_|completion_)(?:input|prompt|token)s?[^.]{0,40}(?:exceed|too long|longer than)|exceed[^.]{0,40}(?:context|max(?:imum)?[ _](?:input|prompt|sequence)|token limit)|string_above_max_length|reduce the length|上下文|输入.{0,12}(?:过长|超[过出长])/i;
const contentRefused =
  /content[ _-]?(?:policy|filter|management|moderation|risk)|policy[ _-]?violation|data_?inspection|inappropriate content|unsafe content|sensitive[ _](?:content|data|information|words?)|contains? sensitive|moderation|违规|敏感|不安全内容/i;
/** Our money and rate there; asked first, because such words often speak of tokens that are exceeded. */
const ourLimits = /quota|rate[ _-]?limit|per minute|balance|billing|arrear|overdue|余额|欠费/i;
/** Trouble that another route may not have: our key, our money, the model as that upstream names it. */
const upstreamTrouble =
  /api[ _-]?key|unauthori[sz]ed|authenticat|credential|access[ _-]?token|insufficient|credit|payment|too many requests|overload|temporar|try again|permission|access denied|not (?:activated|open|enabled)|suspended|deactivated|account|model[^.]{0,80}(?:not (?:exist|found|support|available)|does not exist|unsupported|unknown|invalid|deprecated|offline|no access)|(?:no such|unknown|invalid|unsupported) model|model_not_found|模型.{0,20}(?:不存在|未开通|下线)|密钥|鉴权/i;

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

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

function findCodes(body: Fields): string {
  const error = fieldsOf(body.error);
  const codes = [error.code, error.type, body.code, body.type, fieldsOf(body.innererror).code, fieldsOf(error.innererror).code];
  return codes.filter((code) => typeof code === 'string').join(' ');
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

const unavailable: UpstreamRefusal = { blame: 'upstream', code: 'upstream_unavailable', message: null, param: null };

/**
 * Reads the refusal of an upstream. The client is to blame only for 400, 413, 415 and 422, and only if the words are not
 * about our key, our money or the model's name there; an HTML page comes from something in front of the upstream.
 */
export function readRefusal(status: number, bytes: Buffer): UpstreamRefusal {
  if (!clientStatuses.has(status)) return unavailable;
  if (bytes.subarray(0, 64).toString('latin1').trimStart().startsWith('<')) return unavailable;
  const body = parse(bytes);
  const message = findMessage(body);
  const code = clientCode(status, `${message.slice(0, 2000)} ${findCodes(body).slice(0, 300)}`);
  if (code === null) return unavailable;
  return { blame: 'client', code, message: cleanMessage(message), param: findParam(body) };
}
