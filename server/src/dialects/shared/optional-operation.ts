import type { Relay, WholeAnswer } from '../dialect.ts';
import type { UpstreamRefusal } from '../upstream-refusal.ts';
import { readRefusal } from './read-refusal.ts';

/** Statuses of servers that do not have an operation. */
const absent: ReadonlySet<number> = new Set([404, 405, 501]);
/** Some relays answer 500 to what they do not offer. */
const notOffered = /\bnot (?:yet )?implemented\b|\bunimplemented\b|未实现/i;
const beginningBytes = 64;

function sorted(refusal: UpstreamRefusal): UpstreamRefusal {
  const { blame, status, words } = refusal;
  const isAbsent = absent.has(status) || (status === 500 && notOffered.test(words ?? ''));
  return blame === 'upstream' && isAbsent ? { ...refusal, blame: 'request', code: 'unsupported_operation' } : refusal;
}

/** Some servers answer any unknown address with a web page and status 200. */
function isPage(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, beginningBytes).trimStart().startsWith('<');
}

function sortedAnswer(answer: WholeAnswer, bytes: Buffer): WholeAnswer {
  if (answer.ok) return answer;
  const refusal = answer.refusal ?? (isPage(bytes) ? readRefusal(404, bytes) : undefined);
  return refusal === undefined ? answer : { ...answer, refusal: sorted(refusal) };
}

/**
 * How an upstream serves an operation that many upstreams of its protocol do not have. That it is absent says nothing about the route, which
 * may serve every other call.
 */
export function optionalOperation(relay: Omit<Relay, 'isOptional' | 'readRefusal'>): Relay {
  return {
    ...relay,
    isOptional: true,
    readRefusal: (status, bytes) => sorted(readRefusal(status, bytes)),
    *readWhole(bytes, plan) {
      return sortedAnswer(yield* relay.readWhole(bytes, plan), bytes);
    },
  };
}
