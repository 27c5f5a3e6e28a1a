/** How the names of well-known models begin, and who makes them. */
const makers: readonly (readonly [beginning: RegExp, maker: string])[] = [
  [/^(?:gpt-|chatgpt-|o[1-9](?:-|$)|text-embedding-|dall-e)/, 'openai'],
  [/^claude-/, 'anthropic'],
  [/^(?:gemini-|gemma-|imagen-)/, 'google'],
  [/^deepseek-/, 'deepseek'],
  [/^(?:qwen|qwq|qvq|wan[0-9])/, 'alibaba'],
  [/^(?:glm-|chatglm|cogview)/, 'zhipu'],
  [/^(?:kimi-|moonshot-)/, 'moonshot'],
  [/^(?:minimax-|abab)/, 'minimax'],
  [/^(?:doubao-|seed)/, 'bytedance'],
  [/^ernie-/, 'baidu'],
  [/^(?:hunyuan-|hy[0-9])/, 'tencent'],
  [/^(?:mistral-|mixtral-|codestral-|ministral-|magistral-)/, 'mistral'],
  [/^grok-/, 'xai'],
  [/^llama-/, 'meta'],
  [/^(?:command-|rerank-|embed-)/, 'cohere'],
  [/^sonar/, 'perplexity'],
  [/^step-/, 'stepfun'],
  [/^yi-/, 'lingyi'],
  [/^baichuan/, 'baichuan'],
];

/** Who makes a model nobody has said it of: the organisation its name begins with, else whoever is known to call models so. */
export function makerOf(model: string): string {
  const [organisation = '', rest] = model.split('/');
  if (rest !== undefined) return organisation;
  const name = model.toLowerCase();
  return makers.find(([beginning]) => beginning.test(name))?.[1] ?? 'unknown';
}
