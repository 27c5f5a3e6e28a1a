import { idempotencyKeyDays } from './calls/retention.ts';

/** Of routes of accounts that are carried out once. */
export const onceDescription = `Needs a header \`Idempotency-Key\`: within ${String(idempotencyKeyDays)} days the same content under the same key is carried out once and answered alike however often it is sent; other content under it is refused with 409.`;

/** Of routes of operators that are carried out once where the request names a key. */
export const operatorOnceDescription = `With a header \`Idempotency-Key\` the same content is carried out once within ${String(idempotencyKeyDays)} days and answered alike however often it is sent; other content under the same key is refused with 409.`;
