/** How long rows of the call log are kept. */
export const callRetentionDays = 90;
/** How long songs are kept. */
export const objectRetentionDays = 7;
/** How long messages to accounts are kept. */
export const noticeRetentionDays = 180;
/** How long a request with an idempotency key is not carried out again. */
export const idempotencyKeyDays = 365;
/** How long after its end an invitation is kept. */
export const expiredInvitationDays = 30;
