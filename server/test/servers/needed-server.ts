import { describe, it } from 'node:test';

/** A program that some tests need, usually a server. */
export interface ServerProgram {
  readonly name: string;
  /** The command that installs it. */
  readonly installedBy: string;
  isInstalled(): boolean;
  /** Why this machine does not allow its use although it is installed, and what to do; `null` if it does. */
  whatIsForbidden?(): string | null;
}

/** Tests that need a server. If it is missing, this is reported clearly; where everything must be installed (CI), it fails. */
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
  // Permissions cannot be installed, so this counts as not run everywhere.
  else void it(title, { skip: `this was NOT RUN: ${forbidden}` });
}
