import type { Locale } from '@tollgate/contract/enumerations';
import { fieldWords, type FormName } from '@tollgate/contract/refusals/form-words';
import type { ApiError } from '../../api/http/api-error.ts';
import { refusalInChinese } from '../../api/http/refusal-words.ts';

/** The text of a refusal by its reason, which is more exact than code and field; null if there is none. */
export function exactText(error: ApiError, language: Locale): string | null {
  return language === 'zh' ? refusalInChinese(error) : error.reason === null ? null : error.message;
}

/**
 * What was refused and what to do: the text of the reason, or else of the field, or else of the server.
 * @param form whose fields have separate texts.
 */
export function refusalText(error: ApiError, language: Locale, form: FormName | undefined): string {
  const { code, param, message } = error;
  return exactText(error, language) ?? (param === null ? null : fieldWords(form, code, param, language)) ?? message;
}
