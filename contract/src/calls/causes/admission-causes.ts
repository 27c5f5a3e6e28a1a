import { sentencesOf, type SentencePairs } from './sentence-pairs.ts';

/** What is wrong with the key of a call. */
const keys: SentencePairs = {
  no_key: ['no key', '没有发送密钥', 'No key was sent'],
  not_bearer: ['not Bearer', 'Authorization 头不是 Bearer 格式', 'The Authorization header does not begin with "Bearer "'],
  nothing_after_bearer: ['nothing after Bearer', 'Bearer 后面没有密钥', 'No key follows "Bearer"'],
  two_spaces: ['two spaces', 'Bearer 与密钥之间不止一个空格', 'More than one space follows "Bearer"'],
  space_in_key: ['space in the key', '密钥中有空格', 'The key contains a space'],
  line_break: ['line break', '密钥中有换行', 'The key contains a line break'],
  foreign_character: ['foreign character', '密钥中有无效字符', 'The key contains an invalid character'],
  no_prefix: ['missing sk-', '密钥缺少 sk- 前缀', 'The key lacks its prefix "sk-"'],
  truncated: ['truncated', '密钥不完整', 'The key is too short'],
  too_long: ['too long', '密钥过长', 'The key is too long'],
  bad_checksum: ['bad checksum', '密钥抄写有误，校验位不符', 'The check characters of the key do not match'],
  two_keys_in_address: ['two keys in the address', '地址中有两个密钥', 'The address contains two keys'],
  two_headers: ['two {header} headers', '{header} 头出现了两次', 'The header {header} was sent twice'],
  unknown_key: ['unknown key', '没有这个密钥', 'The key does not exist'],
  lent_key_over: ['lent key over', '页面的临时密钥已过期', 'The temporary key of the page has expired'],
  not_looked_up: [
    'not looked up',
    '短时间内密钥尝试过多，没有核对',
    'The key was not checked, because too many were tried in a second',
  ],
  wrong_base: ['wrong base address', '接入地址不对', 'The base URL is wrong'],
  key_reset: ['reset', '密钥已重置', 'The key was reset'],
  key_deleted: ['deleted', '密钥已删除', 'The key was deleted'],
  key_disabled: ['disabled', '密钥已停用', 'The key is disabled'],
  key_expired: ['expired', '密钥已过期', 'The key has expired'],
  account_closed_then: ['account closed', '账号已注销或正在注销', 'The account is closed or being closed'],
  account_frozen_then: ['account frozen', '账号已冻结', 'The account is frozen'],
  sub_account_deleted: ['sub-account deleted', '密钥的子账号已删除', 'The sub-account of the key was deleted'],
  source_not_allowed: [
    'source address {address} is not in the IP allow-list of the key',
    '来源地址 {address} 不在密钥的 IP 白名单内',
    'The source address {address} is not in the IP allow-list of the key',
  ],
};

const models: SentencePairs = {
  model_not_listed: [
    'the model {model} is not in the allow-list of the key or of its sub-account',
    '模型 {model} 不在密钥或其子账号的模型清单内',
    'The model {model} is not in the allow-list of the key or of its sub-account',
  ],
  no_such_model: ['the model {model} does not exist', '没有模型 {model}', 'The model {model} does not exist'],
  model_not_shown: ['The model {model} does not exist or is not available to this key.', '没有模型 {model}，或该密钥不能使用它'],
  model_without_record: [
    'the model has no record and so no price',
    '模型没有配置，因此没有价格',
    'The model is not set up and has no price',
  ],
  model_without_price: ['the model has no price in force', '模型没有生效的价格', 'The model has no price in force'],
  model_retired_on: [
    'The model {model} was retired on {date}. List the models with GET /v1/models.',
    '模型 {model} 已于 {date} 下线，可用 GET /v1/models 查看其他模型',
  ],
  model_retired_for: [
    'The model {model} was retired on {date}. Comparable models: {models}.',
    '模型 {model} 已于 {date} 下线，同类模型：{models}',
  ],
};

const caps: SentencePairs = {
  key_daily: ['daily spending cap of this key', '该密钥的日上限'],
  key_monthly: ['monthly spending cap of this key', '该密钥的月上限'],
  sub_account_daily: ['daily spending cap of the sub-account of this key', '所属子账号的日上限'],
  sub_account_monthly: ['monthly spending cap of the sub-account of this key', '所属子账号的月上限'],
  account: ['funds of this account', '账号的余额'],
};

