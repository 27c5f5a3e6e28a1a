/** The tables of sign-in that rules of ours work on; of the library's, the columns that these name. Times of ours in milliseconds. */
export interface SignInTables {
  /** Values that may be used once, or are valid for a limited time. */
  usedOnce: { purpose: string; value: string; expiresAt: number };
  knownDevice: { userId: string; device: string; seenAt: number };
  user: { id: string; twoFactorEnabled: boolean | number | null };
  session: { id: string; userId: string; createdAt: unknown };
  account: { userId: string; providerId: string; accountId: string };
  passkey: { userId: string };
  twoFactor: { userId: string };
  verification: { value: string };
}
