import {
  fieldsIn,
  itemsIn,
  plainText,
  RawJson,
  textIn,
  wordIn,
  type SpannedObject,
  type SpannedValue,
  type Text,
} from '../../../json/spanned.ts';
import type { Note } from '../../shared/hub/features.ts';
import type { HubPart, HubTurn, ReasoningPart, TextPart, ToolArguments } from '../../shared/hub/hub-request.ts';
import { textsAlone, withoutFiles } from '../../shared/hub/misplaced-files.ts';
import { noteFields } from '../../shared/hub/request-fields.ts';
import { readContent } from './read-content.ts';
import { responsesFields } from './request-fields.ts';

/** Between the paragraphs of a reasoning summary. */
const paragraph = '\n\n';

function argumentsOf({ type, arguments: args, input }: SpannedObject): ToolArguments {
  if (type === 'custom_tool_call') return { form: 'free', text: textIn(input) ?? '' };
  return args instanceof RawJson ? { form: 'object', json: args } : { form: 'text', json: textIn(args) ?? '' };
}

function joinedTexts(items: readonly SpannedValue[]): Text | null {
  const texts = items.flatMap((item) => textIn(fieldsIn(item)?.text) ?? []);
  return texts.length > 1 ? texts.map(plainText).join(paragraph) : (texts[0] ?? null);
}

function reasoningOf(item: SpannedObject, param: string, note: Note): ReasoningPart {
  for (const member of ['summary', 'content'] as const)
    for (const [position, part] of itemsIn(item[member]).entries())
      noteFields(fieldsIn(part), responsesFields.part, `${param}.${member}[${String(position)}]`, note);
  const whole = joinedTexts(itemsIn(item.content));
  const text = whole ?? joinedTexts(itemsIn(item.summary));
  return { kind: 'reasoning', text, isSummary: whole === null, seal: textIn(item.encrypted_content) };
}

/** Reads the items of a conversation. */
export class ItemReader {
  readonly system: TextPart[] = [];
  readonly turns: HubTurn[] = [];
  /** Tools that an item adds, with the field that names them. */
  readonly tools: (readonly [tools: SpannedValue | undefined, param: string])[] = [];
  readonly #note: Note;

  constructor(note: Note) {
    this.#note = note;
  }

  add(item: SpannedObject, param: string): void {
    this.#noteFields(item, param);
    switch (item.type) {
      case 'function_call':
      case 'custom_tool_call':
        this.#push('assistant', this.#callOf(item));
        break;
      case 'function_call_output':
      case 'custom_tool_call_output':
        this.#push('user', this.#resultOf(item, param));
        break;
      case 'reasoning':
        this.#note('reasoning_history', param);
        this.#push('assistant', reasoningOf(item, param, this.#note));
        break;
      case 'additional_tools':
        this.tools.push([item.tools, `${param}.tools`]);
        break;
      case undefined:
      case null:
      case 'message':
        this.#addMessage(item, param);
        break;
      case 'compaction_trigger':
        this.#note('compaction_requests', param);
        break;
      default:
        this.#note('foreign_items', param);
    }
  }

  #noteFields(item: SpannedObject, param: string): void {
    const type = wordIn(item.type) ?? 'message';
    const fields = Object.hasOwn(responsesFields.items, type) ? responsesFields.items[type] : undefined;
    if (fields !== undefined) noteFields(item, fields, param, this.#note);
  }

  #push(role: HubTurn['role'], ...parts: HubPart[]): void {
    this.turns.push({ role, parts });
  }

  #addMessage({ role, content }: SpannedObject, param: string): void {
    const parts = readContent(content, `${param}.content`, this.#note);
    const place = `${param}.content`;
    if (role === 'assistant') this.#push('assistant', ...withoutFiles(parts, place, this.#note));
    else if (role !== 'system' && role !== 'developer') this.#push('user', ...parts);
    else this.#addSystem(textsAlone(parts, place, this.#note), param);
  }

  #addSystem(texts: readonly TextPart[], param: string): void {
    if (this.turns.length === 0) {
      this.system.push(...texts);
      return;
    }
    this.#note('system_turns', param);
    this.#push('system', ...texts);
  }

  #callOf(item: SpannedObject): HubPart {
    const [id, name] = [wordIn(item.call_id) ?? '', wordIn(item.name) ?? ''];
    return { kind: 'toolCall', id, name, namespace: wordIn(item.namespace), args: argumentsOf(item) };
  }

  #resultOf({ call_id: id, output }: SpannedObject, param: string): HubPart {
    const parts = readContent(output, `${param}.output`, this.#note).filter((part) => part.kind !== 'refusal');
    return { kind: 'toolResult', id: wordIn(id) ?? '', parts, isError: false };
  }
}

/** The conversation. System messages before the first turn are apart, unless there is nothing else. */
export function readItems(body: SpannedObject, note: Note): Pick<ItemReader, 'system' | 'turns' | 'tools'> {
  const reader = new ItemReader(note);
  const instructions = textIn(body.instructions);
  const text = textIn(body.input);
  const items = itemsIn(body.input);
  if (text !== null) reader.turns.push({ role: 'user', parts: [{ kind: 'text', text }] });
  for (const [position, item] of items.entries()) {
    const fields = fieldsIn(item);
    if (fields !== null) reader.add(fields, `input[${String(position)}]`);
  }
  const { turns, tools, system: said } = reader;
  const own: TextPart[] = instructions === null || instructions === '' ? [] : [{ kind: 'text', text: instructions }];
  const last = turns.at(-1);
  if (last?.role === 'assistant' && !last.parts.some(({ kind }) => kind === 'toolCall' || kind === 'reasoning'))
    note('prefill', `input[${String(items.length - 1)}]`);
  return turns.length === 0 && said.length > 0
    ? { system: own, turns: [{ role: 'user', parts: said }], tools }
    : { system: [...own, ...said], turns, tools };
}
