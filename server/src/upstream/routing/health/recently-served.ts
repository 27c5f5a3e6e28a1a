/** Which account a route served last, and when it last served another one. All times are monotonic. */
export class RecentlyServed {
  #account: string | null = null;
  #atMs = -Infinity;
  #othersAtMs = -Infinity;

  note(account: string, nowMs: number): void {
    if (account !== this.#account) {
      this.#othersAtMs = this.#atMs;
      this.#account = account;
    }
    this.#atMs = nowMs;
  }

  /** When the route last served an account other than this one. */
  othersAtMs(account: string): number {
    return account === this.#account ? this.#othersAtMs : this.#atMs;
  }
}
