const refusing: ReadonlySet<number> = new Set([400, 422]);
const readBytesMax = 64 * 1024;
/** How vendors refuse thinking that another model, or another account, has sealed. */
const refusal =
  /\bsignature\b.{0,80}\b(?:thinking|thought)\b|\b(?:thinking|thought)\b.{0,80}\bsignature\b|invalid_encrypted_content|encrypted[ _]content.{0,2000}\bcould not be (?:verified|decrypted|parsed)/is;

/** Whether an upstream refuses the thinking of earlier turns, without which it may serve the request. */
export function refusesSeals(status: number, bytes: Buffer): boolean {
  return refusing.has(status) && refusal.test(bytes.toString('utf8', 0, readBytesMax));
}
