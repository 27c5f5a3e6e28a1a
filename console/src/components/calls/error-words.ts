import { errorWordsZh, type ErrorPair } from '@tollgate/contract/error-words-zh';
import { errorCatalogue, isErrorCode } from '@tollgate/contract/errors';
import { withContact } from '../../i18n/support-words.ts';
import { useLanguage } from '../../i18n/texts.ts';
import { paths } from '../../paths.ts';

interface ErrorWords {
  /** The cause, in a sentence. */
  readonly cause: string;
  /** How to fix it. */
  readonly remedy: string;
}

/** Endings that have no error code of the gateway. */
const endings: Readonly<Record<string, { readonly zh: ErrorPair; readonly en: ErrorPair }>> = {
  client_left: {
    zh: ['客户端在回答结束前断开', '调长客户端和代理的超时，完整读取回答。'],
    en: [
      'The client disconnected before the answer ended',
      'Increase the timeouts of the client and its proxy, and read answers to the end.',
    ],
  },
};

/** Cause and remedy of an error code in the current language; null for a code of another version. */
export function useErrorWords(): (code: string | null) => ErrorWords | null {
  const language = useLanguage();
  return (code) => {
    const ending = code === null ? undefined : endings[code]?.[language];
    if (ending !== undefined) return { cause: ending[0], remedy: ending[1] };
    if (!isErrorCode(code)) return null;
    const { message, remedy } = errorCatalogue[code];
    const own = language === 'zh' ? errorWordsZh[code] : undefined;
    return own === undefined ? { cause: message, remedy: withContact(remedy) } : { cause: own[0], remedy: withContact(own[1]) };
  };
}

const ofKeys: readonly string[] = [
  'daily_cap_reached',
  'monthly_cap_reached',
  'ip_not_allowed',
  'model_not_allowed',
  'cap_reserved',
];

/** Path to the remedy: the settings of the key, or a chapter of the guide. */
export function remedyPath(code: string, keyId: string | null): string {
  return ofKeys.includes(code) && keyId !== null ? paths.key(keyId) : paths.guide('errors', code);
}
