import { isRecord, readKnobs, SandboxRefusal, type SandboxKnobs } from '../sandbox-knobs.ts';
import type { SandboxStep } from '../sandbox-exchange.ts';
import type { SandboxBody } from '../sandbox-operation.ts';
import { quartersOf, tokensOf } from '../token-weight.ts';
import { readDirectives, type Directives } from './directives.ts';

export interface ChatTool {
  readonly name: string;
  /** Where the client put `parameters`. */
  readonly field: string;
  readonly parameters: unknown;
}

/** A tool to call now. */
export interface ChosenTool extends ChatTool {
  /** The JSON of the arguments, if the question contains it; `null` for an example of the schema. */
  readonly arguments: string | null;
}

/** The fields of a chat request that the sandbox uses. */
export interface ChatRequest {
  readonly model: string;
  readonly stream: boolean;
  readonly includeUsage: boolean;
  readonly choices: number;
  readonly outputTokensMax: number | null;
  /** Text of the last user message. */
  readonly question: string;
  /** Text of the last tool message, if no answer followed it. */
  readonly toolResult: string | null;
  readonly images: number;
  readonly inputTokens: number;
  /** The tools to call now; empty to answer with text. */
  readonly tools: readonly ChosenTool[];
  /** Whether to think before the answer. */
  readonly thinks: boolean;
  /** `schema` is `null` for any object. */
  readonly jsonAnswer: { readonly schema: unknown } | null;
  readonly knobs: SandboxKnobs;
}

/** What one message and one image count in addition to their text. */
const quartersPerMessage = 16;
const quartersPerImage = 85 * 4;

/** How much text is searched for words that request a tool. */
const searchedCharactersMax = 65_536;
const countedCharactersPerTurn = 262_144;

/**
 * Reads a chat-completions body, in several turns if it is large.
 * @throws {SandboxRefusal} that names the field.
 */
export function* readChatRequest(body: SandboxBody): Generator<SandboxStep, ChatRequest> {
  const { messages } = body;
  if (!Array.isArray(messages) || messages.length === 0)
    throw new SandboxRefusal('messages', 'must be a list with at least one message');
  const texts = messages.map(readMessage);
  const question =
    lastOf(
      'user',
      texts.filter(({ text }) => !text.startsWith('<system-reminder>')),
    ) ?? '';
  // Agents add messages after a question or the result of a tool.
  const latest = texts.slice(texts.findLastIndex((message) => message.role === 'assistant') + 1);
  const toolResult = lastOf('tool', latest);
  const directives = readDirectives(searchedText(latest));
  const images = texts.reduce((sum, message) => sum + message.images, 0);
  const quarters = (yield* countText(texts)) + images * quartersPerImage + texts.length * quartersPerMessage;
  return {
    model: typeof body.model === 'string' ? body.model : '',
    stream: body.stream === true,
    includeUsage: isRecord(body.stream_options) && body.stream_options.include_usage === true,
    choices: positive(body, 'n', 128) ?? 1,
    outputTokensMax: positive(body, 'max_completion_tokens') ?? positive(body, 'max_tokens'),
    question,
    toolResult,
    images,
    inputTokens: tokensOf(quarters),
    tools: toolResult === null ? chooseTools(body, question, directives) : [],
    thinks: directives.thinks || wantsThoughts(body),
    jsonAnswer: readFormat(body.response_format),
    knobs: readKnobs(isRecord(body.metadata) ? { ...directives.knobs, ...body.metadata } : directives.knobs),
  };
}

interface Said {
  readonly role: unknown;
  readonly text: string;
}

function lastOf(role: string, messages: readonly Said[]): string | null {
  return messages.findLast((message) => message.role === role)?.text ?? null;
}

function wantsThoughts({ reasoning_effort: effort }: SandboxBody): boolean {
  return typeof effort === 'string' && effort !== 'none';
}

/** The beginning of what users wrote last. */
function searchedText(messages: readonly Said[]): string {
  const texts = messages.filter(({ role }) => role === 'user').map(({ text }) => text);
  return texts.join('\n').slice(0, searchedCharactersMax);
}

/** The quarter tokens of texts, counted in several turns if they are long. */
export function* countText(messages: readonly { readonly text: string }[]): Generator<SandboxStep, number> {
  let quarters = 0;
  let counted = 0;
  for (const { text } of messages) {
    for (let at = 0; at < text.length; at += countedCharactersPerTurn) {
      const part = text.slice(at, at + countedCharactersPerTurn);
      quarters += quartersOf(part);
      counted += part.length;
      if (counted < countedCharactersPerTurn) continue;
      yield { kind: 'turn' };
      counted = 0;
    }
  }
  return quarters;
}

function positive(body: SandboxBody, name: string, max = 2 ** 31): number | null {
  const value = body[name];
  if (value === undefined || value === null) return null;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= max) return value;
  throw new SandboxRefusal(name, `must be a whole number from 1 to ${String(max)}`);
}

function readMessage(message: unknown): { role: unknown; text: string; images: number } {
  if (!isRecord(message)) return { role: null, text: '', images: 0 };
  const { role, content } = message;
  if (typeof content === 'string') return { role, text: content, images: 0 };
  const parts = Array.isArray(content) ? content.filter(isRecord) : [];
  const text = parts.map((part) => (part.type === 'text' && typeof part.text === 'string' ? part.text : '')).join('');
  return { role, text, images: parts.filter((part) => part.type === 'image_url').length };
}

/** Tools are called if the question names them in directives, the client requires it, or the question mentions a tool. */
function chooseTools(body: SandboxBody, question: string, { calls }: Directives): readonly ChosenTool[] {
  const tools = (Array.isArray(body.tools) ? body.tools : []).map(readTool).filter((tool) => tool !== null);
  const choice = body.tool_choice;
  if (choice === 'none') return [];
  const directed = calls.flatMap(({ name, arguments: json }) => {
    const tool = tools.find((each) => each.name === name);
    return tool === undefined ? [] : [{ ...tool, arguments: json }];
  });
  if (directed.length > 0) return directed;
  const chosen = chooseTool(tools, choice, question);
  return chosen === undefined ? [] : [{ ...chosen, arguments: null }];
}

function chooseTool(tools: readonly ChatTool[], choice: unknown, question: string): ChatTool | undefined {
  if (isRecord(choice)) {
    const wanted = isRecord(choice.function) ? choice.function.name : null;
    return tools.find((tool) => tool.name === wanted) ?? tools[0];
  }
  return choice === 'required' || /\btools?\b|工具/i.test(question.slice(0, searchedCharactersMax)) ? tools[0] : undefined;
}

function readTool(tool: unknown, position: number): ChatTool | null {
  if (!isRecord(tool) || !isRecord(tool.function)) return null;
  const { name, parameters } = tool.function;
  return { name: typeof name === 'string' ? name : '', parameters, field: `tools[${String(position)}].function.parameters` };
}

function readFormat(format: unknown): ChatRequest['jsonAnswer'] {
  if (!isRecord(format)) return null;
  if (format.type === 'json_object') return { schema: null };
  if (format.type !== 'json_schema') return null;
  return { schema: isRecord(format.json_schema) ? (format.json_schema.schema ?? null) : null };
}
