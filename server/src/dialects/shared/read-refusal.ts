import type { UpstreamRefusal } from '../upstream-refusal.ts';
import { meaningOf, statusOfTypes, type CodeMeaning } from './refusal-codes.ts';
import { evidenceOf, type RefusalEvidence } from './refusal-evidence.ts';
import { sentenceOf, type Sentence } from './refusal-sentences.ts';

const parsedBytesMax = 64 * 1024;

type Verdict = Pick<UpstreamRefusal, 'blame' | 'code'>;

const unavailable: Verdict = { blame: 'upstream', code: 'upstream_unavailable' };
const ofCredentials: Verdict = { ...unavailable, blame: 'credentials' };
const ofRequest: Verdict = { ...unavailable, blame: 'request' };
const ofModel: Verdict = { ...unavailable, blame: 'model' };
const tooLong: Verdict = { blame: 'client', code: 'context_length_exceeded' };
const contentRefused: Verdict = { blame: 'client', code: 'content_policy_violation' };
const tooLarge: Verdict = { blame: 'client', code: 'body_too_large' };
/** For a limit of this route alone: another one may accept the request. If none is left, the client has to shorten it. */
const tooLargeHere: Verdict = { blame: 'request', code: 'body_too_large' };
const wrongParameter: Verdict = { blame: 'client', code: 'invalid_parameter' };

const tooManyRequests = 429;

/** A refusal, with the meanings of its codes and its message. */
interface Read {
  readonly status: number;
  readonly evidence: RefusalEvidence;
  readonly meaning: CodeMeaning | null;
  readonly sentence: Sentence | null;
}

/** Verdicts for codes whose meaning does not depend on the status; other codes mean too little. */
const byMeaning: ReadonlyMap<CodeMeaning | null, Verdict> = new Map([
  ['context', tooLong],
  ['content', contentRefused],
  ['too_large', tooLarge],
  ['model', ofModel],
  ['request', ofRequest],
]);

/** Verdicts for messages about the request; a message about anything else proves nothing. */
const bySentence: ReadonlyMap<Sentence | null, Verdict> = new Map([
  ['context', tooLong],
  ['content', contentRefused],
]);

/** Verdicts for messages about this request on this route. */
const atThisRoute: ReadonlyMap<Sentence | null, Verdict> = new Map([
  ['request', ofRequest],
  ['too_large', tooLargeHere],
]);

function isOurs(meaning: CodeMeaning | null): boolean {
  return meaning === 'money' || meaning === 'credentials';
}

/** For statuses that concern the request itself, unless our account there is the cause. */
function ofRefusedRequest({ meaning, sentence }: Read): Verdict {
  const here = atThisRoute.get(sentence);
  if (here !== undefined) return here;
  if (isOurs(meaning)) return ofCredentials;
  if (meaning === 'rate') return unavailable;
  const said = byMeaning.get(meaning) ?? bySentence.get(sentence);
  if (said !== undefined) return said;
  // If the code names a parameter, mentions of models and accounts in the message are ignored.
  if (meaning !== 'parameter' && sentence !== null) return sentence === 'model' ? ofModel : unavailable;
  return wrongParameter;
}

/** The request is too large, regardless of the wording. If our account exceeded its rate, another route may still accept it. */
function ofTooLarge({ meaning, sentence }: Read): Verdict {
  if (meaning === 'rate' || sentence === 'our_limits' || sentence === 'too_large') return tooLargeHere;
  return meaning === 'context' || sentence === 'context' ? tooLong : tooLarge;
}

/** A 403 may concern our key, the client's content, or an unnamed cause. */
function ofForbidden({ meaning, sentence, evidence }: Read): Verdict {
  if (isOurs(meaning) || evidence.types.includes('insufficientquota')) return ofCredentials;
  const coded = byMeaning.get(meaning);
  if (coded !== undefined) return coded;
  if (evidence.flagsInput || sentence === 'content') return contentRefused;
  return sentence === 'model' ? ofModel : unavailable;
}

/** Our key or our money at the upstream, regardless of the wording, unless it concerns only this request or model. */
function ofUnauthorized({ status, meaning, sentence }: Read): Verdict {
  if (meaning === 'model') return ofModel;
  const here = status === 402 ? atThisRoute.get(sentence) : undefined;
  return here ?? ofCredentials;
}

