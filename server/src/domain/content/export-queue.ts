/** The queue whose items are files of the call log to be made. */
export const exportQueue = 'export';
/** The queue of files of everything about an account. A queue of its own, because older nodes know calls alone. */
export const accountDataQueue = 'account-data';
