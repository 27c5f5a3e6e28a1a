/** The queue whose items are files of the call log to be made. */
export const exportQueue = 'export';
