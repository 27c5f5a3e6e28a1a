/** Ends the command with a sentence on standard error and exit code 1. */
export class CommandFault extends Error {
  override readonly name = 'CommandFault';
}

/** Whether a request was carried out is not known: no answer came. */
export class NoAnswer extends CommandFault {}

/** A mistake in how the command was written: exit code 2. */
export class UsageFault extends Error {
  override readonly name = 'UsageFault';
}
