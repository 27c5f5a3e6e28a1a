import { fieldsIn, itemsIn, plainText, textIn, wordIn, type SpannedValue, type Text } from '../../../json/spanned.ts';
import type { ReasoningPart } from '../../shared/hub/hub-request.ts';

/** Between the texts of two parts in `reasoning_content`. */
export const reasoningGap = '\n\n';

/** The part of an answer's reasoning that a seal proves. */
interface Sealed {
  readonly isSummary: boolean;
  /** Of its text in `reasoning_content`, in UTF-16 units. */
  readonly length: number;
  readonly seal: string;
}

const named = /^tg_(reasoning|summary)_(\d{1,9})$/;

/**
 * A seal in the member `reasoning_details`, which clients send back as it is. Its text is in `reasoning_content`; the ID says how much of
 * it is meant, because only the unchanged text belongs to a seal.
 */
export function detailJson({ isSummary, length, seal }: Sealed, index: number): string {
  const id = `tg_${isSummary ? 'summary' : 'reasoning'}_${String(length)}`;
  return `{"type":"reasoning.encrypted","id":"${id}","data":${JSON.stringify(seal)},"format":"tollgate","index":${String(index)}}`;
}

function sealedIn(details: SpannedValue | undefined): Sealed[] {
  return itemsIn(details).flatMap((item): Sealed[] => {
    const detail = fieldsIn(item);
    const data = textIn(detail?.data);
    const [, kind, length] = named.exec(wordIn(detail?.id) ?? '') ?? [];
    if (data === null || kind === undefined) return [];
    return [{ isSummary: kind === 'summary', length: Number(length), seal: plainText(data) }];
  });
}

/** The text of each seal; `null` if they do not fit the whole text. */
function split(text: string, sealed: readonly Sealed[]): (string | null)[] | null {
  let at = 0;
  const texts = sealed.map(({ length }): string | null => {
    if (length === 0) return null;
    if (at > 0) at += text.startsWith(reasoningGap, at) ? reasoningGap.length : Number.NaN;
    const own = text.slice(at, at + length);
    at += length;
    return own;
  });
  return at === text.length ? texts : null;
}

/**
 * What an assistant thought in an earlier turn, from its text and the seals that belong to it. If the text was changed, a seal of raw
 * thinking is no longer valid; seals without a text are.
 */
export function readReasoning(text: Text | null, details: SpannedValue | undefined): ReasoningPart[] {
  const sealed = sealedIn(details);
  const texts = sealed.length === 0 ? null : split(text === null ? '' : plainText(text), sealed);
  if (texts !== null)
    return sealed.map(({ isSummary, seal }, at) => ({ kind: 'reasoning', text: texts[at] ?? null, isSummary, seal }));
  const lone = sealed.filter(({ isSummary, length }) => isSummary || length === 0);
  const parts = lone.map(({ isSummary, seal }): ReasoningPart => ({ kind: 'reasoning', text: null, isSummary, seal }));
  return text === null || text === '' ? parts : [{ kind: 'reasoning', text, isSummary: false, seal: null }, ...parts];
}
