/** How long rows of the call log are kept. */
export const callRetentionDays = 90;
/** How long songs are kept. */
export const objectRetentionDays = 7;
