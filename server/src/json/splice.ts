/** Replaces `[start, end)` with `with`. It is an insertion if both are equal, and a removal if `with` is empty. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly with: string;
}

/** The part of a member's position that edits need. All ends are exclusive. */
export interface MemberPlace {
  /** At the opening quote of the name. */
  readonly nameStart: number;
  readonly valueStart: number;
  readonly valueEnd: number;
}

/**
 * Applies edits to bytes. Edits must be ordered by `start` and must not overlap. Insertions at the same position are applied in their
 * order.
 * @returns the same buffer if there is nothing to edit.
 */
export function splice(bytes: Buffer, edits: readonly Edit[]): Buffer {
  if (edits.length === 0) return bytes;
  return Buffer.concat(cut(bytes, edits));
}

/** `splice` for documents too large to be copied for an edit or two. Returns the pieces in order. */
export function cut(bytes: Buffer, edits: readonly Edit[]): Buffer[] {
  const parts: Buffer[] = [];
  let at = 0;
  for (const edit of edits) {
    if (edit.start > at) parts.push(bytes.subarray(at, edit.start));
    if (edit.with !== '') parts.push(Buffer.from(edit.with));
    at = edit.end;
  }
  if (at < bytes.length) parts.push(bytes.subarray(at));
  return parts;
}

const bytesPerStep = 1024 * 1024;

/** `splice` for documents of tens of megabytes, which would block all other calls if they were copied at once. */
export function* spliceInSteps(bytes: Buffer, edits: readonly Edit[]): Generator<undefined, Buffer> {
  if (edits.length === 0) return bytes;
  const added = edits.reduce((sum, { start, end, with: text }) => sum + Buffer.byteLength(text) - (end - start), 0);
  const spliced = Buffer.allocUnsafe(bytes.length + added);
  let from = 0;
  let to = 0;
  let stepEnd = bytesPerStep;
  for (const { start, end, with: text } of [...edits, { start: bytes.length, end: bytes.length, with: '' }]) {
    while (from < start) {
      const copied = bytes.copy(spliced, to, from, Math.min(start, from + bytesPerStep));
      from += copied;
      to += copied;
      if (to < stepEnd) continue;
      yield;
      stepEnd = to + bytesPerStep;
    }
    to += spliced.write(text, to);
    from = end;
  }
  return spliced;
}

/** `splice` for text. */
export function spliceText(text: string, edits: readonly Edit[]): string {
  let result = '';
  let at = 0;
  for (const edit of edits) {
    result += text.slice(at, edit.start) + edit.with;
    at = edit.end;
  }
  return result + text.slice(at);
}

/**
 * The edits that change members of one object and keep it valid.
 * @param members in order of appearance.
 * @param change returns the new value as JSON text, `null` to remove the member, or `undefined` to leave it unchanged.
 */
export function memberEdits<Member extends MemberPlace>(
  members: readonly Member[],
  change: (member: Member) => string | null | undefined,
): Edit[] {
  const edits: Edit[] = [];
  let anyKept = false;
  let previousEnd = 0;
  members.forEach((member, position) => {
    const value = change(member);
    if (value === null) {
      const next = members[position + 1];
      // With every removed member, one comma is removed: the one before it or, if nothing precedes it, the one after it.
      if (anyKept) edits.push({ start: previousEnd, end: member.valueEnd, with: '' });
      else edits.push({ start: member.nameStart, end: next?.nameStart ?? member.valueEnd, with: '' });
    } else {
      anyKept = true;
      if (value !== undefined) edits.push({ start: member.valueStart, end: member.valueEnd, with: value });
    }
    previousEnd = member.valueEnd;
  });
  return edits;
}
