import { jsonObject, type Json } from '../../../json/compose.ts';
import type { AttemptPlan } from '../../dialect.ts';
import type { OpenedPart } from '../../shared/hub/hub-event.ts';

type Members = readonly (readonly [name: string, value: Json | null])[];

/** Item types, and how their IDs begin. */
const prefixes = { message: 'msg', reasoning: 'rs', function_call: 'fc', custom_tool_call: 'ctc' } as const;
type ItemType = keyof typeof prefixes;

/** The type of the item that a part of an answer becomes. */
function itemTypeOf(opened: OpenedPart): ItemType {
  if (opened.part === 'toolCall') return opened.isFree ? 'custom_tool_call' : 'function_call';
  return opened.part === 'text' || opened.part === 'refusal' ? 'message' : 'reasoning';
}

/** @param index of the item in the answer. */
export function itemId({ callId }: AttemptPlan, opened: OpenedPart, index: number): string {
  return `${prefixes[itemTypeOf(opened)]}_${callId.replaceAll('-', '')}${String(index)}`;
}

/** The content of a message. */
export function contentJson(part: OpenedPart['part'], text: Json): Json {
  if (part === 'refusal')
    return jsonObject([
      ['type', '"refusal"'],
      ['refusal', text],
    ]);
  return jsonObject([
    ['type', '"output_text"'],
    ['annotations', '[]'],
    ['logprobs', '[]'],
    ['text', text],
  ]);
}

/** A paragraph of a reasoning summary. */
export function summaryJson(text: Json): Json {
  return jsonObject([
    ['type', '"summary_text"'],
    ['text', text],
  ]);
}

/** `incomplete`: a limit or a filter ended the answer within the item. */
export type ItemStatus = 'in_progress' | 'completed' | 'incomplete';

/**
 * The text of an item that has none. Clients parse the arguments of a function; those of one that was cut must not look as if they were
 * all.
 */
export function emptyText(opened: OpenedPart, status: ItemStatus): '""' | '"{}"' {
  return opened.part === 'toolCall' && !opened.isFree && status === 'completed' ? '"{}"' : '""';
}

/** What an item says so far. */
export interface ItemContent {
  /** As a JSON string; `null` if there is none yet. */
  readonly text: Json | null;
  readonly seal: Json | null;
  readonly status: ItemStatus;
}

function contentMembers(opened: OpenedPart, { text, seal }: ItemContent): Members {
  if (opened.part === 'toolCall')
    return [
      ['call_id', JSON.stringify(opened.id)],
      ['name', JSON.stringify(opened.name)],
      ['namespace', opened.namespace === null ? null : JSON.stringify(opened.namespace)],
      [opened.isFree ? 'input' : 'arguments', text ?? '""'],
    ];
  if (opened.part === 'text' || opened.part === 'refusal')
    return [
      ['role', '"assistant"'],
      ['content', text === null ? '[]' : ['[', contentJson(opened.part, text), ']']],
    ];
  return [
    // Without it, clients cannot return the item.
    ['summary', text === null ? '[]' : ['[', summaryJson(text), ']']],
    ['encrypted_content', seal],
  ];
}

/** An item of an answer. */
export function itemJson(id: string, opened: OpenedPart, content: ItemContent): Json {
  return jsonObject([
    ['id', JSON.stringify(id)],
    ['type', `"${itemTypeOf(opened)}"`],
    ['status', `"${content.status}"`],
    ...contentMembers(opened, content),
  ]);
}
