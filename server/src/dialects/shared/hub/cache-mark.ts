import { fieldsIn, type SpannedObject } from '../../../json/spanned.ts';
import type { Note } from './features.ts';
import type { CacheMark } from './hub-request.ts';

/** The breakpoint at a part or tool, in either of the two forms that clients use. */
export function cacheMarkOf(part: SpannedObject, note: Note, param: string): CacheMark | null {
  const name = fieldsIn(part.cache_control) === null ? 'prompt_cache_breakpoint' : 'cache_control';
  const mark = fieldsIn(part[name]);
  if (mark === null) return null;
  note('cache_marks', `${param}.${name}`);
  return { ttl: mark.ttl === '1h' || mark.ttl === '5m' ? mark.ttl : null };
}
