/** The queue of files of the call log to be created. */
export const exportQueue = 'export';
/** The queue of files with all data of an account. It is separate, because older nodes only know files of calls. */
export const accountDataQueue = 'account-data';
