/** Whoever did not give the password did not want it after all: nothing has to be said. */
export class Declined extends Error {
  override readonly name = 'Declined';
}

export function isDeclined(error: unknown): boolean {
  return error instanceof Declined;
}
