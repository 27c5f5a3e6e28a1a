import { ApiError, type NamedRefusal } from '@tollgate/contract/errors';
import { isReason, refusals } from '@tollgate/contract/refusals/all-refusals';
import { wordRefusal } from '@tollgate/contract/refusals/refusal-words';
import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** `routes[0].base_url` */
function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${String(part)}]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, '');
}

const expectedWords: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

const units: Readonly<Record<string, string>> = { string: ' characters', array: ' entries' };

/** Our own messages begin with "must"; all others are the library's defaults and are replaced. */
function ownWords(issue: Issue): string | null {
  return issue.message.startsWith('must ') ? issue.message : null;
}

function faultWords(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${expectedWords[issue.expected] ?? issue.expected}`;
    case 'too_small':
      if (issue.origin === 'string' && Number(issue.minimum) === 1) return 'must not be empty';
      return boundWords(issue.origin, 'least', issue.minimum);
    case 'too_big':
      return boundWords(issue.origin, 'most', issue.maximum);
    case 'invalid_value':
      return `must be one of: ${issue.values.map(String).join(', ')}`;
    default:
      return 'has a wrong form';
  }
}

function boundWords(origin: string, bound: 'least' | 'most', limit: number | bigint): string {
  const unit = units[origin];
  return unit === undefined ? `must be at ${bound} ${String(limit)}` : `must have at ${bound} ${String(limit)}${unit}`;
}

interface Fault {
  readonly param: string;
  readonly sentence: string;
  readonly missing: boolean;
  readonly refusal?: NamedRefusal;
}

/** A named refusal by one of our checks, with its field. */
function namedFault({ params }: z.core.$ZodIssueCustom, field: string): Fault | null {
  const { reason } = (params ?? {}) as Partial<NamedRefusal>;
  if (reason === undefined || !isReason(reason)) return null;
  const refusal = { reason, params: { field, ...(params as NamedRefusal).params } };
  return { param: field, sentence: wordRefusal(refusals[reason].en, refusal.params, 'en'), missing: false, refusal };
}

function faultsOf(issue: Issue, whole: string): readonly Fault[] {
  const path = pathText(issue.path);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const param = path === '' ? key.slice(0, 64) : `${path}.${key.slice(0, 64)}`;
      return { param, sentence: `\`${param}\` is not a known field here; remove it or correct its name.`, missing: false };
    });
  }
  if (issue.input === undefined && issue.path.length > 0 && issue.code !== 'custom') {
    return [{ param: path, sentence: `\`${path}\` is required.`, missing: true }];
  }
  const named = issue.code === 'custom' ? namedFault(issue, path) : null;
  if (named !== null) return [named];
  const name = path === '' ? whole : `\`${path}\``;
  return [{ param: path, sentence: `${name} ${ownWords(issue) ?? faultWords(issue)}.`, missing: false }];
}

const sentencesMax = 5;

/**
 * Describes the fault of a request in plain sentences. `error.param` names the first invalid field. Sent values are never repeated, because
 * they may be secrets.
 * @param whole the name of the whole input, for faults that concern no single field.
 */
export function readFault(error: z.core.$ZodError, whole: string): ApiError {
  const faults = error.issues.flatMap((issue) => faultsOf(issue, whole));
  const [first] = faults;
  const message = faults
    .slice(0, sentencesMax)
    .map(({ sentence }) => sentence)
    .join(' ');
  return new ApiError(first?.missing === true ? 'missing_required_parameter' : 'invalid_parameter', {
    message,
    param: first === undefined || first.param === '' ? null : first.param,
    ...(first?.refusal === undefined ? {} : { refusal: first.refusal }),
  });
}
