/** The queue of files of the call log to be created. */
export const exportQueue = 'export';
/** The queue of files with everything about an account. A separate queue, because older nodes know calls only. */
export const accountDataQueue = 'account-data';
