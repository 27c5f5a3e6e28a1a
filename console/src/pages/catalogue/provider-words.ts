import type { ProbeCause } from '@tollgate/contract/catalogue/probed-kinds';
import type { QuirkName } from '@tollgate/contract/catalogue/quirks';
import type { ModelKind, Region } from '@tollgate/contract/enumerations';
import { defineTexts } from '../../i18n/texts.ts';
import type { ProviderState } from './provider-figures.ts';

interface Switch {
  readonly name: string;
  readonly note: string;
}

interface ProviderWords {
  readonly states: Readonly<Record<ProviderState, string>>;
  readonly regions: Readonly<Record<Region, string>>;
  readonly kinds: Readonly<Record<ModelKind, string>>;
  /** What has to be changed, as one sentence. */
  readonly causes: Readonly<Record<ProbeCause, string>>;
  readonly quirks: Readonly<Record<QuirkName, Switch>>;
  readonly none: string;
}

const zh = {
  states: {
    off: '未启用',
    maintenance: '维护中',
    empty: '没有线路',
    shut: '停用',
    partly: '部分停用',
    trial: '恢复中',
    go: '正常',
  },
  regions: { domestic: '境内', overseas: '境外' },
  kinds: { chat: '对话', embedding: '向量', rerank: '重排', image: '图像', music: '音乐' },
  causes: {
    no_connection: '无法连接这个地址。请检查域名、端口和网络。',
    no_answer: '这个地址没有在限定时间内响应。请检查地址，或确认上游正常后重试。',
    path: '这个地址上没有模型接口。请检查路径，多数上游以 /v1 结尾。',
    key: '上游拒绝了这个密钥，或其账号余额不足。请从上游重新复制密钥。',
    model: '上游不提供这个模型。请填写上游的模型名。',
    protocol: '上游响应了，但不是所选的协议。请换一种协议，或使用兼容该协议的地址。',
    request: '上游拒绝了测试请求。原文见下，可在“差异”中打开对应的开关。',
    rate: '上游正在限流，密钥和地址有效。请等待一分钟后重试。',
    upstream: '上游自身出错。请查看原文，或确认上游的状态。',
  },
  quirks: {
    ends_without_done: { name: '流式结束没有 [DONE]', note: '收到结束原因且连接正常关闭，即视为完整。' },
    omits_finish_reason: { name: '不返回结束原因', note: '只按传输是否完整判断回答是否完整。' },
    unknown_finish_breaks: { name: '未知结束原因视为中断', note: '打开后，这类回答不收费，并改用其他线路。' },
    reasoning_outside_completion: { name: '推理 token 不含在输出内', note: '计费时把推理 token 加到输出上。' },
    reasoning_in_total_only: { name: '推理 token 只计入总数', note: '总数超出各部分之和的部分按输出计费。' },
    cached_outside_prompt: { name: '缓存 token 不含在输入内', note: '计费时把缓存读写的 token 加到输入上。' },
    floats_only: { name: '向量只返回数字', note: '不发送 encoding_format，由网关转换为 base64。' },
    token_ids: { name: '接受 token ID 作为输入', note: '不打开时，这类请求由其他上游处理。' },
    one_image_form: { name: '图片只有一种返回形式', note: '不发送 response_format，由网关转换。' },
    json_image_edits: { name: '编辑图片使用 JSON', note: '待编辑的图片以 data: 地址放在 image 中发送。' },
    refuses_stream_options: { name: '不接受 stream_options', note: '不发送该参数；上游不返回的用量按估算计费。' },
    wants_reasoning_back: {
      name: '要求回传思考内容',
      note: '工具调用之后的每轮助手消息都须带思考内容，签名可为空；思考内容丢失时，网关补空值。',
    },
    refuses_cache_marks: {
      name: '不接受缓存断点',
      note: '客户端未设 cache_control 时，网关也不补。',
    },
    refuses_reasoning_extras: {
      name: '不接受思考摘要与密文',
      note: '其他协议的请求转为 Responses 时，不再要求返回思考摘要和 encrypted_content。',
    },
    takes_optional_fields: {
      name: '接受可选参数',
      note: '接受或忽略 reasoning_effort、prompt_cache_key、verbosity、user。不打开时，其他协议的这些参数只发给列出它们的模型。',
    },
    system_anywhere: {
      name: '对话中可有系统消息',
      note: '不打开时，对于其他协议的客户端，对话中的系统消息改为用户消息发送。',
    },
    short_call_ids: { name: '调用 ID 限 9 位', note: '只接受 9 位字母和数字；其他协议的客户端发来的 ID 由网关替换。' },
    max_tokens_only: { name: '只接受 max_tokens', note: '把 max_completion_tokens 改名后发送。' },
  },
  none: '–',
} satisfies ProviderWords;

