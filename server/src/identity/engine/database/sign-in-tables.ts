/**
 * The sign-in tables that our own rules use; of the library's tables, only the columns that these rules name. Our own times are in
 * milliseconds.
 */
export interface SignInTables {
  /** Values that may be used only once, or are valid for a limited time. */
  usedOnce: { purpose: string; value: string; expiresAt: number };
  knownDevice: { userId: string; device: string; seenAt: number };
  user: { id: string; twoFactorEnabled: boolean | number | null };
  session: { id: string; userId: string; createdAt: unknown };
  account: { userId: string; providerId: string; accountId: string };
  passkey: { userId: string };
  twoFactor: { userId: string };
  verification: { value: string };
}
