import { boundaryOf } from '../../forms/boundary.ts';
import { splitForm } from '../../forms/split-form.ts';
import type { SandboxStep } from './sandbox-exchange.ts';
import type { SandboxBody } from './sandbox-operation.ts';

/** A file of a form, with the parts that the sandbox uses. */
export interface SentFile {
  /** Name of its field, without brackets. */
  readonly field: string;
  readonly beginning: Buffer;
}

const beginningBytes = 16;

/** A form as the sandbox reads it: its texts as members, `metadata[…]` as members of `metadata`, and the beginnings of the `files`. */
export function* formBody(bytes: Buffer, contentType: string): Generator<SandboxStep, SandboxBody> {
  const splitting = splitForm(bytes, boundaryOf(contentType));
  let split = splitting.next();
  for (; split.done !== true; split = splitting.next()) yield { kind: 'turn' };
  const parts = split.value;
  const texts = parts.filter(({ file }) => file === null).map(({ name, content }) => [name, content.toString()] as const);
  const metadata = texts.flatMap(([name, text]) => {
    const [, knob] = /^metadata\[(\w+)\]$/.exec(name) ?? [];
    return knob === undefined ? [] : [[knob, text] as const];
  });
  const files = parts.flatMap(({ name, file, content }): SentFile[] =>
    file === null ? [] : [{ field: name.replace(/\[.*/, ''), beginning: content.subarray(0, beginningBytes) }],
  );
  return { ...Object.fromEntries(texts), metadata: Object.fromEntries(metadata), files };
}
