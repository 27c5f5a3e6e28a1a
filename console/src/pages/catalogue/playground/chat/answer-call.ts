import { brokenOff, faultFrom, faultOf, isAbort, type CallFault } from '../calls/call-fault.ts';
import { callGateway, type Caller } from '../calls/call-gateway.ts';
import { readEvents } from '../calls/read-events.ts';
import type { ChatRequest } from './chat-request.ts';
import { noAnswer, type Answer, type AnswerState, type AnswerTurn } from './chat-turn.ts';
import { withPiece, type WireAnswer } from './read-answer.ts';

export type AnswerChange = Partial<Omit<AnswerTurn, 'kind' | 'id' | 'model'>>;

interface Ended {
  readonly state: AnswerState;
  readonly fault: CallFault | null;
}

/** Reads a stream to its end. Only `[DONE]` completes a response; a stream that just stops was cut off. */
async function readStream(response: Response, tell: (answer: Answer) => void): Promise<Ended> {
  const requestId = response.headers.get('x-request-id');
  let answer = noAnswer;
  if (response.body === null) return { state: 'cut', fault: brokenOff(requestId) };
  try {
    for await (const data of readEvents(response.body)) {
      if (data === '[DONE]') return { state: 'complete', fault: null };
      const piece = JSON.parse(data) as WireAnswer;
      if (piece.error !== undefined) return { state: 'cut', fault: faultFrom(piece, response) };
      answer = withPiece(answer, piece);
      tell(answer);
    }
  } catch (thrown) {
    if (isAbort(thrown)) throw thrown;
  }
  return { state: 'cut', fault: brokenOff(requestId) };
}

async function readWhole(response: Response, tell: (answer: Answer) => void): Promise<Ended> {
  try {
    tell(withPiece(noAnswer, (await response.json()) as WireAnswer));
    return { state: 'complete', fault: null };
  } catch (thrown) {
    if (isAbort(thrown)) throw thrown;
    return { state: 'cut', fault: brokenOff(response.headers.get('x-request-id')) };
  }
}

/** Sends the call, and reports the response while it arrives. */
export async function callForAnswer(
  caller: Caller,
  request: ChatRequest,
  signal: AbortSignal,
  change: (by: AnswerChange) => void,
): Promise<void> {
  const tell = (answer: Answer): void => {
    change({ ...answer, state: 'streaming' });
  };
  try {
    const response = await callGateway(caller, { path: '/chat/completions', body: request, signal });
    change({ requestId: response.headers.get('x-request-id') });
    if (!response.ok) {
      const fault = faultFrom(await response.json().catch(() => null), response);
      change({ state: 'refused', fault });
      return;
    }
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    change(await (isStream ? readStream : readWhole)(response, tell));
  } catch (thrown) {
    if (isAbort(thrown)) change({ state: 'stopped' });
    else change({ state: 'refused', fault: faultOf(thrown) });
  }
}
