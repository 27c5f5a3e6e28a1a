import { ApiError } from '@tollgate/contract/errors';
import type { KnownNames } from '../../json/known-names.ts';

/** `null` for a valid value, otherwise a text that says what it must be. */
export type Check = (value: unknown) => string | null;

export const check = {
  boolean: (value: unknown) => (typeof value === 'boolean' ? null : 'must be true or false'),
  object: (value: unknown) => (isFields(value) ? null : 'must be an object'),
  string: (value: unknown) => (typeof value === 'string' ? null : 'must be a string'),
  stringOrObject: (value: unknown) => (typeof value === 'string' || isFields(value) ? null : 'must be a string or an object'),
  integer:
    (min: number, max: number): Check =>
    (value) =>
      typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
        ? null
        : `must be a whole number from ${String(min)} to ${String(max)}`,
  number:
    (min: number, max: number): Check =>
    (value) =>
      typeof value === 'number' && value >= min && value <= max ? null : `must be a number from ${String(min)} to ${String(max)}`,
} as const;

export function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function invalid(param: string, what: string): ApiError {
  return new ApiError('invalid_parameter', { message: `\`${param}\` ${what}.`, param });
}

export function missing(param: string, what: string): ApiError {
  return new ApiError('missing_required_parameter', { message: `\`${param}\` is missing: ${what}.`, param });
}

/** `null` means absent, as everywhere in this API. */
export function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

/**
 * Refuses a member that the gateway ignores but some upstreams read, because they ignore case.
 * @param path of `value`; a function, because it is hardly ever needed.
 * @throws {ApiError} 400 that names the member.
 */
export function refuseMistakable(value: Readonly<Record<string, unknown>>, known: KnownNames, path?: () => string): void {
  for (const name of Object.keys(value)) {
    const meant = known.mistakenFor(name);
    if (meant === null) continue;
    const param = path === undefined ? name : `${path()}.${name}`;
    const fault = `differs from \`${meant}\` only in upper and lower case, and some upstreams take the one for the other`;
    throw invalid(param, `${fault}; write \`${meant}\``);
  }
}