function ofNotFound({ meaning, sentence }: Read): Verdict {
  const here = atThisRoute.get(sentence);
  return here ?? (meaning === 'model' || sentence === 'model' ? ofModel : unavailable);
}

/** If the tokens exceed a whole minute's limit, the request is at fault. An account without money does not recover within a minute. */
function ofTooMany({ meaning, sentence }: Read): Verdict {
  if (meaning === 'money') return ofCredentials;
  return atThisRoute.get(sentence) ?? unavailable;
}

/** A request that is too long crashes some upstreams. It must not count against the route. */
function ofBroken({ meaning, sentence }: Read): Verdict {
  if (meaning === 'context' || meaning === 'content') return byMeaning.get(meaning) ?? unavailable;
  return sentence === 'context' ? ofRequest : unavailable;
}

/** An error inside an answer with status 200 that names no status. */
function ofUnnamed(read: Read): Verdict {
  const { meaning, sentence } = read;
  if (meaning !== null && meaning !== 'upstream') return ofRefusedRequest(read);
  if (sentence === 'model') return ofModel;
  return atThisRoute.get(sentence) ?? bySentence.get(sentence) ?? unavailable;
}

const byStatus: ReadonlyMap<number, (read: Read) => Verdict> = new Map([
  [0, ofUnnamed],
  [400, ofRefusedRequest],
  [401, ofUnauthorized],
  [402, ofUnauthorized],
  [403, ofForbidden],
  [404, ofNotFound],
  [405, ofNotFound],
  [410, ofNotFound],
  [413, ofTooLarge],
  [415, ofRefusedRequest],
  [422, ofRefusedRequest],
  [429, ofTooMany],
  [451, ofRefusedRequest],
]);

function verdictOf(read: Read): Verdict {
  const { status, evidence } = read;
  if (status === 412 && evidence.codes.includes('preconditionfailed')) return ofCredentials;
  const judge = byStatus.get(status) ?? (status >= 500 ? ofBroken : null);
  return judge === null ? unavailable : judge(read);
}

/** The status that other vendors would send. */
function effectiveStatus({ status, meaning, sentence }: Read, { blame }: Verdict): number {
  if (blame !== 'upstream') return status;
  if (meaning === 'rate') return tooManyRequests;
  if (status !== 0) return status;
  if (meaning === 'upstream') return 500;
  return sentence === 'our_account' ? 400 : 0;
}

function judge(status: number, evidence: RefusalEvidence): UpstreamRefusal {
  const meaning = meaningOf(evidence.codes) ?? meaningOf(evidence.types);
  const read = { status, evidence, meaning, sentence: sentenceOf(evidence.message) };
  const verdict = verdictOf(read);
  const isClients = verdict.blame === 'client';
  return {
    ...verdict,
    status: effectiveStatus(read, verdict),
    words: evidence.message === '' ? null : evidence.message,
    param: isClients ? evidence.param : null,
  };
}

/**
 * Reads an upstream's refusal with an error status. Its code decides, otherwise its type, otherwise its message, each alone and combined
 * with the status. An HTML page comes from a proxy in front of the upstream, which knows only the size of the request.
 */
export function readRefusal(status: number, bytes: Buffer): UpstreamRefusal {
  const text = bytes.toString('utf8', 0, parsedBytesMax);
  const isPage = text.trimStart().startsWith('<');
  let document: unknown = null;
  try {
    if (!isPage) document = JSON.parse(text);
  } catch {
    // Only the status is known.
  }
  const refusal = judge(status, evidenceOf(document));
  if (!isPage || refusal.blame !== 'client') return refusal;
  return { ...refusal, ...(status === 413 ? tooLargeHere : unavailable) };
}

/**
 * Reads an error inside an answer with status 200 as if it had the status that it names. A message without a code or status may be part of
 * an answer, so it is kept only if it gives the client a reason.
 */
export function readInnerRefusal(document: unknown): UpstreamRefusal {
  const evidence = evidenceOf(document);
  const status = evidence.status === 0 ? statusOfTypes([...evidence.types, ...evidence.codes]) : evidence.status;
  const refusal = judge(status, evidence);
  const isNamed = status !== 0 || evidence.codes.length + evidence.types.length > 0;
  return isNamed || refusal.blame === 'client' ? refusal : { ...refusal, words: null };
}
