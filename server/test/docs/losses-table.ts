import { chatDialects, features, type ChatDialect, type Fate, type Feature } from '../../src/dialects/shared/hub/features.ts';

type Language = 'en' | 'zh';

const fates: Readonly<Record<Fate, Readonly<Record<Language, string>>>> = {
  kept: { en: 'kept', zh: '保留' },
  mapped: { en: 'translated', zh: '转换' },
  by_model: { en: 'by model', zh: '视模型而定' },
  if_listed: { en: 'if the model or provider takes it', zh: '模型或上游接受时' },
  dropped: { en: 'left out', zh: '省略' },
  silent: { en: 'left out silently', zh: '静默省略' },
  refused: { en: 'refused', zh: '拒绝' },
};

const zh: Readonly<Record<Feature, string>> = {
  images: '图片',
  documents: 'PDF 等文档',
  audio: '音频输入',
  video: '视频输入',
  file_ids: '存放在某个服务商的文件',
  custom_tools: '自由文本或带语法的自定义工具',
  tool_namespaces: '工具的命名空间',
  deferred_tools: '由搜索发现的工具',
  server_tools: '由服务商执行的工具，如联网搜索',
  billed_tools: '由服务商执行并另行计费的工具，如图像生成',
  only_foreign_items: '只含此类条目的请求',
  compaction_requests: '压缩对话的请求',
  only_server_tools: '只含服务商执行的工具的请求',
  strict_tools: '调用须严格符合参数结构的工具（`strict`）',
  forced_tools: '必须调用的工具',
  system_turns: '对话中的系统消息',
  allowed_tools: '只允许部分工具',
  json_object: '不带结构的 JSON 输出',
  json_schema: '按结构输出 JSON',
  reasoning_history: '前几轮的思考内容（没有同一模型的签名）',
  cache_marks: '提示缓存的断点',
  citations: '文档引用',
  many_choices: '多个回答（`n`）',
  logprobs: '对数概率',
  logit_bias: 'logit bias',
  seed: '`seed`',
  penalties: '存在惩罚与频率惩罚',
  top_k: '`top_k`',
  temperature: '`temperature`',
  top_p: '`top_p`',
  stop: '停止序列',
  small_output_limit: '小于 16 token 的输出上限',
  prefill: '请求中已开头的回答（prefill）',
  verbosity: '`verbosity`',
  output_audio: '语音回答（`modalities`）',
  prediction: '预测输出',
  metadata: '请求的元数据',
  container: '某个服务商的容器与技能',
  context_management: '由服务商编辑上下文',
  thinking_display: '思考的显示方式（`thinking.display`）',
  truncation: '由服务商截断输入',
  client_metadata: '客户端自身的数据',
  misplaced_files: '系统消息与回答中的文件',
  participant_names: '参与者的名字',
  stored_answers: '由服务商保存回答',
  output_format: '其他协议没有的输出形式',
  prompt_cache_life: '提示缓存的保留时间',
  other_fields: '其他协议没有的字段',
  other_content: '其他协议没有的内容',
  foreign_items: '只有该协议才有的条目，如服务商的搜索记录',
  prompt_cache_key: '提示缓存的键',
  reasoning_effort: '思考强度',
  user: '最终用户的标识',
};

/** What upstreams of each protocol receive from clients of another one. */
export function lossesTable(language: Language): string {
  const dialects = Object.keys(chatDialects) as readonly ChatDialect[];
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rows = Object.entries(features).map(([name, { about, fate }]) =>
    line([language === 'en' ? about : zh[name as Feature], ...dialects.map((dialect) => fates[fate[dialect]][language])]),
  );
  const head = [language === 'en' ? 'Feature' : '内容', ...Object.values(chatDialects)];
  return [line(head), line(head.map(() => '---')), ...rows].join('\n');
}
