import { fieldWords, type FormName } from '@tollgate/contract/console/form-words';
import { refusalInChinese } from '@tollgate/contract/console/refusal-words';
import type { ApiError } from '../api/api-error.ts';
import type { Language } from '../i18n/language.ts';

/** What the server said more exactly than by code and field, where we have words for it. */
export function exactText({ message }: ApiError, language: Language): string | null {
  const chinese = refusalInChinese(message);
  return language === 'zh' || chinese === null ? chinese : message;
}

/**
 * What was refused and what to do: said exactly, else of the field, else in the server's words.
 * @param form whose fields have words of their own.
 */
export function refusalText(error: ApiError, language: Language, form: FormName | undefined): string {
  const { code, param, message } = error;
  return exactText(error, language) ?? (param === null ? null : fieldWords(form, code, param, language)) ?? message;
}
