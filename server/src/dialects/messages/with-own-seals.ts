import { jsonBytes } from '../../json/compose.ts';
import {
  fieldsIn,
  itemsIn,
  plainText,
  readSpanned,
  textIn,
  valueJson,
  type SpannedObject,
  type SpannedValue,
} from '../../json/spanned.ts';
import type { AttemptPlan } from '../dialect.ts';
import { isWrapped, unwrapSeal, type SealOrigin } from '../shared/hub/seal.ts';
import { mayThink, turnsWithoutThinking, type ThinkingTurn } from './hub/thinking-history.ts';

const opaqueNames: ReadonlySet<string> = new Set(['input', 'input_schema', 'schema', 'tools', 'system']);

/** The member that contains the seal of a block. */
const sealMembers: Readonly<Record<string, string>> = { thinking: 'signature', redacted_thinking: 'data' };

/** Marks the data of a redacted block, which has no text, in a seal. */
export const redactedMark = 'redacted.';

/**
 * @param origin `null`: the model accepts no seal.
 * @returns `null` if another model sealed the block.
 */
function withOwnSeal(item: SpannedValue, origin: SealOrigin | null): SpannedValue | null {
  const block = fieldsIn(item);
  const member = typeof block?.type === 'string' ? sealMembers[block.type] : undefined;
  if (block === null || member === undefined) return item;
  if (origin === null) return null;
  const text = textIn(block[member]);
  const seal = text === null ? '' : plainText(text);
  if (!isWrapped(seal)) return item;
  const own = unwrapSeal(origin, seal);
  if (own === null) return null;
  return { ...block, [member]: own.startsWith(redactedMark) ? own.slice(redactedMark.length) : own };
}

function kindOf(item: SpannedValue): ThinkingTurn['kinds'][number] {
  switch (fieldsIn(item)?.type) {
    case 'thinking':
    case 'redacted_thinking':
      return 'thinking';
    case 'tool_use':
      return 'call';
    case 'tool_result':
      return 'result';
    default:
      return 'other';
  }
}

function turnOf({ role, content }: SpannedObject): ThinkingTurn {
  return { role: typeof role === 'string' ? role : '', kinds: itemsIn(content).map(kindOf) };
}

/** Upstreams refuse to clear old thinking from a request that does not think. */
function withoutThinking({ thinking: _, context_management: management, ...others }: SpannedObject): SpannedObject {
  const fields = fieldsIn(management);
  if (fields === null) return others;
  const edits = itemsIn(fields.edits).filter(
    (edit) => !plainText(textIn(fieldsIn(edit)?.type) ?? '').startsWith('clear_thinking'),
  );
  return edits.length === 0 ? others : { ...others, context_management: { ...fields, edits } };
}

const emptyThinking: SpannedObject = { type: 'thinking', thinking: '', signature: '' };

/** The messages with empty thinking where upstreams that require it find none. */
function withThinkingBack(messages: readonly SpannedValue[], turns: readonly ThinkingTurn[]): SpannedValue[] {
  const lacking = new Set(turnsWithoutThinking(turns));
  return messages.map((item, at) => {
    const message = lacking.has(at) ? fieldsIn(item) : null;
    if (message === null) return item;
    const text = textIn(message.content);
    const blocks = text === null ? itemsIn(message.content) : text === '' ? [] : [{ type: 'text', text }];
    return { ...message, content: [emptyThinking, ...blocks] };
  });
}

/**
 * The request with the seals of this model as it made them, and without thinking that another model sealed. If that takes thinking from the
 * turns of a running task, the model does not think in this call, because upstreams refuse that; those that require thinking receive empty
 * thinking instead.
 */
export function withOwnSeals(bytes: Buffer, { provider, upstreamModel, quirks, withoutSeals = false }: AttemptPlan): Buffer {
  const origin = withoutSeals ? null : { dialect: 'messages', provider, upstreamModel };
  const body = readSpanned(bytes, (name, depth) => opaqueNames.has(name) && (depth > 1 || name === 'tools' || name === 'system'));
  const messages = itemsIn(body.messages).map((item): SpannedValue => {
    const message = fieldsIn(item);
    if (message === null || !Array.isArray(message.content)) return item;
    const content = itemsIn(message.content).flatMap((inner) => withOwnSeal(inner, origin) ?? []);
    return { ...message, content: content.length === 0 ? [{ type: 'text', text: '(no content)' }] : content };
  });
  const turns = messages.map((message) => turnOf(fieldsIn(message) ?? {}));
  if (quirks.wantsReasoningBack === true) {
    const isOff = fieldsIn(body.thinking)?.type === 'disabled';
    return jsonBytes(valueJson({ ...body, messages: isOff ? messages : withThinkingBack(messages, turns) }));
  }
  const isOff = body.thinking !== undefined && !mayThink(turns);
  return jsonBytes(valueJson({ ...(isOff ? withoutThinking(body) : body), messages }));
}
