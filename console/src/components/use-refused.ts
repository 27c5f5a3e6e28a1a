import { fieldWords, type FormName } from '@tollgate/contract/console/form-words';
import { ApiError } from '../api/api-error.ts';
import { useLanguage } from '../i18n/texts.ts';

/**
 * What is wrong with a field, by the name it has at the server.
 * @param form whose words are told in the language that is shown; without one the server's own stand there.
 */
export function useRefused(error: unknown, form?: FormName): (param: string) => string | undefined {
  const language = useLanguage();
  return (param) => {
    if (!(error instanceof ApiError) || error.param?.split(/[[.]/)[0] !== param) return undefined;
    const said = form === undefined ? null : fieldWords(form, error.code, error.param, language);
    return said ?? error.message;
  };
}

/** Whether what was refused is said at one of these fields, so that it is not said twice. */
export function isAtField(error: unknown, fields: readonly string[]): boolean {
  return error instanceof ApiError && error.param !== null && fields.includes(error.param.split(/[[.]/)[0] ?? '');
}
