import {
  fieldsIn,
  itemsIn,
  plainText,
  textIn,
  wordIn,
  type SpannedObject,
  type SpannedValue,
  type Text,
} from '../../../json/spanned.ts';
import type { AttemptPlan } from '../../dialect.ts';
import type { CallIds } from '../../shared/hub/call-ids.ts';
import type { FlatTools } from '../../shared/hub/flat-tools.ts';
import { freeTextOf } from '../../shared/hub/free-arguments.ts';
import type { HubPart, ToolCallPart } from '../../shared/hub/hub-request.ts';
import { wrapSeal } from '../../shared/hub/seal.ts';

/** Between the paragraphs of a summary. */
export const paragraph = '\n\n';

function joinedTexts(list: SpannedValue | undefined): string {
  return itemsIn(list)
    .flatMap((item) => textIn(fieldsIn(item)?.text) ?? [])
    .map(plainText)
    .join(paragraph);
}

/** Reads complete items of an answer as parts. Items of the vendor's own tools are left out. */
export class AnswerItems {
  readonly #plan: AttemptPlan;
  readonly #ids: CallIds;
  readonly #tools: FlatTools;

  constructor(plan: AttemptPlan, ids: CallIds, tools: FlatTools) {
    this.#plan = plan;
    this.#ids = ids;
    this.#tools = tools;
  }

  parts(item: SpannedObject): HubPart[] {
    switch (item.type) {
      case 'message':
        return itemsIn(item.content).flatMap((part) => this.#said(fieldsIn(part) ?? {}));
      case 'reasoning':
        return this.#reasoning(item);
      case 'function_call':
        return this.#call(item, textIn(item.arguments) ?? '');
      case 'custom_tool_call':
        return this.#call(item, textIn(item.input) ?? '');
      default:
        return [];
    }
  }

  /** `null` if the item has none. */
  seal({ encrypted_content: sealed }: SpannedObject): string | null {
    const { provider, upstreamModel } = this.#plan;
    const data = plainText(textIn(sealed) ?? '');
    return data === '' ? null : wrapSeal({ dialect: 'responses', provider, upstreamModel }, data);
  }

  /** A call without its arguments; `null` for an item without a name, which is none. */
  called({ type, call_id: id, name: flat }: SpannedObject): (Omit<ToolCallPart, 'args'> & { readonly isFree: boolean }) | null {
    const word = wordIn(flat) ?? '';
    if (word === '') return null;
    const { name, namespace, isFree } = this.#tools.toolOf(word);
    return {
      kind: 'toolCall',
      id: this.#ids.take(wordIn(id) ?? ''),
      name,
      namespace,
      isFree: isFree || type === 'custom_tool_call',
    };
  }

  #said({ type, text, refusal }: SpannedObject): HubPart[] {
    const isRefusal = type === 'refusal';
    const said = textIn(isRefusal ? refusal : text);
    return said === null || said === '' ? [] : [{ kind: isRefusal ? 'refusal' : 'text', text: said }];
  }

  #reasoning(item: SpannedObject): HubPart[] {
    const whole = joinedTexts(item.content);
    const text = whole === '' ? joinedTexts(item.summary) : whole;
    const seal = this.seal(item);
    return seal === null && text === ''
      ? []
      : [{ kind: 'reasoning', text: text === '' ? null : text, isSummary: whole === '', seal }];
  }

  #call(item: SpannedObject, written: Text): HubPart[] {
    const called = this.called(item);
    if (called === null) return [];
    const { isFree, ...call } = called;
    if (!isFree) return [{ ...call, args: { form: 'text', json: written } }];
    const text = item.type === 'custom_tool_call' ? written : freeTextOf(plainText(written));
    return [{ ...call, args: { form: 'free', text } }];
  }
}
