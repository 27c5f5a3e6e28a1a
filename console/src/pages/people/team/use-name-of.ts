import type { Member } from '../../../api/members.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { texts } from './texts.ts';

/** A member's display name. */
export function useNameOf(): (member: Member) => string {
  const t = useTexts(texts);
  return ({ name, email }) => name ?? email ?? t.gone;
}
