/** Ends the command with a sentence on standard error and exit code 1. */
export class CommandFault extends Error {
  override readonly name = 'CommandFault';
}

/** It is unknown whether a request was executed, because there was no response. */
export class NoAnswer extends CommandFault {}

/** The command was entered incorrectly: exit code 2. */
export class UsageFault extends Error {
  override readonly name = 'UsageFault';
}
