import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';

/** A program that some tests need, most of them servers. */
export interface ServerProgram {
  readonly name: string;
  /** Debian's package. */
  readonly debianPackage: string;
  isInstalled(): boolean;
  /** Why it cannot be used although it is installed, and what to do; `null` if it can. */
  whatElseIsMissing?(): string | null;
}

function missing(program: ServerProgram): string | null {
  const { name, debianPackage } = program;
  if (!program.isInstalled()) return `${name} is not installed, so this was NOT RUN: apt-get install ${debianPackage}`;
  const reason = program.whatElseIsMissing?.() ?? null;
  return reason === null ? null : `this was NOT RUN: ${reason}`;
}

/** Tests that need a server. Where it is missing that is said loudly, and where everything must be there (CI) it fails. */
export function withServer(program: ServerProgram, title: string, tests: () => void): void {
  const reason = missing(program);
  if (reason === null) {
    void describe(title, tests);
    return;
  }
  const isFatal = process.env.CI === 'true';
  void it(title, { skip: isFatal ? false : reason }, (_context: TestContext) => {
    throw new Error(reason);
  });
}
