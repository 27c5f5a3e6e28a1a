/** Ends the command with a sentence on standard error and exit code 1. */
export class CommandFault extends Error {
  override readonly name = 'CommandFault';
}

/** A mistake in how the command was written: exit code 2. */
/** Whether a request was carried out is not known: no answer came. */
export class NoAnswer extends CommandFault {}

export class UsageFault extends Error {
  override readonly name = 'UsageFault';
}
