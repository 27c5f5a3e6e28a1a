import type { FormName } from '@tollgate/contract/refusals/form-words';
import { ApiError } from '../../api/http/api-error.ts';
import { useLanguage } from '../../i18n/texts.ts';
import { refusalText } from './refusal-text.ts';

/**
 * Returns the error of a field by its API name.
 * @param form whose fields have separate texts.
 */
export function useRefused(error: unknown, form?: FormName): (param: string) => string | undefined {
  const language = useLanguage();
  return (param) => {
    if (!(error instanceof ApiError) || error.param?.split(/[[.]/)[0] !== param) return undefined;
    return refusalText(error, language, form);
  };
}

/** Whether the refusal appears at one of these fields, so that it is not shown twice. */
export function isAtField(error: unknown, fields: readonly string[]): boolean {
  return error instanceof ApiError && error.param !== null && fields.includes(error.param.split(/[[.]/)[0] ?? '');
}
