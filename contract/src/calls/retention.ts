/** Retention of call log rows. */
export const callRetentionDays = 90;
/** Retention of generated songs. */
export const objectRetentionDays = 7;
/** Retention of messages to accounts. */
export const noticeRetentionDays = 180;
/** Period during which a repeated idempotency key does not run the request again. */
export const idempotencyKeyDays = 365;
/** Retention of invitations after they expire. */
export const expiredInvitationDays = 30;
