import { jsonList, jsonObject, type Json } from '../../../json/compose.ts';
import { jsonInString } from '../../../json/json-in-string.ts';
import { joinedTextJson, plainText, textJson, type Text } from '../../../json/spanned.ts';
import type { AttemptPlan } from '../../dialect.ts';
import { argumentsInString } from '../../shared/hub/arguments-in-string.ts';
import { flatToolsOf, type FlatTools } from '../../shared/hub/flat-tools.ts';
import type {
  HubPart,
  HubRequest,
  HubTurn,
  MediaPart,
  ReasoningPart,
  ToolArguments,
  ToolCallPart,
  ToolResultPart,
} from '../../shared/hub/hub-request.ts';
import { longIds, pairedTurns } from '../../shared/hub/paired-turns.ts';
import { unwrapSeal, type SealOrigin } from '../../shared/hub/seal.ts';
import { toolReferenceText } from '../../shared/hub/sent-tools.ts';
import { summaryJson } from './output-item.ts';

/** What upstreams accept as the ID of a call. */
const acceptedIds = longIds(/^[\x21-\x7e]{1,64}$/);
const noContent = '(no content)';

function typed(type: string, members: readonly (readonly [name: string, value: Json | null])[]): Json {
  return jsonObject([['type', JSON.stringify(type)], ...members]);
}

function urlOf({ source }: MediaPart): Json {
  if (source.in === 'base64') return joinedTextJson([`data:${source.mediaType};base64,`, source.data]);
  return source.in === 'url' ? textJson(source.url) : JSON.stringify(source.id);
}

function mediaPart(part: MediaPart): Json | null {
  const { media, source, fileName, detail } = part;
  if (media === 'image')
    return typed('input_image', [
      [source.in === 'id' ? 'file_id' : 'image_url', urlOf(part)],
      ['detail', detail === null ? null : JSON.stringify(detail)],
    ]);
  if (media !== 'document') return null;
  const isData = source.in === 'base64';
  return typed('input_file', [
    ['filename', fileName === null && !isData ? null : JSON.stringify(fileName ?? 'document')],
    [isData ? 'file_data' : source.in === 'url' ? 'file_url' : 'file_id', urlOf(part)],
  ]);
}

function inputText(text: Text): Json {
  return typed('input_text', [['text', textJson(text)]]);
}

function inputPart(part: HubPart): Json[] {
  if (part.kind === 'text' || part.kind === 'refusal') return [inputText(part.text)];
  const media = part.kind === 'media' ? mediaPart(part) : null;
  return media === null ? [] : [media];
}

function said(role: string, content: readonly Json[]): Json {
  return typed('message', [
    ['role', JSON.stringify(role)],
    ['content', jsonList(content)],
  ]);
}

/** What a tool returned: a text, or a list if it contains files. */
function outputOf({ parts, isError }: ToolResultPart): Json {
  const shown = parts.map((part) => (part.kind === 'toolReference' ? textPart(toolReferenceText(part.name)) : part));
  const lead = isError ? [textPart('Error: ')] : [];
  if (shown.some(({ kind }) => kind === 'media')) return jsonList([...lead, ...shown].flatMap(inputPart));
  const texts = shown.flatMap((part) => (part.kind === 'text' ? [part.text] : []));
  if (texts.length === 0) return JSON.stringify(noContent);
  const lines = texts.flatMap((text, position): Text[] => (position === 0 ? [text] : ['\n', text]));
  return joinedTextJson([...lead.map(({ text }) => text), ...lines]);
}

function textPart(text: string): Extract<HubPart, { kind: 'text' }> {
  return { kind: 'text', text };
}

/** The text of a custom tool. */
function freeInput(args: ToolArguments): Json {
  if (args.form === 'object') return jsonInString(args.json.bytes);
  return textJson(args.form === 'free' ? args.text : args.json);
}

/** Writes the turns of a request as items. */
class ItemWriter {
  readonly items: Json[] = [];
  readonly #tools: FlatTools;
  readonly #origin: SealOrigin;
  readonly #withoutSeals: boolean;
  /** IDs of calls of custom tools, whose results are items of another type. */
  readonly #free = new Set<string>();

  constructor(request: HubRequest, { provider, upstreamModel, withoutSeals = false }: AttemptPlan) {
    this.#tools = flatToolsOf(request);
    this.#origin = { dialect: 'responses', provider, upstreamModel };
    this.#withoutSeals = withoutSeals;
  }

  add({ role, parts }: HubTurn): void {
    if (role === 'assistant') this.#addAssistant(parts);
    else if (role === 'user') this.#addUser(parts);
    else this.items.push(said('developer', parts.flatMap(inputPart)));
  }

  #addUser(parts: readonly HubPart[]): void {
    for (const part of parts) if (part.kind === 'toolResult') this.items.push(this.#result(part));
    const content = parts.flatMap(inputPart);
    if (content.length > 0) this.items.push(said('user', content));
  }

  #addAssistant(parts: readonly HubPart[]): void {
    // Upstreams refuse reasoning that nothing follows.
    const end = parts.findLastIndex(({ kind }) => kind !== 'reasoning');
    for (const part of parts.slice(0, end + 1)) {
      if (part.kind === 'reasoning') this.#addReasoning(part);
      else if (part.kind === 'toolCall') this.items.push(this.#call(part));
      else if (part.kind === 'text') this.items.push(said('assistant', [typed('output_text', [['text', textJson(part.text)]])]));
      else if (part.kind === 'refusal')
        this.items.push(said('assistant', [typed('refusal', [['refusal', textJson(part.text)]])]));
    }
  }

  /** Only reasoning that this model sealed: no other reads it. Without an ID, because the upstream has stored nothing under it. */
  #addReasoning({ text, seal }: ReasoningPart): void {
    const own = seal === null || this.#withoutSeals ? null : unwrapSeal(this.#origin, plainText(seal));
    if (own === null || own === '') return;
    const summary = text === null || text === '' ? [] : [summaryJson(textJson(text))];
    this.items.push(
      typed('reasoning', [
        ['summary', jsonList(summary)],
        ['encrypted_content', JSON.stringify(own)],
      ]),
    );
  }

  #call(call: ToolCallPart): Json {
    const { id, args } = call;
    const name = this.#tools.flatOf(call);
    const { isFree } = this.#tools.toolOf(name);
    if (isFree) this.#free.add(id);
    return typed(isFree ? 'custom_tool_call' : 'function_call', [
      ['call_id', JSON.stringify(id)],
      ['name', JSON.stringify(name)],
      isFree ? ['input', freeInput(args)] : ['arguments', argumentsInString(args)],
    ]);
  }

  #result(result: ToolResultPart): Json {
    return typed(this.#free.has(result.id) ? 'custom_tool_call_output' : 'function_call_output', [
      ['call_id', JSON.stringify(result.id)],
      ['output', outputOf(result)],
    ]);
  }
}

/** The conversation as the items of a request. */
export function hubItems(request: HubRequest, plan: AttemptPlan): Json {
  const writer = new ItemWriter(request, plan);
  for (const turn of pairedTurns(request.turns, acceptedIds)) writer.add(turn);
  return jsonList(writer.items);
}
