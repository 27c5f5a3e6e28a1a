/** The tables of sign-in that are ours and not the library's. Times in milliseconds. */
export interface SignInTables {
  usedOnce: { purpose: string; value: string; expiresAt: number };
  knownDevice: { userId: string; device: string; seenAt: number };
}
