import { jsonList, jsonObject, type Json } from '../../../json/compose.ts';
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
  ToolCallPart,
  ToolResultPart,
} from '../../shared/hub/hub-request.ts';
import { longIds, pairedTurns, shortIds } from '../../shared/hub/paired-turns.ts';
import { unwrapSeal } from '../../shared/hub/seal.ts';
import { toolReferenceText } from '../../shared/hub/sent-tools.ts';

/** What most upstreams accept as the ID of a call. */
const usualIds = longIds(/^[\x21-\x7e]{1,64}$/);

function message(role: string, members: readonly (readonly [string, Json | null])[]): Json {
  return jsonObject([['role', JSON.stringify(role)], ...members]);
}

function textsOf(parts: readonly HubPart[]): Text[] {
  return parts.flatMap((part) => (part.kind === 'text' || part.kind === 'refusal' ? [part.text] : []));
}

function textPart(text: Text): Json {
  return jsonObject([
    ['type', '"text"'],
    ['text', textJson(text)],
  ]);
}

function urlOf({ source }: MediaPart): Json {
  if (source.in === 'url') return textJson(source.url);
  if (source.in === 'id') return JSON.stringify(source.id);
  return joinedTextJson([`data:${source.mediaType};base64,`, source.data]);
}

/** `wav` of `audio/wav`. */
function formatOf(mediaType: string): string {
  const [, format = ''] = mediaType.split('/');
  return format === 'mpeg' ? 'mp3' : format.replace(/^x-/, '');
}

function mediaPart(part: MediaPart): Json {
  const { source, fileName, detail } = part;
  if (part.media === 'image') {
    const image = jsonObject([
      ['url', urlOf(part)],
      ['detail', detail === null ? null : JSON.stringify(detail)],
    ]);
    return jsonObject([
      ['type', '"image_url"'],
      ['image_url', image],
    ]);
  }
  if (part.media === 'audio' && source.in === 'base64') {
    const audio = jsonObject([
      ['data', textJson(source.data)],
      ['format', JSON.stringify(formatOf(source.mediaType))],
    ]);
    return jsonObject([
      ['type', '"input_audio"'],
      ['input_audio', audio],
    ]);
  }
  if (part.media === 'video')
    return jsonObject([
      ['type', '"video_url"'],
      ['video_url', jsonObject([['url', urlOf(part)]])],
    ]);
  const file = jsonObject([
    ['filename', JSON.stringify(fileName ?? 'document')],
    ['file_data', urlOf(part)],
  ]);
  return jsonObject([
    ['type', '"file"'],
    ['file', file],
  ]);
}

/** Text alone is one string, which every upstream accepts. */
function userContent(parts: readonly HubPart[]): Json {
  if (!parts.some(({ kind }) => kind === 'media')) return joinedTextJson(textsOf(parts), '\n');
  return jsonList(
    parts.flatMap((part) => {
      if (part.kind === 'text') return [textPart(part.text)];
      return part.kind === 'media' ? [mediaPart(part)] : [];
    }),
  );
}

function callJson(call: ToolCallPart, tools: FlatTools): Json {
  const called = jsonObject([
    ['name', JSON.stringify(tools.flatOf(call))],
    ['arguments', argumentsInString(call.args)],
  ]);
  return jsonObject([
    ['id', JSON.stringify(call.id)],
    ['type', '"function"'],
    ['function', called],
  ]);
}

/** What a tool returned, as text. Its files follow in a message of the user: a tool message has none. */
function resultText({ parts, isError }: ToolResultPart): Json {
  const texts = parts.flatMap((part): Text[] => {
    if (part.kind === 'toolReference') return [toolReferenceText(part.name)];
    return part.kind === 'text' ? [part.text] : [];
  });
  const hasFiles = parts.some(({ kind }) => kind === 'media');
  if (texts.length === 0) return JSON.stringify(hasFiles ? 'The result is in the next message.' : '(no content)');
  return joinedTextJson(
    isError ? ['Error: ', ...texts.flatMap((text, at) => (at === 0 ? [text] : ['\n', text]))] : texts,
    isError ? '' : '\n',
  );
}

class MessageWriter {
  readonly messages: Json[] = [];
  readonly #tools: FlatTools;
  readonly #plan: AttemptPlan;
  /** Many upstreams accept a system message at the beginning only. */
  readonly #takesSystem: boolean;
  /** The upstream thinks in its own way and wants its thoughts back: every later turn needs some. */
  #returnsThoughts = false;

  constructor(request: HubRequest, plan: AttemptPlan) {
    this.#tools = flatToolsOf(request);
    this.#plan = plan;
    this.#takesSystem = plan.quirks.systemAnywhere === true || plan.supportedParameters.includes('system_messages');
  }

  add({ role, parts }: HubTurn): void {
    if (role === 'assistant') this.#addAssistant(parts);
    else if (role === 'user') this.#addUser(parts);
    else if (this.#takesSystem) this.#push('system', joinedTextJson(textsOf(parts), '\n\n'));
    else this.#push('user', joinedTextJson(['<system-reminder>\n', ...textsOf(parts), '\n</system-reminder>']));
  }

  #push(role: string, content: Json): void {
    this.messages.push(message(role, [['content', content]]));
  }

  #addUser(parts: readonly HubPart[]): void {
    const results = parts.filter((part) => part.kind === 'toolResult');
    for (const result of results)
      this.messages.push(
        message('tool', [
          ['tool_call_id', JSON.stringify(result.id)],
          ['content', resultText(result)],
        ]),
      );
    const files = results.flatMap(({ id, parts: inner }): HubPart[] => {
      const media = inner.filter((part) => part.kind === 'media');
      return media.length === 0 ? [] : [{ kind: 'text', text: `Result of the tool call ${id}:` }, ...media];
    });
    const said = [...files, ...parts.filter(({ kind }) => kind === 'text' || kind === 'media')];
    if (said.length > 0) this.#push('user', userContent(said));
  }

  #addAssistant(parts: readonly HubPart[]): void {
    const texts = textsOf(parts);
    const calls = parts.filter((part) => part.kind === 'toolCall');
    const thoughts = parts.filter((part) => part.kind === 'reasoning').filter((part) => this.#isOwn(part));
    if (thoughts.length > 0 || (calls.length > 0 && this.#plan.quirks.wantsReasoningBack === true)) this.#returnsThoughts = true;
    const reasoning = joinedTextJson(thoughts.flatMap(({ text }) => (text === null ? [] : [text])));
    this.messages.push(
      message('assistant', [
        ['content', texts.length === 0 && calls.length > 0 ? 'null' : joinedTextJson(texts)],
        ['reasoning_content', this.#returnsThoughts ? reasoning : null],
        ['tool_calls', calls.length === 0 ? null : jsonList(calls.map((call) => callJson(call, this.#tools)))],
      ]),
    );
  }

  /** Whether the same model at the same provider thought this. Others may refuse the field. */
  #isOwn({ seal }: ReasoningPart): boolean {
    const { provider, upstreamModel } = this.#plan;
    return seal !== null && unwrapSeal({ dialect: 'chat-completions', provider, upstreamModel }, plainText(seal)) !== null;
  }
}

/** The messages of a chat request. */
export function hubMessages(request: HubRequest, plan: AttemptPlan): Json {
  const writer = new MessageWriter(request, plan);
  if (request.system.length > 0)
    writer.messages.push(message('system', [['content', joinedTextJson(textsOf(request.system), '\n\n')]]));
  for (const turn of pairedTurns(request.turns, plan.quirks.shortCallIds === true ? shortIds : usualIds)) writer.add(turn);
  return jsonList(writer.messages);
}
