/** Maximum number of messages in one request. */
export const marksMax = 100;
