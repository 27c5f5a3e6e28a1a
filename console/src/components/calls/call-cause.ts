import { isGeneralCause, wordCallCause } from '@tollgate/contract/calls/call-causes';
import type { Language } from '../../i18n/language.ts';

interface Caused {
  readonly error: string | null;
  readonly error_code: string | null;
  readonly cause: { readonly code: string; readonly params: Readonly<Record<string, string>> } | null;
}

/** The specific cause of a call in a language; `null` if there is none, or only words of an upstream or of another version. */
export function causeWords({ cause }: Pick<Caused, 'cause'>, language: Language): string | null {
  return cause === null ? null : wordCallCause(cause, language);
}

/** The words of an upstream or of another version, which are shown as they are; `null` if there are none. */
export function foreignCause(call: Caused, language: Language): string | null {
  const { error, error_code: code } = call;
  return error === null || isGeneralCause(error, code) || causeWords(call, language) !== null ? null : error;
}
