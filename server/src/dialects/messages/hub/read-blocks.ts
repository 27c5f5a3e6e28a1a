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
import { noteFields } from '../../shared/hub/request-fields.ts';
import { messagesFields } from './request-fields.ts';
import type {
  CacheMark,
  HubPart,
  MediaPart,
  MediaSource,
  TextPart,
  ToolReferencePart,
  ToolResultPart,
} from '../../shared/hub/hub-request.ts';

const noArguments = new RawJson(Buffer.from('{}'));

/** The breakpoint at a block or tool. */
export function cacheOf({ cache_control: mark }: SpannedObject, note: Note, param: string): CacheMark | null {
  const fields = fieldsIn(mark);
  if (fields === null) return null;
  note('cache_marks', `${param}.cache_control`);
  return { ttl: fields.ttl === '1h' || fields.ttl === '5m' ? fields.ttl : null };
}

function sourceOf(source: SpannedObject | null): MediaSource | null {
  const data = textIn(source?.data);
  const url = textIn(source?.url);
  const id = wordIn(source?.file_id);
  if (data !== null) return { in: 'base64', data, mediaType: wordIn(source?.media_type) ?? 'application/octet-stream' };
  if (url !== null) return { in: 'url', url };
  return id === null ? null : { in: 'id', id };
}

/** Reads the blocks of one message. */
export class BlockReader {
  readonly #note: Note;

  constructor(note: Note) {
    this.#note = note;
  }

  /** @param param of the content: a text, or a list of blocks. */
  parts(content: SpannedValue | undefined, param: string): HubPart[] {
    const text = textIn(content);
    if (text !== null) return [{ kind: 'text', text }];
    return itemsIn(content).flatMap((item, position) => {
      const block = fieldsIn(item);
      return block === null ? [] : this.#part(block, `${param}[${String(position)}]`);
    });
  }

  #part(block: SpannedObject, param: string): HubPart[] {
    this.#noteFields(block, param);
    switch (block.type) {
      case 'tool_use':
        return this.#toolCall(block, param);
      case 'tool_result':
        return [this.#toolResult(block, param)];
      case 'thinking':
        return this.#reasoning(block, param);
      case 'redacted_thinking':
        this.#note('reasoning_history', param);
        return [{ kind: 'reasoning', text: null, isSummary: false, seal: textIn(block.data) }];
      default:
        return this.#prose(block, param);
    }
  }

  /** Blocks that a tool result may contain as well. */
  #prose(block: SpannedObject, param: string): (TextPart | MediaPart)[] {
    const cache = cacheOf(block, this.#note, param);
    const { type } = block;
    if (type === 'text') {
      const text = textIn(block.text);
      if (itemsIn(block.citations).length > 0) this.#note('citations', `${param}.citations`);
      return text === null ? [] : [{ kind: 'text', text, cache }];
    }
    if (type === 'image' || type === 'document') return this.#file(block, param, cache);
    if (type === 'search_result') return this.#searchResult(block, param, cache);
    this.#note('server_tools', param);
    return [];
  }

  #noteFields(block: SpannedObject, param: string): void {
    const { type } = block;
    const fields =
      typeof type === 'string' && Object.hasOwn(messagesFields.blocks, type) ? messagesFields.blocks[type] : undefined;
    if (fields !== undefined) noteFields(block, fields, param, this.#note);
    if (fieldsIn(block.citations)?.enabled === true) this.#note('citations', `${param}.citations`);
  }

  #file(block: SpannedObject, param: string, cache: CacheMark | null): (TextPart | MediaPart)[] {
    const source = fieldsIn(block.source);
    noteFields(source, messagesFields.source, `${param}.source`, this.#note);
    if (source?.type === 'text') {
      const text = textIn(source.data);
      return text === null ? [] : [{ kind: 'text', text, cache }];
    }
    if (source?.type === 'content') return this.parts(source.content, `${param}.source.content`).filter(isProse);
    const found = sourceOf(source);
    if (found === null) return [];
    const media = block.type === 'image' ? 'image' : 'document';
    this.#note(media === 'image' ? 'images' : 'documents', param);
    if (found.in === 'id') this.#note('file_ids', `${param}.source`);
    return [{ kind: 'media', media, source: found, fileName: wordIn(block.title), detail: null, cache }];
  }

  #searchResult({ title: name, content }: SpannedObject, param: string, cache: CacheMark | null): TextPart[] {
    const title = textIn(name);
    const found = this.parts(content, `${param}.content`).filter((part) => part.kind === 'text');
    const texts: TextPart[] = title === null ? found : [{ kind: 'text', text: title }, ...found];
    return texts.map((text, at) => (at === texts.length - 1 && cache !== null ? { ...text, cache } : text));
  }

  #toolCall(block: SpannedObject, param: string): HubPart[] {
    const { input } = block;
    const args = { form: 'object', json: input instanceof RawJson ? input : noArguments } as const;
    const cache = cacheOf(block, this.#note, param);
    return [{ kind: 'toolCall', id: wordIn(block.id) ?? '', name: wordIn(block.name) ?? '', namespace: null, args, cache }];
  }

  #toolResult(block: SpannedObject, param: string): ToolResultPart {
    const cache = cacheOf(block, this.#note, param);
    const text = textIn(block.content);
    const parts =
      text !== null
        ? [{ kind: 'text', text } as const]
        : itemsIn(block.content).flatMap((item, position) => {
            const inner = fieldsIn(item);
            return inner === null ? [] : this.#resultPart(inner, `${param}.content[${String(position)}]`);
          });
    return { kind: 'toolResult', id: wordIn(block.tool_use_id) ?? '', parts, isError: block.is_error === true, cache };
  }

  #resultPart(inner: SpannedObject, param: string): (TextPart | MediaPart | ToolReferencePart)[] {
    this.#noteFields(inner, param);
    if (inner.type !== 'tool_reference') return this.#prose(inner, param);
    const name = wordIn(inner.tool_name);
    return name === null ? [] : [{ kind: 'toolReference', name }];
  }

  #reasoning(block: SpannedObject, param: string): HubPart[] {
    this.#note('reasoning_history', param);
    const seal = textIn(block.signature);
    return [{ kind: 'reasoning', text: textIn(block.thinking), isSummary: false, seal: seal === '' ? null : seal }];
  }
}

function isProse(part: HubPart): part is TextPart | MediaPart {
  return part.kind === 'text' || part.kind === 'media';
}

const billing = 'x-anthropic-billing-header:';

/** A long text is not decoded for this. */
function startsWithBilling(text: Text): boolean {
  return typeof text === 'string' ? text.startsWith(billing) : text.bytes.toString('latin1', 0, billing.length) === billing;
}

/** The system prompt without the client's line for its vendor's bill, which changes with every call and so spoils prompt caches. */
export function withoutBilling(parts: readonly HubPart[]): TextPart[] {
  return parts.flatMap((part) => {
    if (part.kind !== 'text') return [];
    if (!startsWithBilling(part.text)) return [part];
    const text = plainText(part.text);
    const line = text.indexOf('\n');
    return line === -1 ? [] : [{ ...part, text: text.slice(line + 1) }];
  });
}
