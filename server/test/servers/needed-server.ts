import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';

/** A program that some tests need, most of them servers. */
export interface ServerProgram {
  readonly name: string;
  /** Debian's package. */
  readonly debianPackage: string;
  isInstalled(): boolean;
}

function missing({ name, debianPackage }: ServerProgram): string {
  return `${name} is not installed, so this was NOT RUN: apt-get install ${debianPackage}`;
}

/** Tests that need a server. Where it is missing that is said loudly, and where everything must be there (CI) it fails. */
export function withServer(program: ServerProgram, title: string, tests: () => void): void {
  if (program.isInstalled()) {
    void describe(title, tests);
    return;
  }
  const isFatal = process.env.CI === 'true';
  void it(title, { skip: isFatal ? false : missing(program) }, (_context: TestContext) => {
    throw new Error(missing(program));
  });
}
