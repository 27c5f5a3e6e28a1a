import { BodyScanner } from '../../json/body-scanner.ts';
import { findElements } from '../../json/find-elements.ts';
import type { ScannedBody } from '../../json/scanned-body.ts';
import { splice } from '../../json/splice.ts';

/** Splits a request into several whose list of this name has at most `most` elements. Everything else is unchanged. */
export function* splitList(body: ScannedBody, name: string, most: number): Generator<ScannedBody> {
  const span = body.members.get(name);
  if (span === undefined) return;
  const list = body.bytes.subarray(span.valueStart, span.valueEnd);
  const elements = findElements(list);
  for (let at = 0; at < elements.length; at += most) {
    const [first, last] = [elements[at], elements[Math.min(at + most, elements.length) - 1]];
    if (first === undefined || last === undefined) return;
    const before = { start: span.valueStart + 1, end: span.valueStart + first.start, with: '' };
    const behind = { start: span.valueStart + last.end, end: span.valueEnd - 1, with: '' };
    const scanner = new BodyScanner();
    scanner.push(splice(body.bytes, [before, behind]));
    yield scanner.finish();
  }
}
