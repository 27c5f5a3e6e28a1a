import { boundaryOf } from '../../forms/boundary.ts';
import { splitForm } from '../../forms/split-form.ts';
import type { SandboxStep } from './sandbox-exchange.ts';
import type { SandboxBody } from './sandbox-operation.ts';

/** A file of a form, as far as the sandbox looks at it. */
export interface SentFile {
  /** Name of its field, without brackets. */
  readonly field: string;
  readonly beginning: Buffer;
}

const beginningBytes = 16;

/** A form as the sandbox reads it: its texts as members, `metadata[…]` as the members of `metadata`, and how the `files` begin. */
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
