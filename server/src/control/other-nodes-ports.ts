/** The other nodes of a fleet. They admit calls based on changes made here, and make changes themselves. */
export interface OtherNodes {
  /** Resolves when all changes that they made earlier are known here. */
  caughtUp(): Promise<void>;
  /** Resolves when no node admits a call under the earlier state of these accounts, or of parts of them. */
  accountsChanged(accountIds: readonly string[]): Promise<void>;
  /** Waits until they have the current catalogue. */
  catalogChanged(): Promise<void>;
  /** Waits until they have the current announcements. */
  newsChanged(): Promise<void>;
}
