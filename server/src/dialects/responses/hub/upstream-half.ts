import type { Quirks } from '@tollgate/contract/catalogue/quirks';
import { fieldsIn, itemsIn, readSpanned } from '../../../json/spanned.ts';
import type { AttemptPlan } from '../../dialect.ts';
import { CallIds } from '../../shared/hub/call-ids.ts';
import { flatToolsOf } from '../../shared/hub/flat-tools.ts';
import type { ReadAnswer, UpstreamHalf } from '../../shared/hub/halves.ts';
import type { HubAnswer } from '../../shared/hub/hub-event.ts';
import type { HubRequest } from '../../shared/hub/hub-request.ts';
import { readRefusal } from '../../shared/read-refusal.ts';
import { refusesSeals } from '../../shared/refuses-seals.ts';
import { judgeResponse } from '../read-whole.ts';
import { endOf } from '../response-end.ts';
import { responsesRelay } from '../responses-relay.ts';
import { AnswerItems } from './answer-items.ts';
import { hubToUpstream } from './hub-to-upstream.ts';
import { readResponsesStream } from './responses-stream-reader.ts';

function answerOf(document: Buffer, plan: AttemptPlan, request: HubRequest): HubAnswer['parts'] {
  const items = new AnswerItems(plan, new CallIds(plan, request), flatToolsOf(request));
  return itemsIn(readSpanned(document, () => false).output).flatMap((item) => items.parts(fieldsIn(item) ?? {}));
}

function* readAnswer(bytes: Buffer, plan: AttemptPlan, request: HubRequest): Generator<undefined, ReadAnswer> {
  const { judged, document } = yield* judgeResponse(bytes, plan);
  if (!judged.ok) return judged;
  const { answer: response, usage, text, endedNaturally, unknownFinishReason = null } = judged;
  try {
    const parts = answerOf(document, plan, request);
    const stated = endOf(response, 'completed').finish ?? 'stop';
    const finish = stated === 'stop' && parts.some(({ kind }) => kind === 'toolCall') ? 'tools' : stated;
    return { ok: true, answer: { parts, finish, stopSequence: null }, usage, text, endedNaturally, unknownFinishReason };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { ok: false, fault: 'the answer is nested too deep' };
  }
}

const refusing: ReadonlySet<number> = new Set([400, 422]);
const namesExtras = /encrypted[_ ]content|reasoning[._ ]summar|\binclude\b/i;

/** Recognizes a refusal of the summary or the seal of reasoning, which the client did not ask for in this form. */
function readQuirks(status: number, bytes: Buffer, { quirks }: AttemptPlan): Quirks | null {
  if (quirks.refusesReasoningExtras === true || !refusing.has(status)) return null;
  return namesExtras.test(bytes.toString('utf8')) ? { refusesReasoningExtras: true } : null;
}

/** Serves clients of other chat protocols through upstreams that speak Responses. */
export const responsesUpstreamHalf: UpstreamHalf = {
  dialect: 'responses',
  upstreamPath: responsesRelay.upstreamPath,
  toUpstream: hubToUpstream,
  createStreamReader: readResponsesStream,
  readWhole: readAnswer,
  readRefusal,
  refusesSeals,
  readQuirks,
};
