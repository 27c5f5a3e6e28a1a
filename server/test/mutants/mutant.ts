import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One change of the source text of one module, or of one script in Lua. */
export interface Edit {
  /** From the root of the repository. */
  readonly file: string;
  /** Must occur in the file exactly once, so that no mutant drifts away from the code unnoticed. */
  readonly find: string;
  readonly replace: string;
}

/** A test of the ordinary suite. */
export interface Catcher {
  /** From the root of the repository. */
  readonly file: string;
  /** The test's whole name, or its beginning where the rest is a figure. */
  readonly test: string;
}

/** A bug of a gateway like ours, put into this one to see whether the ordinary tests notice. */
export interface Mutant {
  /** The class of bug. */
  readonly name: string;
  /** Where it was found, by advisory, issue or source file. */
  readonly rival: string;
  /** What this gateway does once it has the bug. */
  readonly reinserted: string;
  readonly edits: readonly Edit[];
  /** Each of them must notice. */
  readonly caughtBy: readonly Catcher[];
}

/** The file that has the entry of a mutant. */
function entryFileOf(name: string): string {
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('-mutants.ts'));
  const found = files.find((file) => readFileSync(join(import.meta.dirname, file), 'utf8').includes(name.replaceAll("'", "\\'")));
  return `server/test/mutants/${found ?? ''}`;
}

/** The text with the edits of a mutant that concern it. @throws when a place to edit is not there exactly once. */
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
