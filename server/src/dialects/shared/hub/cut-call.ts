import { plainText } from '../../../json/spanned.ts';
import type { Finish, HubAnswer } from './hub-event.ts';
import type { HubPart, ToolCallPart } from './hub-request.ts';

/**
 * Whether a limit or a filter cut an answer within its last part.
 * @param hasRefusal the model explained that it does not answer.
 */
export function isCut({ finish, hasRefusal }: { readonly finish: Finish; readonly hasRefusal: boolean }): boolean {
  return finish === 'length' || (finish === 'refused' && !hasRefusal);
}

function areWhole({ args }: ToolCallPart): boolean {
  // Arguments in other forms are whole, or cannot show that they are not.
  if (args.form !== 'text') return args.form === 'object';
  try {
    JSON.parse(plainText(args.json));
    return true;
  } catch {
    return false;
  }
}

/** The call of a whole answer that was cut before the end of its arguments; `null` if there is none. Agents must not run it. */
export function cutCallIn({ parts, finish }: Pick<HubAnswer, 'parts' | 'finish'>): ToolCallPart | null {
  const last = parts.at(-1);
  if (last?.kind !== 'toolCall' || !isCut({ finish, hasRefusal: hasRefusal(parts) })) return null;
  return areWhole(last) ? null : last;
}

/** Whether the model explained that it does not answer. */
export function hasRefusal(parts: readonly HubPart[]): boolean {
  return parts.some(({ kind }) => kind === 'refusal');
}
