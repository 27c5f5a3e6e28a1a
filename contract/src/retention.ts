/** How long rows of the call log are kept. */
export const callRetentionDays = 90;
