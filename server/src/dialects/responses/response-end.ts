import { fieldsOf, type Fields } from '../shared/fields-of.ts';
import type { Finish } from '../shared/hub/hub-event.ts';

const incompleteReasons: ReadonlyMap<string, Finish> = new Map([
  ['max_output_tokens', 'length'],
  ['max_tokens', 'length'],
  ['content_filter', 'refused'],
]);

/** How a response ended. */
export interface ResponseEnd {
  /** `null` for a response that is not over, or has failed. */
  readonly finish: Finish | null;
  /** Whether the model was done. */
  readonly isNatural: boolean;
  /** An unknown reason, for the log: a word, never text that could be part of an answer. */
  readonly unknownReason: string | null;
}

function unknownReason(reason: string): string {
  return /^[\w .:-]{1,40}$/.test(reason) ? reason : 'a text that is no word';
}

/**
 * @param response the object of the protocol, whole or in the last event of a stream.
 * @param status its status, unless it has one itself.
 */
export function endOf(response: Fields, status: unknown = null): ResponseEnd {
  const stated = response.status ?? status;
  if (stated === 'completed') return { finish: 'stop', isNatural: true, unknownReason: null };
  if (stated !== 'incomplete') return { finish: null, isNatural: false, unknownReason: null };
  const { reason } = fieldsOf(response.incomplete_details);
  if (typeof reason !== 'string' || reason === '') return { finish: 'length', isNatural: false, unknownReason: null };
  const finish = incompleteReasons.get(reason);
  return { finish: finish ?? 'length', isNatural: false, unknownReason: finish === undefined ? unknownReason(reason) : null };
}
