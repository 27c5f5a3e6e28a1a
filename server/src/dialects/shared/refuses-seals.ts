import type { Quirks } from '@tollgate/contract/catalogue/quirks';
import type { AttemptPlan } from '../dialect.ts';

const refusing: ReadonlySet<number> = new Set([400, 422]);
const readBytesMax = 64 * 1024;
/** How vendors refuse thinking that another model, or another account, has sealed. */
const refusal =
  /\bsignature\b.{0,80}\b(?:thinking|thought)\b|\b(?:thinking|thought)\b.{0,80}\bsignature\b|invalid_encrypted_content|encrypted[ _]content.{0,2000}\bcould not be (?:verified|decrypted|parsed)|\bmalformed encrypted reasoning\b/is;
/** How vendors refuse a conversation whose earlier turns lack their thinking. */
const missing = /\b(?:reasoning_content|thinking)\b.{0,80}\b(?:must be passed back|is missing)\b/is;

/** Whether an upstream refuses the thinking of earlier turns, without which it may serve the request. */
export function refusesSeals(status: number, bytes: Buffer): boolean {
  return refusing.has(status) && refusal.test(bytes.toString('utf8', 0, readBytesMax));
}

/** Recognizes a refusal of a conversation that lost its thinking, which the gateway can replace with empty thinking. */
export function readThinkingQuirk(status: number, bytes: Buffer, { quirks }: AttemptPlan): Quirks | null {
  if (quirks.wantsReasoningBack === true || !refusing.has(status)) return null;
  return missing.test(bytes.toString('utf8', 0, readBytesMax)) ? { wantsReasoningBack: true } : null;
}
