import { createHmac } from 'node:crypto';

/** `t=<seconds>,v1=<hex>`: with the secret, a receiver can verify that the body comes from us, and how old it is. */
export function webhookSignature(secret: string, body: string, nowMs: number): string {
  const seconds = String(Math.floor(nowMs / 1000));
  const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${digest}`;
}
