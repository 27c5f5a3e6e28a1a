import type { Locale } from '@tollgate/contract/enumerations';
import { fieldWords, type FormName } from '@tollgate/contract/refusals/form-words';
import type { ApiError } from '../../api/http/api-error.ts';
import { refusalInChinese } from '../../api/http/refusal-words.ts';

/** What the server refused by a name of its own, more exact than code and field; null where it did not, or the words are missing. */
export function exactText(error: ApiError, language: Locale): string | null {
  return language === 'zh' ? refusalInChinese(error) : error.reason === null ? null : error.message;
}

/**
 * What was refused and what to do: said exactly, else of the field, else in the server's words.
 * @param form whose fields have words of their own.
 */
export function refusalText(error: ApiError, language: Locale, form: FormName | undefined): string {
  const { code, param, message } = error;
  return exactText(error, language) ?? (param === null ? null : fieldWords(form, code, param, language)) ?? message;
}
