import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A change to the source of one module or Lua script. */
export interface Edit {
  /** Path from the root of the repository. */
  readonly file: string;
  /** Must occur in the file exactly once, so that no mutant silently loses its place in the code. */
  readonly find: string;
  readonly replace: string;
}

/** A test of the ordinary suite. */
export interface Catcher {
  /** Path from the root of the repository. */
  readonly file: string;
  /** The full name of the test, or its start if the rest is a figure. */
  readonly test: string;
}

/** A bug of a similar gateway, inserted into this one to check whether the ordinary tests notice. */
export interface Mutant {
  /** The class of bug. */
  readonly name: string;
  /** Source: advisory, issue or source file. */
  readonly rival: string;
  /** What this gateway does with the bug. */
  readonly reinserted: string;
  readonly edits: readonly Edit[];
  /** Tests that must notice the bug. */
  readonly caughtBy: readonly Catcher[];
}

/** The file that contains the entry of a mutant. */
function entryFileOf(name: string): string {
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('-mutants.ts'));
  const found = files.find((file) => readFileSync(join(import.meta.dirname, file), 'utf8').includes(name.replaceAll("'", "\\'")));
  return `server/test/mutants/${found ?? ''}`;
}

/** Applies the edits of a mutant to a text. @throws if the text to replace does not occur exactly once. */
export function edited(text: string, name: string, edits: readonly Edit[]): string {
  return edits.reduce((before, { file, find, replace }) => {
    const parts = before.split(find);
    if (parts.length === 2) return parts.join(replace);
    throw new Error(
      `the mutant "${name}" does not fit the code any more: ${file} has ${String(parts.length - 1)} places with the text to edit, ` +
        `and must have 1. Has the code moved or changed? Then update \`file\`, \`find\` and \`replace\` of that entry in ` +
        `${entryFileOf(name)}, so that it is the same bug in the new code. The text looked for: ${find}`,
    );
  }, text);
}
