import { fieldsIn, itemsIn, RawJson, textIn, wordIn, type SpannedObject, type SpannedValue } from '../../../json/spanned.ts';
import type { Note } from '../../shared/hub/features.ts';
import type { HubPart, HubTurn, TextPart, ToolArguments, ToolCallPart } from '../../shared/hub/hub-request.ts';
import { textsAlone, withoutFiles } from '../../shared/hub/misplaced-files.ts';
import { noteFields } from '../../shared/hub/request-fields.ts';
import { readParts } from './read-parts.ts';
import { readReasoning } from './reasoning-details.ts';
import { chatFields } from './request-fields.ts';

function argumentsOf(value: SpannedValue | undefined): ToolArguments {
  return value instanceof RawJson ? { form: 'object', json: value } : { form: 'text', json: textIn(value) ?? '' };
}

function readCall(item: SpannedValue, param: string, note: Note): ToolCallPart[] {
  const call = fieldsIn(item);
  noteFields(call, chatFields.toolCall, param, note);
  const id = wordIn(call?.id) ?? '';
  const [called, custom] = [fieldsIn(call?.function), fieldsIn(call?.custom)];
  noteFields(called, chatFields.called, `${param}.function`, note);
  noteFields(custom, chatFields.calledFreely, `${param}.custom`, note);
  if (call?.type === 'custom' && custom !== null) {
    const args = { form: 'free', text: textIn(custom.input) ?? '' } as const;
    return [{ kind: 'toolCall', id, name: wordIn(custom.name) ?? '', namespace: null, args }];
  }
  if (called === null) return [];
  return [{ kind: 'toolCall', id, name: wordIn(called.name) ?? '', namespace: null, args: argumentsOf(called.arguments) }];
}

/** Reads the messages of a request. */
class TurnReader {
  readonly system: TextPart[] = [];
  readonly turns: HubTurn[] = [];
  readonly #note: Note;
  /** The call in the older form, without an ID, that the next message of a function answers. */
  #functionId = '';

  constructor(note: Note) {
    this.#note = note;
  }

  add(message: SpannedObject, param: string): void {
    noteFields(message, chatFields.message, param, this.#note);
    const { role, name } = message;
    if (wordIn(name) !== null && role !== 'tool' && role !== 'function') this.#note('participant_names', `${param}.name`);
    switch (message.role) {
      case 'system':
      case 'developer':
        this.#addSystem(readParts(message.content, `${param}.content`, this.#note), param);
        break;
      case 'assistant':
        this.turns.push({ role: 'assistant', parts: this.#assistantParts(message, param) });
        break;
      case 'tool':
        this.#addResult(wordIn(message.tool_call_id) ?? '', message, param);
        break;
      case 'function':
        this.#addResult(this.#functionId, message, param);
        break;
      default:
        this.turns.push({ role: 'user', parts: readParts(message.content, `${param}.content`, this.#note) });
    }
  }

  #addSystem(parts: readonly HubPart[], param: string): void {
    const texts = textsAlone(parts, `${param}.content`, this.#note);
    if (this.turns.length === 0) {
      this.system.push(...texts);
      return;
    }
    this.#note('system_turns', param);
    this.turns.push({ role: 'system', parts: texts });
  }

  #addResult(id: string, { content }: SpannedObject, param: string): void {
    const parts = readParts(content, `${param}.content`, this.#note).filter(({ kind }) => kind === 'text' || kind === 'media');
    this.turns.push({ role: 'user', parts: [{ kind: 'toolResult', id, parts, isError: false } as HubPart] });
  }

  #assistantParts(message: SpannedObject, param: string): HubPart[] {
    const thought = textIn(message.reasoning_content) ?? textIn(message.reasoning);
    const reasoning = readReasoning(thought, message.reasoning_details);
    if (reasoning.length > 0) this.#note('reasoning_history', `${param}.reasoning_content`);
    if (fieldsIn(message.audio) !== null) this.#note('output_audio', `${param}.audio`);
    const refusal = textIn(message.refusal);
    return [
      ...reasoning,
      ...withoutFiles(readParts(message.content, `${param}.content`, this.#note), `${param}.content`, this.#note),
      ...(refusal === null ? [] : [{ kind: 'refusal', text: refusal } as const]),
      ...itemsIn(message.tool_calls).flatMap((item, at) => readCall(item, `${param}.tool_calls[${String(at)}]`, this.#note)),
      ...this.#functionCall(message.function_call),
    ];
  }

  #functionCall(value: SpannedValue | undefined): ToolCallPart[] {
    const called = fieldsIn(value);
    if (called === null) return [];
    this.#functionId = `function_call_${String(this.turns.length)}`;
    const args = argumentsOf(called.arguments);
    return [{ kind: 'toolCall', id: this.#functionId, name: wordIn(called.name) ?? '', namespace: null, args }];
  }
}

/** The messages as turns. System messages before the first turn are apart, unless there is nothing else. */
export function readTurns(messages: SpannedValue | undefined, note: Note): Pick<TurnReader, 'system' | 'turns'> {
  const reader = new TurnReader(note);
  for (const [position, item] of itemsIn(messages).entries()) {
    const message = fieldsIn(item);
    if (message !== null) reader.add(message, `messages[${String(position)}]`);
  }
  const { system, turns } = reader;
  const last = turns.at(-1);
  if (last?.role === 'assistant' && !last.parts.some(({ kind }) => kind === 'toolCall'))
    note('prefill', `messages[${String(itemsIn(messages).length - 1)}]`);
  return turns.length === 0 && system.length > 0 ? { system: [], turns: [{ role: 'user', parts: system }] } : { system, turns };
}