/** The codes of a list, each with an ending. */
function renamed(pairs: SentencePairs, ending: string): SentencePairs {
  return Object.fromEntries(Object.entries(pairs).map(([code, pair]) => [`${code}_${ending}`, pair]));
}

const limits: SentencePairs = {
  key_daily_reached: [
    'The daily spending cap of this key ({cap} CNY) is reached. Raise the cap, or wait: it resets at {at}.',
    '该密钥的日上限（¥{cap}）已用完，{at} 重置',
  ],
  key_monthly_reached: [
    'The monthly spending cap of this key ({cap} CNY) is reached. Raise the cap, or wait: it resets at {at}.',
    '该密钥的月上限（¥{cap}）已用完，{at} 重置',
  ],
  sub_account_daily_reached: [
    'The daily spending cap of the sub-account "{name}" of this key ({cap} CNY) is reached. Raise the cap, or wait: it resets at {at}.',
    '子账号“{name}”的日上限（¥{cap}）已用完，{at} 重置',
  ],
  sub_account_monthly_reached: [
    'The monthly spending cap of the sub-account "{name}" of this key ({cap} CNY) is reached. Raise the cap, or wait: it resets at {at}.',
    '子账号“{name}”的月上限（¥{cap}）已用完，{at} 重置',
  ],
  account_abandoned: [
    'Too many responses of this account were abandoned: the client closed the connection early. Requests are refused until {until}. Read responses to their end, or ask the operator for an exemption.',
    '该账号中途断开的回答过多，{until} 之前拒绝请求；请完整读取回答，或请运营方豁免',
  ],
  key_abandoned: [
    'Too many responses of the key {key} were abandoned: the client closed the connection early. It may send 10 requests per minute, one at a time. Read responses to their end.',
    '密钥 {key} 中途断开的回答过多，每分钟限 10 次请求且只能逐个发送；请完整读取回答',
  ],
  key_concurrency: [
    'Too many requests at the same time for this key. Wait until running requests complete.',
    '该密钥同时进行的请求过多，请等进行中的请求结束',
  ],
  account_concurrency: [
    'Too many requests at the same time for this account (limit {limit}). Wait until running requests complete.',
    '账号同时进行的请求达到上限 {limit}，请等进行中的请求结束',
  ],
  key_tokens: ['Too many tokens: this key has reached its limit of tokens per minute.', '该密钥达到每分钟 token 数上限'],
  account_tokens: ['Too many tokens: this account has reached its limit of tokens per minute.', '账号达到每分钟 token 数上限'],
  key_rate: ['Too many requests: this key may send {limit} requests per minute.', '该密钥达到频率上限：每分钟 {limit} 次请求'],
  account_rate: [
    'Too many requests: this account may send {limit} requests per minute.',
    '账号达到频率上限：每分钟 {limit} 次请求',
  ],
  local_rate: ['Too many requests: at most {limit} of this kind per minute.', '这类请求每分钟最多 {limit} 次'],
  costly_at_once: [
    'The running requests of this account could cost too much. Wait until some complete; accounts with higher charges can run more at the same time.',
    '账号进行中的请求预计费用过高，请等待部分请求结束；消费更高的账号可以同时进行更多请求',
  ],
  too_many_refused: [
    'Too many requests of this account were refused within a minute. Correct them as described in the errors.',
    '账号一分钟内被拒绝的请求过多，请按错误信息修改',
  ],
  under_maintenance: [
    'The service is under maintenance until {until}. {announcement} The request was not charged.',
    '服务维护中，预计 {until} 结束：{announcement}',
  ],
  no_room_for_song: [
    'There is no room for another song: those of this account, or of all accounts, take all that they may. They are kept for 7 days; repeat later. An account that has topped up may keep more.',
    '存放歌曲的空间已满；歌曲保留 7 天，请稍后重试。充值过的账号可存放更多',
  ],
};

/** Why a call was refused before it was sent to an upstream. */
export const admissionCauses = sentencesOf({ ...keys, ...models, ...limits });
export const reservedCauses = {
  ...sentencesOf(renamed(caps, 'reserved'), [
    'The rest of the {what} is reserved for requests that are still running. Retry in a moment.',
    '{what}的剩余部分已预留给进行中的请求，请稍后重试',
  ]),
  ...sentencesOf(renamed(caps, 'not_enough'), [
    'The rest of the {what} does not cover the maximum cost of this request, which strict keys reserve. Lower max_tokens or raise the limit.',
    '{what}的剩余部分不足以预留这次请求的最高费用（严格模式）；请调低 max_tokens 或提高上限',
  ]),
};
