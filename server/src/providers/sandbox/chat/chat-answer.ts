import { SandboxRefusal } from '../sandbox-knobs.ts';
import type { ChatRequest } from './chat-request.ts';
import { exampleOf } from './schema-example.ts';
import { cutToTokens, quartersOf, tokensOf } from '../token-weight.ts';

export interface ChatAnswer {
  /** The thoughts before the answer; empty if there are none. */
  readonly reasoning: string;
  readonly text: string;
  readonly toolCalls: readonly { readonly name: string; readonly arguments: string }[];
  readonly finishReason: 'stop' | 'length' | 'tool_calls';
  /** For all choices together, with those of the thoughts. */
  readonly outputTokens: number;
  readonly reasoningTokens: number;
}

/** The longest part of a question that is repeated. */
const echoCharactersMax = 2_000;
/** Limit for all choices of an answer, so that one request cannot use up the process's memory or minutes of its time. */
const answerTokensMax = 262_144;
/** The same in bytes as sent: text full of control characters is six times as long. */
const answerBytesMax = 2 * 1024 * 1024;
const filler = 'All work and no play makes a sandbox a dull model. ';
const fillerZh = '沙箱里的每一粒沙子都在认真地假装自己是一个词语。';

/** The answer to a request. Equal requests get equal answers, in Chinese if most of the question is. */
export function composeAnswer(request: ChatRequest): ChatAnswer {
  const reasoning = thoughts(request);
  const reasoningTokens = outputTokens(request, reasoning);
  if (request.tools.length > 0) return { reasoning, reasoningTokens, ...callTools(request, reasoning) };
  const wanted = lengthened(request, words(request));
  const text = request.outputTokensMax === null ? wanted : cutToTokens(wanted, request.outputTokensMax);
  const finishReason = text.length < wanted.length ? 'length' : 'stop';
  return { reasoning, reasoningTokens, text, toolCalls: [], finishReason, outputTokens: outputTokens(request, reasoning, text) };
}

function thoughts(request: ChatRequest): string {
  if (!request.thinks) return '';
  const length = String(request.question.length);
  if (isMostlyChinese(request.question)) return `用户的消息有 ${length} 个字符。我来回答。`;
  return `The message has ${length} characters. I am going to answer it.`;
}

function callTools(
  request: ChatRequest,
  reasoning: string,
): Pick<ChatAnswer, 'text' | 'toolCalls' | 'finishReason' | 'outputTokens'> {
  const toolCalls = request.tools.map(({ name, parameters, field, arguments: json }) => ({
    name,
    arguments: json ?? JSON.stringify(exampleOf(parameters, field)),
  }));
  const texts = toolCalls.flatMap((call) => [call.name, call.arguments]);
  return { text: '', toolCalls, finishReason: 'tool_calls', outputTokens: outputTokens(request, reasoning, ...texts) };
}

/**
 * For all choices together.
 * @throws {SandboxRefusal} if that is more than the sandbox writes.
 */
function outputTokens({ choices }: ChatRequest, ...texts: readonly string[]): number {
  const tokens = choices * tokensOf(texts.reduce((sum, text) => sum + quartersOf(text), 0));
  const bytes = choices * texts.reduce((sum, text) => sum + Buffer.byteLength(JSON.stringify(text)), 0);
  if (tokens > answerTokensMax || bytes > answerBytesMax)
    throw new SandboxRefusal('n', 'asks for more text than the sandbox writes');
  return tokens;
}

function words(request: ChatRequest): string {
  if (request.jsonAnswer !== null) return jsonAnswer(request, request.jsonAnswer.schema);
  const zh = isMostlyChinese(request.question);
  const said = request.question.slice(0, echoCharactersMax).toWellFormed();
  const seen = request.images === 0 ? '' : describeImages(request.images, zh);
  if (request.toolResult !== null) {
    const result = request.toolResult.slice(0, echoCharactersMax).toWellFormed();
    return zh ? `这是沙箱模型。工具的回答是：${result}` : `This is the sandbox model. The tool answered: ${result}`;
  }
  return zh ? `这是沙箱模型。${seen}你说：${said}` : `This is the sandbox model; ${seen}you said: ${said}`;
}

function describeImages(images: number, zh: boolean): string {
  if (zh) return `我看到 ${String(images)} 张图片。`;
  return `I see ${String(images)} image${images === 1 ? '' : 's'}; `;
}

function jsonAnswer(request: ChatRequest, schema: unknown): string {
  const value =
    schema === null
      ? { sandbox: true, you_said: request.question.slice(0, echoCharactersMax).toWellFormed() }
      : exampleOf(schema, 'response_format.json_schema.schema');
  return JSON.stringify(value);
}

/** Extends the answer to exactly the length in `sandbox_output_tokens`. */
function lengthened(request: ChatRequest, text: string): string {
  const tokens = request.knobs.outputTokens;
  if (tokens === null) return text;
  const unit = isMostlyChinese(request.question) ? fillerZh : filler;
  const missing = tokens * 4 - quartersOf(text);
  const filled = missing <= 0 ? text : `${text} ${unit.repeat(Math.ceil(missing / quartersOf(unit)))}`;
  return cutToTokens(filled, tokens);
}

function isMostlyChinese(text: string): boolean {
  const sample = text.slice(0, echoCharactersMax);
  // Three quarters per wide character, one per other character. An average of 1.6 means that 30 % are wide, as in Chinese prose with Latin
  // names.
  return sample.length > 0 && quartersOf(sample) >= sample.length * 1.6;
}
