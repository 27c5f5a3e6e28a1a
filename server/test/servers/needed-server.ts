import { describe, it } from 'node:test';

/** A program that some tests need, most of them servers. */
export interface ServerProgram {
  readonly name: string;
  /** The command that installs it. */
  readonly installedBy: string;
  isInstalled(): boolean;
  /** Why this machine does not let it be used although it is installed, and what to do; `null` if it does. */
  whatIsForbidden?(): string | null;
}

/** Tests that need a server. Where it is missing that is said loudly, and where everything must be there (CI) it fails. */
export function withServer(program: ServerProgram, title: string, tests: () => void): void {
  const { name, installedBy } = program;
  if (!program.isInstalled()) {
    const reason = `${name} is not installed, so this was NOT RUN: ${installedBy}`;
    void it(title, { skip: process.env.CI === 'true' ? false : reason }, () => {
      throw new Error(reason);
    });
    return;
  }
  const forbidden = program.whatIsForbidden?.() ?? null;
  if (forbidden === null) void describe(title, tests);
  // Nobody can install a right: it counts as not run everywhere.
  else void it(title, { skip: `this was NOT RUN: ${forbidden}` });
}