const en = {
  states: {
    off: 'Off',
    maintenance: 'Maintenance',
    empty: 'No routes',
    shut: 'Disabled',
    partly: 'Partly disabled',
    trial: 'Recovering',
    go: 'Healthy',
  },
  regions: { domestic: 'domestic', overseas: 'overseas' },
  kinds: { chat: 'Chat', embedding: 'Embedding', rerank: 'Rerank', image: 'Image', music: 'Music' },
  causes: {
    no_connection: 'Cannot connect to this address. Check the host, the port and the network.',
    no_answer: 'This address did not respond in time. Check it, or check that the upstream works.',
    path: 'There is no model API at this address. Check the path; most upstreams end in /v1.',
    key: 'The upstream rejects this key, or its account has no balance. Copy the key again from the upstream.',
    model: 'The upstream does not serve this model. Enter a model name of the upstream.',
    protocol: 'The upstream responds, but not in this protocol. Choose another one, or an address that is compatible.',
    request: 'The upstream refuses the test request. See its message below; a switch under Differences may help.',
    rate: 'The upstream limits requests; key and address are valid. Wait a minute and test again.',
    upstream: 'The upstream itself failed. See its message, or check its status.',
  },
  quirks: {
    ends_without_done: {
      name: 'Streams end without [DONE]',
      note: 'A response is complete after a finish reason and a clean close.',
    },
    omits_finish_reason: { name: 'No finish reason', note: 'A response is complete if its transfer is complete.' },
    unknown_finish_breaks: {
      name: 'Unknown finish reasons are failures',
      note: 'Such responses are free, and other routes are tried.',
    },
    reasoning_outside_completion: {
      name: 'Reasoning is not part of the output count',
      note: 'Reasoning tokens are added to the output for charging.',
    },
    reasoning_in_total_only: {
      name: 'Reasoning is only in the total',
      note: 'What the total has beyond its parts is charged as output.',
    },
    cached_outside_prompt: {
      name: 'Cached tokens are not part of the input count',
      note: 'Tokens read from or written to a cache are added to the input for charging.',
    },
    floats_only: { name: 'Embeddings come as numbers only', note: 'The gateway omits encoding_format and converts to base64.' },
    token_ids: { name: 'Accepts token ids as input', note: 'Without it, such requests go to other upstreams.' },
    one_image_form: {
      name: 'Images come in one form only',
      note: 'The gateway omits response_format and converts the images.',
    },
    json_image_edits: { name: 'Image edits use JSON', note: 'Images to edit are sent as data: URLs in image.' },
    refuses_stream_options: {
      name: 'Rejects stream_options',
      note: 'The gateway omits it and estimates usage that is not reported.',
    },
    wants_reasoning_back: {
      name: 'Requires reasoning back',
      note: 'After a tool call every assistant message needs thinking, signed or not; the gateway adds empty thinking where it was lost.',
    },
    refuses_cache_marks: {
      name: 'Refuses cache breakpoints',
      note: 'The gateway adds no cache_control that clients did not send.',
    },
    refuses_reasoning_extras: {
      name: 'Refuses reasoning extras',
      note: 'Requests translated to Responses ask for no summary and no encrypted content of reasoning.',
    },
    takes_optional_fields: {
      name: 'Accepts optional parameters',
      note: 'Accepts or ignores reasoning_effort, prompt_cache_key, verbosity and user. While off, clients of other protocols reach it with them only for models that list them.',
    },
    system_anywhere: {
      name: 'Accepts system messages anywhere',
      note: 'While off, system messages within conversations of other protocols become texts of the user.',
    },
    short_call_ids: {
      name: 'Call IDs of nine characters',
      note: 'Accepts letters and digits only. The gateway replaces other IDs from clients of other protocols.',
    },
    max_tokens_only: { name: 'Accepts max_tokens only', note: 'The gateway renames max_completion_tokens.' },
  },
  none: '–',
} satisfies ProviderWords;

/** The states, causes and differences of providers. */
export const providerWords = defineTexts({ zh, en });

const dialectNames: Readonly<Record<string, string>> = {
  'chat-completions': 'Chat Completions (OpenAI)',
  completions: 'Completions (OpenAI)',
  messages: 'Messages (Anthropic)',
  responses: 'Responses (OpenAI)',
  'responses-compact': 'Responses, compaction (OpenAI)',
  gemini: 'Gemini (Google)',
};

/** A protocol as its makers call it; others keep the name of the settings. */
export function dialectName(dialect: string): string {
  return dialectNames[dialect] ?? dialect;
}
