import { ApiError } from '@tollgate/contract/errors';

/** The refusal of a body that is not a form. */
export function invalidForm(what: string): ApiError {
  return new ApiError('invalid_form', { message: `The request body is not a valid form: ${what}.` });
}
