import type { Note } from './features.ts';
import type { HubPart, MediaPart, TextPart } from './hub-request.ts';

/** The parts of a turn that has no files in other protocols. */
export function withoutFiles<Part extends HubPart>(
  parts: readonly Part[],
  param: string,
  note: Note,
): Exclude<Part, MediaPart>[] {
  const others = parts.filter((part): part is Exclude<Part, MediaPart> => part.kind !== 'media');
  if (others.length < parts.length) note('misplaced_files', param);
  return others;
}

/** The texts of a system message. */
export function textsAlone(parts: readonly HubPart[], param: string, note: Note): TextPart[] {
  return withoutFiles(parts, param, note).filter((part) => part.kind === 'text');
}
