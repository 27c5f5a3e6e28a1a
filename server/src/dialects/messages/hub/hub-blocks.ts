import { jsonList, jsonObject, type Json } from '../../../json/compose.ts';
import { plainText, textJson, type Text } from '../../../json/spanned.ts';
import type { AttemptPlan } from '../../dialect.ts';
import { flatToolsOf, type FlatTools } from '../../shared/hub/flat-tools.ts';
import type {
  CacheMark,
  HubPart,
  HubRequest,
  HubTurn,
  MediaPart,
  ReasoningPart,
  ToolResultPart,
} from '../../shared/hub/hub-request.ts';
import { objectArguments } from '../../shared/hub/object-arguments.ts';
import { longIds, pairedTurns } from '../../shared/hub/paired-turns.ts';
import { unwrapSeal, type SealOrigin } from '../../shared/hub/seal.ts';
import { mayThink, turnsWithoutThinking, type ThinkingTurn } from './thinking-history.ts';
import { redactedMark } from '../with-own-seals.ts';

/** A block, without the brace that ends it, so that a breakpoint can follow. */
export interface Block {
  readonly members: readonly (readonly [name: string, value: Json | null])[];
  readonly cache: CacheMark | null;
  /** Whether a breakpoint may be put on it. */
  readonly takesCache: boolean;
}

export interface Message {
  readonly role: 'user' | 'assistant' | 'system';
  readonly blocks: Block[];
}

export interface Conversation {
  readonly system: readonly Block[];
  readonly messages: readonly Message[];
  /** Whether no turn of the running task lacks its thinking. */
  readonly mayThink: boolean;
}

const acceptedIds = longIds(/^[a-zA-Z0-9_-]{1,64}$/);
const noContent = '(no content)';
/** What a blank text can begin with: a space, an escape, or a character outside ASCII. */
const mayBeBlank: ReadonlySet<number | undefined> = new Set([0x20, 0x5c, 0xc2, 0xe1, 0xe2, 0xe3, 0xef]);

function textBlock(text: Text, cache: CacheMark | null = null): Block {
  const members = [
    ['type', '"text"'],
    ['text', textJson(text)],
  ] as const;
  return { members, cache, takesCache: true };
}

/** Upstreams refuse texts that consist of blanks. */
function isBlank(text: Text): boolean {
  if (typeof text === 'string') return text.trim() === '';
  // Nearly every long text shows with its first byte that it is not blank.
  return mayBeBlank.has(text.bytes[0]) && text.text.trim() === '';
}

function sourceOf({ source }: MediaPart): Json {
  if (source.in === 'base64')
    return jsonObject([
      ['type', '"base64"'],
      ['media_type', JSON.stringify(source.mediaType)],
      ['data', textJson(source.data)],
    ]);
  const isUrl = source.in === 'url';
  return jsonObject([
    ['type', isUrl ? '"url"' : '"file"'],
    [isUrl ? 'url' : 'file_id', isUrl ? textJson(source.url) : JSON.stringify(source.id)],
  ]);
}

function mediaBlocks(part: MediaPart): Block[] {
  if (part.media !== 'image' && part.media !== 'document') return [];
  const title = part.media === 'document' && part.fileName !== null ? JSON.stringify(part.fileName) : null;
  const members = [
    ['type', JSON.stringify(part.media)],
    ['source', sourceOf(part)],
    ['title', title],
  ] as const;
  return [{ members, cache: part.cache ?? null, takesCache: true }];
}

function thinkingBlock(text: Text, signature: string): Block {
  const members = [
    ['type', '"thinking"'],
    ['thinking', textJson(text)],
    ['signature', JSON.stringify(signature)],
  ] as const;
  return { members, cache: null, takesCache: false };
}

export function closed({ members }: Block, mark: Json | null = null): Json {
  return jsonObject(mark === null ? members : [...members, ['cache_control', mark]]);
}

/** Writes the turns of a request as blocks. */
class BlockWriter {
  readonly #tools: FlatTools;
  readonly #origin: SealOrigin;
  readonly #withoutSeals: boolean;
  readonly #takesUnsigned: boolean;

  constructor(request: HubRequest, { provider, upstreamModel, quirks, withoutSeals = false }: AttemptPlan) {
    this.#tools = flatToolsOf(request);
    this.#origin = { dialect: 'messages', provider, upstreamModel };
    this.#withoutSeals = withoutSeals;
    this.#takesUnsigned = quirks.wantsReasoningBack === true;
  }

  all(parts: readonly HubPart[]): Block[] {
    return parts.flatMap((part) => this.blocks(part));
  }

