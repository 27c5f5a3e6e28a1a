import type { Locale } from '../enumerations.ts';
import { errorCatalogue, isErrorCode, type ErrorCode } from '../errors.ts';
import { storedSentences, type SentenceRead } from '../stored-sentences.ts';
import { attemptFaultWords, hasDetails, isAttemptFault, knownAttemptFault } from './attempt-faults.ts';
import { admissionCauses, reservedCauses } from './causes/admission-causes.ts';
import { readEarlierCause } from './causes/earlier-causes.ts';
import { endingCauses } from './causes/ending-causes.ts';
import { parameterCauses } from './causes/parameter-causes.ts';
import { requestCauses } from './causes/request-causes.ts';
import { upstreamCauses } from './causes/upstream-causes.ts';

const ofUpstreams = storedSentences(upstreamCauses);
const ofUs = storedSentences({
  ...admissionCauses,
  ...reservedCauses,
  ...requestCauses,
  ...parameterCauses,
  ...endingCauses,
});

/** All codes of causes. A published code keeps its name and its values. */
export const callCauseCodes = [...ofUs.codes, ...ofUpstreams.codes];

const afterAnother = '; the upstream reported an impossible usage; the call was not charged';

/** Parses what an upstream did, or what connecting to it met; `null` for any other text. */
function readUpstreamCause(text: string): SentenceRead | null {
  const colon = text.indexOf(': ');
  const before = colon === -1 ? null : ofUpstreams.read(text.slice(0, colon));
  if (before !== null) return { code: before.code, params: { ...before.params, words: text.slice(colon + 2) } };
  const known = ofUpstreams.read(text);
  if (known !== null) return known;
  const fault = knownAttemptFault(text);
  if (fault === null) return null;
  return { code: fault, params: hasDetails(fault) ? { words: text } : {} };
}

/** Parses the cause of a call; `null` for the words of an upstream or of another version. */
export function readCallCause(text: string): SentenceRead | null {
  const known = ofUs.read(text) ?? readUpstreamCause(text) ?? readEarlierCause(text);
  if (known !== null || !text.endsWith(afterAnother)) return known;
  return readCallCause(text.slice(0, -afterAnother.length));
}

/** The text of a cause, with the words of the upstream; `null` for a code of another version. */
export function wordCallCause({ code, params }: SentenceRead, language: Locale): string | null {
  const { words } = params;
  if (!isAttemptFault(code)) {
    const said = ofUs.word({ code, params }, language) ?? ofUpstreams.word({ code, params }, language);
    if (said === null || words === undefined) return said;
    return language === 'zh' ? `${said}：${words}` : `${said}: ${words}`;
  }
  const said = attemptFaultWords(code, language);
  if (words === undefined) return said;
  return language === 'zh' ? `${said}（${words}）` : `${said} (${words})`;
}

/** What an upstream did, in a language; any other text as it is. */
export function upstreamCauseWords(text: string, language: Locale): string {
  const read = readUpstreamCause(text);
  return (read === null ? null : wordCallCause(read, language)) ?? text;
}

/** A cause of the log in a language; as it is if it is the words of an upstream or of an older version. */
export function callCauseWords(text: string, language: Locale): string {
  const read = readCallCause(text);
  return (read === null ? null : wordCallCause(read, language)) ?? text;
}

/** Whether a cause is no more than the general text of its error. */
export function isGeneralCause(text: string, errorCode: string | null): errorCode is ErrorCode {
  return isErrorCode(errorCode) && errorCatalogue[errorCode].message === text;
}
