import { idempotencyKeyDays } from './calls/retention.ts';

/** For account routes that run each request only once. */
export const onceDescription = `Needs an \`Idempotency-Key\` header: within ${String(idempotencyKeyDays)} days, repeated requests with the same key and content run once and get the same response. Other content with the same key is refused with 409.`;

/** For operator routes that run a request only once if it has an idempotency key. */
export const operatorOnceDescription = `With an \`Idempotency-Key\` header, repeated requests with the same content run once within ${String(idempotencyKeyDays)} days and get the same response. Other content with the same key is refused with 409.`;