  blocks(part: HubPart): Block[] {
    switch (part.kind) {
      case 'text':
        return isBlank(part.text) ? [] : [textBlock(part.text, part.cache ?? null)];
      case 'refusal':
        return isBlank(part.text) ? [] : [textBlock(part.text)];
      case 'media':
        return mediaBlocks(part);
      case 'reasoning':
        return this.thinking(part);
      case 'toolCall': {
        const members = [
          ['type', '"tool_use"'],
          ['id', JSON.stringify(part.id)],
          ['name', JSON.stringify(this.#tools.flatOf(part))],
          ['input', objectArguments(part.args)],
        ] as const;
        return [{ members, cache: part.cache ?? null, takesCache: true }];
      }
      case 'toolResult':
        return [this.#result(part)];
    }
  }

  /**
   * Only thinking that this model sealed, since it refuses any other. An empty seal says that the model signs none. Where thinking must come
   * back, a client may have lost the seal.
   */
  thinking({ text, seal }: ReasoningPart): Block[] {
    if (seal === null) return this.#takesUnsigned && text !== null ? [thinkingBlock(text, '')] : [];
    const own = this.#withoutSeals ? null : unwrapSeal(this.#origin, plainText(seal));
    if (own === null || (own === '' && text === null)) return [];
    if (!own.startsWith(redactedMark)) return [thinkingBlock(text ?? '', own)];
    const members = [
      ['type', '"redacted_thinking"'],
      ['data', JSON.stringify(own.slice(redactedMark.length))],
    ] as const;
    return [{ members, cache: null, takesCache: false }];
  }

  #result({ id, parts, isError, cache = null }: ToolResultPart): Block {
    const content = parts.flatMap((part): Json[] => {
      if (part.kind !== 'toolReference') return this.blocks(part).map((block) => closed({ ...block, cache: null }));
      const name = this.#tools.flatOf({ name: part.name, namespace: null });
      return [
        jsonObject([
          ['type', '"tool_reference"'],
          ['tool_name', JSON.stringify(name)],
        ]),
      ];
    });
    const members = [
      ['type', '"tool_result"'],
      ['tool_use_id', JSON.stringify(id)],
      ['content', content.length === 0 ? null : jsonList(content)],
      ['is_error', isError ? 'true' : null],
    ] as const;
    return { members, cache, takesCache: true };
  }
}

/** What the system says in the middle of a conversation, which only some models accept in that role. */
function reminder(parts: readonly HubPart[]): Block[] {
  return parts.flatMap((part) =>
    part.kind === 'text' && !isBlank(part.text)
      ? [textBlock(`<system-reminder>\n${plainText(part.text)}\n</system-reminder>`, part.cache ?? null)]
      : [],
  );
}

/** An answer that the model continues must not end with a blank. */
function trimmed(parts: readonly HubPart[]): readonly HubPart[] {
  const end = parts.findLastIndex((part) => part.kind !== 'text' || !isBlank(part.text));
  const last = parts[end];
  if (last?.kind !== 'text') return parts;
  return [...parts.slice(0, end), { ...last, text: plainText(last.text).trimEnd() }];
}

function thinkingTurn({ role, blocks }: Message): ThinkingTurn {
  const kinds = blocks.map(({ members: [[, type] = ['', '']] }): ThinkingTurn['kinds'][number] => {
    if (type === '"thinking"' || type === '"redacted_thinking"') return 'thinking';
    if (type === '"tool_use"') return 'call';
    return type === '"tool_result"' ? 'result' : 'other';
  });
  return { role, kinds };
}

/** Whether a model accepts the role of the system between these turns, if it accepts it within a conversation at all. */
function mayBeSystem(next: HubTurn | undefined, before: Message | undefined, takesSystem: boolean): boolean {
  return takesSystem && before?.role === 'user' && (next === undefined || next.role === 'assistant');
}

interface Alternation {
  readonly writer: BlockWriter;
  /** Whether the model accepts the role of the system. */
  readonly takesSystem: boolean;
}

/** @param mayBeLeftOut an empty answer that the request begins says nothing. */
function join(messages: Message[], { role, blocks }: Message, mayBeLeftOut: boolean): void {
  const last = messages.at(-1);
  if (last?.role === role) last.blocks.push(...blocks);
  else if (blocks.length > 0) messages.push({ role, blocks });
  else if (!mayBeLeftOut) messages.push({ role, blocks: [textBlock(noContent)] });
}

/** Joins what belongs to one turn, and begins with the user. */
function alternating(turns: readonly HubTurn[], { writer, takesSystem }: Alternation): readonly Message[] {
  const messages: Message[] = [];
  for (const [position, { role: of, parts }] of turns.entries()) {
    const isPrefill = of === 'assistant' && position === turns.length - 1;
    const isMoved = of === 'system' && !mayBeSystem(turns[position + 1], messages.at(-1), takesSystem);
    const blocks = isMoved ? reminder(parts) : writer.all(isPrefill ? trimmed(parts) : parts);
    join(messages, { role: isMoved ? 'user' : of, blocks }, isPrefill);
  }
  return messages[0]?.role === 'user' ? messages : [{ role: 'user', blocks: [textBlock(noContent)] }, ...messages];
}

/** The turns of a request as alternating messages. What the system says first is no message in this protocol. */
export function conversationOf(request: HubRequest, plan: AttemptPlan): Conversation {
  const writer = new BlockWriter(request, plan);
  const found = request.turns.findIndex(({ role }) => role !== 'system');
  const first = found === -1 ? request.turns.length : found;
  const leading = request.turns.slice(0, first).flatMap(({ parts }) => parts);
  const system = [...request.system, ...leading].flatMap((part) => (part.kind === 'text' ? writer.blocks(part) : []));
  const messages = alternating(pairedTurns(request.turns.slice(first), acceptedIds), {
    writer,
    takesSystem: plan.supportedParameters.includes('system_messages'),
  });
  return { system, messages, mayThink: plan.quirks.wantsReasoningBack === true || mayThink(messages.map(thinkingTurn)) };
}

/** The conversation with empty thinking where an upstream that requires it finds none. */
export function withThinkingBack(conversation: Conversation, isRequired: boolean): Conversation {
  if (!isRequired) return conversation;
  const { messages, ...others } = conversation;
  const lacking = new Set(turnsWithoutThinking(messages.map(thinkingTurn)));
  const filled = messages.map(({ role, blocks }, at) => ({
    role,
    blocks: lacking.has(at) ? [thinkingBlock('', ''), ...blocks] : blocks,
  }));
  return { ...others, messages: filled };
}
