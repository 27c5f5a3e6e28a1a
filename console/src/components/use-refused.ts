import { ApiError } from '../api/api-error.ts';

/** What the server said of a field, by the name it has there. */
export function useRefused(error: unknown): (param: string) => string | undefined {
  return (param) => (error instanceof ApiError && error.param?.split(/[[.]/)[0] === param ? error.message : undefined);
}
