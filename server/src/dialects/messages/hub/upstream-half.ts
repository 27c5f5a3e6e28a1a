import {
  fieldsIn,
  itemsIn,
  plainText,
  RawJson,
  readSpanned,
  textIn,
  wordIn,
  type SpannedObject,
  type Text,
} from '../../../json/spanned.ts';
import type { AttemptPlan } from '../../dialect.ts';
import { CallIds } from '../../shared/hub/call-ids.ts';
import { flatToolsOf } from '../../shared/hub/flat-tools.ts';
import { freeTextOf } from '../../shared/hub/free-arguments.ts';
import type { ReadAnswer, UpstreamHalf } from '../../shared/hub/halves.ts';
import type { HubAnswer } from '../../shared/hub/hub-event.ts';
import type { HubPart, HubRequest, ToolArguments } from '../../shared/hub/hub-request.ts';
import { wrapSeal } from '../../shared/hub/seal.ts';
import { readRefusal } from '../../shared/read-refusal.ts';
import { readThinkingQuirk, refusesSeals } from '../../shared/refuses-seals.ts';
import { hubToUpstream } from './hub-to-upstream.ts';
import { messagesRelay } from '../messages-relay.ts';
import { readMessagesStream } from './messages-stream-reader.ts';
import { judgeMessage } from '../read-whole.ts';
import { ownHeaders } from '../request-headers.ts';
import { finishOfStop } from '../stop-reason.ts';
import { redactedMark } from '../with-own-seals.ts';

const dialect = 'messages';
const noArguments = new RawJson(Buffer.from('{}'));

/** Reasons for which an answer may end within a call. Its input is empty then. */
const cutting: ReadonlySet<string> = new Set(['max_tokens', 'model_context_window_exceeded', 'refusal']);

function isEmptyObject({ text }: RawJson): boolean {
  return text.slice(1, -1).trim() === '';
}

/** Reads the blocks of a whole answer. Blocks of the vendor's own tools are left out. */
class AnswerBlocks {
  readonly #plan: AttemptPlan;
  readonly #request: HubRequest;
  readonly #ids: CallIds;

  constructor(plan: AttemptPlan, request: HubRequest) {
    this.#plan = plan;
    this.#request = request;
    this.#ids = new CallIds(plan, request);
  }

  /** @param mayBeCut a limit ended the answer within this block. */
  parts(block: SpannedObject, mayBeCut: boolean): HubPart[] {
    switch (block.type) {
      case 'text': {
        const text = textIn(block.text);
        return text === null || text === '' ? [] : [{ kind: 'text', text }];
      }
      case 'thinking':
        return this.#reasoning(textIn(block.thinking), plainText(textIn(block.signature) ?? ''));
      case 'redacted_thinking':
        return this.#reasoning(null, redactedMark + plainText(textIn(block.data) ?? ''));
      case 'tool_use':
        return this.#call(block, mayBeCut);
      default:
        return [];
    }
  }

  #reasoning(text: Text | null, data: string): HubPart[] {
    const { provider, upstreamModel } = this.#plan;
    if (data === '' && (text === null || text === '')) return [];
    return [{ kind: 'reasoning', text, isSummary: false, seal: wrapSeal({ dialect, provider, upstreamModel }, data) }];
  }

  #call({ id, name: called, input }: SpannedObject, mayBeCut: boolean): HubPart[] {
    const flat = wordIn(called) ?? '';
    if (flat === '') return [];
    const { name, namespace, isFree } = flatToolsOf(this.#request).toolOf(flat);
    const json = input instanceof RawJson ? input : noArguments;
    const args: ToolArguments = isFree
      ? { form: 'free', text: freeTextOf(json.text) }
      : mayBeCut && isEmptyObject(json)
        ? { form: 'text', json: '' }
        : { form: 'object', json };
    return [{ kind: 'toolCall', id: this.#ids.take(wordIn(id) ?? ''), name, namespace, args }];
  }
}

function answerOf(document: Buffer, plan: AttemptPlan, request: HubRequest): HubAnswer {
  const body = readSpanned(document, (name, depth) => name === 'input' && depth > 1);
  const blocks = new AnswerBlocks(plan, request);
  const reason = wordIn(body.stop_reason) ?? 'end_turn';
  const content = itemsIn(body.content);
  const parts = content.flatMap((item, at) =>
    blocks.parts(fieldsIn(item) ?? {}, at === content.length - 1 && cutting.has(reason)),
  );
  const hasCalls = parts.some(({ kind }) => kind === 'toolCall');
  const stopSequence = reason === 'stop_sequence' ? wordIn(body.stop_sequence) : null;
  return { parts, finish: finishOfStop(reason, hasCalls), stopSequence };
}

function* readAnswer(bytes: Buffer, plan: AttemptPlan, request: HubRequest): Generator<undefined, ReadAnswer> {
  const { judged, document } = yield* judgeMessage(bytes, plan);
  if (!judged.ok) return judged;
  const { usage, text, endedNaturally, unknownFinishReason = null } = judged;
  try {
    return { ok: true, answer: answerOf(document, plan, request), usage, text, endedNaturally, unknownFinishReason };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { ok: false, fault: 'the answer is nested too deep' };
  }
}

/** Serves clients of other chat protocols through upstreams that speak Messages. */
export const messagesUpstreamHalf: UpstreamHalf = {
  dialect,
  upstreamPath: messagesRelay.upstreamPath,
  headers: ownHeaders,
  toUpstream: hubToUpstream,
  createStreamReader: readMessagesStream,
  readWhole: readAnswer,
  readRefusal,
  refusesSeals,
  readQuirks: readThinkingQuirk,
};
