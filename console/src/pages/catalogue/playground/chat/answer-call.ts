import { brokenOff, faultFrom, faultOf, isAbort, type CallFault } from '../calls/call-fault.ts';
import { callGateway, type Caller } from '../calls/call-gateway.ts';
import { readEvents } from '../calls/read-events.ts';
import type { Answer, AnswerState, AnswerTurn } from './chat-turn.ts';
import type { ChatProtocol } from './protocols/protocol.ts';

export type AnswerChange = Partial<Omit<AnswerTurn, 'kind' | 'id' | 'model' | 'protocol'>>;

interface Ended {
  readonly state: AnswerState;
  readonly fault: CallFault | null;
}

/** Reads a stream to its end. The protocol says what completes a response; a stream that just stops was cut off. */
async function readStream(response: Response, { createReader }: ChatProtocol, tell: (answer: Answer) => void): Promise<Ended> {
  const requestId = response.headers.get('x-request-id');
  const read = createReader();
  if (response.body === null) return { state: 'cut', fault: brokenOff(requestId) };
  try {
    for await (const data of readEvents(response.body)) {
      const step = read(data);
      if (step.kind === 'failed') return { state: 'cut', fault: faultFrom(step.body, response) };
      tell(step.answer);
      if (step.kind === 'complete') return { state: 'complete', fault: null };
    }
  } catch (thrown) {
    if (isAbort(thrown)) throw thrown;
  }
  return { state: 'cut', fault: brokenOff(requestId) };
}

async function readWhole(response: Response, protocol: ChatProtocol, tell: (answer: Answer) => void): Promise<Ended> {
  try {
    tell(protocol.readWhole(await response.json()));
    return { state: 'complete', fault: null };
  } catch (thrown) {
    if (isAbort(thrown)) throw thrown;
    return { state: 'cut', fault: brokenOff(response.headers.get('x-request-id')) };
  }
}

export interface ChatCall {
  readonly caller: Caller;
  readonly protocol: ChatProtocol;
  readonly body: object;
}

/** Sends the call, and reports the response while it arrives. */
export async function callForAnswer(
  { caller, protocol, body }: ChatCall,
  signal: AbortSignal,
  change: (by: AnswerChange) => void,
): Promise<void> {
  const tell = (answer: Answer): void => {
    change({ ...answer, state: 'streaming' });
  };
  try {
    const response = await callGateway(caller, { path: protocol.path, body, signal });
    change({ requestId: response.headers.get('x-request-id') });
    if (!response.ok) {
      const fault = faultFrom(await response.json().catch(() => null), response);
      change({ state: 'refused', fault });
      return;
    }
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    change(await (isStream ? readStream : readWhole)(response, protocol, tell));
  } catch (thrown) {
    if (isAbort(thrown)) change({ state: 'stopped' });
    else change({ state: 'refused', fault: faultOf(thrown) });
  }
}
