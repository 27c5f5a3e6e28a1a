/** What a call asks for. */
export interface Operation {
  /** As in the API reference. */
  readonly route: string;
  readonly zh: string;
  readonly en: string;
  /** Shown beside the model, because most calls of such models ask for something else. */
  readonly isMarked?: true;
}

/** Every operation of the model API, by its name in the call log. */
export const operations: Readonly<Record<string, Operation>> = {
  'chat.completions': { route: 'POST /v1/chat/completions', zh: 'Chat completions', en: 'Chat completions' },
  messages: { route: 'POST /v1/messages', zh: 'Messages', en: 'Messages', isMarked: true },
  'messages.count_tokens': {
    route: 'POST /v1/messages/count_tokens',
    zh: '计算输入 token（Messages）',
    en: 'Token count (Messages)',
  },
  responses: { route: 'POST /v1/responses', zh: 'Responses', en: 'Responses', isMarked: true },
  'responses.compact': {
    route: 'POST /v1/responses/compact',
    zh: '压缩对话（Responses）',
    en: 'Compaction (Responses)',
    isMarked: true,
  },
  'responses.input_tokens': {
    route: 'POST /v1/responses/input_tokens',
    zh: '计算输入 token（Responses）',
    en: 'Token count (Responses)',
  },
  completions: { route: 'POST /v1/completions', zh: '文本补全', en: 'Text completion', isMarked: true },
  embeddings: { route: 'POST /v1/embeddings', zh: '向量', en: 'Embeddings' },
  rerank: { route: 'POST /v1/rerank', zh: '重排', en: 'Rerank' },
  'images.generations': { route: 'POST /v1/images/generations', zh: '生成图片', en: 'Image generation' },
  'images.edits': { route: 'POST /v1/images/edits', zh: '编辑图片', en: 'Image edit', isMarked: true },
  'music.generations': { route: 'POST /v1/music/generations', zh: '生成音乐', en: 'Music generation' },
  'music.generations.list': { route: 'GET /v1/music/generations', zh: '音乐任务列表', en: 'List of music tasks' },
  'music.generations.get': { route: 'GET /v1/music/generations/*', zh: '查询音乐任务', en: 'State of a music task' },
  'music.generations.content': { route: 'GET /v1/music/generations/*/content', zh: '下载歌曲', en: 'Download of a song' },
  'music.generations.cancel': { route: 'POST /v1/music/generations/*/cancel', zh: '取消音乐任务', en: 'Cancel a music task' },
  'music.generations.delete': { route: 'DELETE /v1/music/generations/*', zh: '删除音乐任务', en: 'Delete a music task' },
  'models.list': { route: 'GET /v1/models', zh: '模型列表', en: 'List of models' },
  'models.show': { route: 'GET /v1/models/*', zh: '查询模型', en: 'Details of a model' },
  'key.show': { route: 'GET /v1/key', zh: '查询密钥', en: 'State of the key' },
  'billing.subscription': { route: 'GET /v1/dashboard/billing/subscription', zh: '查询额度', en: 'Limit of the key' },
  'billing.usage': { route: 'GET /v1/dashboard/billing/usage', zh: '查询用量', en: 'Usage of the key' },
};

/** The operation in words; its name if it has none here. */
export function operationText(endpoint: string, language: 'zh' | 'en'): string {
  return operations[endpoint]?.[language] ?? endpoint;
}
