import type * as AllRefusals from '@tollgate/contract/refusals/all-refusals';
import { wordRefusal, type RefusalParams } from '@tollgate/contract/refusals/refusal-words';

interface Named {
  readonly reason: string | null;
  readonly params: RefusalParams;
}

let words: typeof AllRefusals | null = null;

/** Loads the texts of all refusals on the first refusal. Until they are loaded, the English text of the server is shown. */
export async function loadRefusalWords(): Promise<void> {
  words ??= await import('@tollgate/contract/refusals/all-refusals').catch(() => null);
}

/** A refusal in Chinese; null if it has no text. */
export function refusalInChinese({ reason, params }: Named): string | null {
  if (reason === null || words?.isReason(reason) !== true) return null;
  return wordRefusal(words.refusals[reason].zh, params, 'zh');
}
