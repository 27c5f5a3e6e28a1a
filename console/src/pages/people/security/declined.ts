/** The person canceled the password prompt, so no message is needed. */
export class Declined extends Error {
  override readonly name = 'Declined';
}

export function isDeclined(error: unknown): boolean {
  return error instanceof Declined;
}
