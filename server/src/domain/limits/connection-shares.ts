import { siteOf } from './ip-address.ts';

export interface ConnectionSharesOptions {
  /** Maximum number of connections from all networks together. */
  readonly max: number;
  /** Addresses that connect on behalf of many clients; they have no limit. */
  readonly isProxy: (address: string) => boolean;
  readonly onRefused: (network: string, held: number) => void;
}

/**
 * Counts the connections of each client network. A network may hold at most as many as are free (dynamic thresholds, Choudhury and Hahne,
 * 1998). A single network gets half of them, and the next one always finds room.
 */
export class ConnectionShares {
  readonly #options: ConnectionSharesOptions;
  readonly #held = new Map<string, number>();
  #total = 0;

  constructor(options: ConnectionSharesOptions) {
    this.#options = options;
  }

  /** @returns a function to call when the connection ends; `null` if it is refused. */
  enter(address: string | undefined): (() => void) | null {
    const { max, isProxy, onRefused } = this.#options;
    const network = address === undefined || isProxy(address) ? null : siteOf(address);
    const held = network === null ? 0 : (this.#held.get(network) ?? 0);
    if (network !== null && held > 0 && held >= max - this.#total) {
      onRefused(network, held);
      return null;
    }
    this.#total += 1;
    if (network !== null) this.#held.set(network, held + 1);
    return () => {
      this.#total -= 1;
      if (network === null) return;
      const left = (this.#held.get(network) ?? 1) - 1;
      if (left === 0) this.#held.delete(network);
      else this.#held.set(network, left);
    };
  }
}
