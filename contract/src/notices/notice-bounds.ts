/** The most messages that one request names. */
export const marksMax = 100;
