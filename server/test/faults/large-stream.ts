import { head, stream } from '../scripted-upstream/behaviours.ts';
import { deltaEvent, streamHead, streamTail, wholeChat } from '../scripted-upstream/chat-bodies.ts';
import type { Behaviour } from '../scripted-upstream/scripted-exchange.ts';

/** Bytes of text per event: many times what a model sends, so that megabytes need few events. */
const pieceBytes = 16 * 1024;

/** A valid stream with this many bytes of text. */
export function largeStream(bytes: number): Behaviour {
  return stream((request) => {
    const event = deltaEvent(request, { content: 'x'.repeat(pieceBytes) });
    return [streamHead(request), ...Array.from({ length: Math.ceil(bytes / pieceBytes) }, () => event), streamTail(request)];
  });
}

/** A valid response with this many bytes of text, sent as fast as it is read; all of them share one buffer. */
export function largeAnswer(bytes: number): Behaviour {
  let whole: Buffer | null = null;
  return async (exchange) => {
    whole ??= Buffer.from(wholeChat(exchange.request, 'x'.repeat(bytes)));
    await exchange.write(head(200, { 'content-type': 'application/json', 'content-length': String(whole.length) }));
    for (let at = 0; at < whole.length && !exchange.gone; at += 4 * pieceBytes)
      await exchange.write(whole.subarray(at, at + 4 * pieceBytes));
    exchange.done();
  };
}
