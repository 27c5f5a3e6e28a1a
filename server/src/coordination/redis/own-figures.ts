import type { Reservation } from '../../domain/limits/coordination.ts';
import { parseWindow, type ParsedWindow } from '../../domain/limits/window.ts';
import type { RateLimiter } from '../shared/rate-limiter.ts';
import { RenewedMap } from '../shared/renewed-map.ts';

/** A call that this node has admitted and not settled. */
export interface OwnCall {
  readonly reservation: Reservation;
  /** In the server's format. */
  entry: string;
  hasSlots: boolean;
  readonly limiters: readonly RateLimiter[];
  /** The key, if it has its own limits; else empty. */
  readonly limitedKeyId: string;
  /** Tokens reserved under the account's and the key's limit; empty if there is none. */
  readonly held: readonly [account: string, key: string];
  readonly expectedTokens: number;
  readonly strict: boolean;
  /** Ended process starts from which it was inherited: their entry there is this call. */
  readonly from: readonly string[];
}

/** The amounts that this node has posted and reserved in a window, and the last known ones of all nodes. */
export class OwnWindow {
  readonly name: string;
  readonly parsed: ParsedWindow;
  /** Posted by this incarnation. Only grows. */
  used = 0n;
  /** Calls open in it. */
  reservations = 0;
  /** The epoch in which the server has it listed as touched by this node. */
  listedIn: string | null = null;
  /** The amounts that all nodes had posted and reserved, as far as this one knows. */
  knownUsed: bigint | null = null;
  knownHeld = 0n;
  /** Admitted by the local share since then: reserved or posted. */
  local = 0n;
  touchedMs = 0;

  constructor(name: string) {
    this.name = name;
    this.parsed = parseWindow(name);
  }

  know(used: bigint, held: bigint): void {
    this.knownUsed = used;
    this.knownHeld = held;
  }
}

/** All that this node has in one account. */
export class OwnAccount {
  readonly id: string;
  /** Grows with every report; the server ignores earlier generations. */
  generation = 0;
  /** Does the server have this generation, in this epoch? */
  isPublished = false;
  /** Whether something happened here that was not reported to the server. */
  isChanged = false;
  /** Monotonic. */
  usedMs = 0;
  publishing: Promise<void> | undefined;
  finding: Promise<void> | undefined;
  readonly windows = new Map<string, OwnWindow>();
  readonly open = new RenewedMap<string, OwnCall>();

  constructor(id: string) {
    this.id = id;
  }

  window(name: string): OwnWindow {
    let window = this.windows.get(name);
    if (window === undefined) this.windows.set(name, (window = new OwnWindow(name)));
    return window;
  }

  /** It has nothing that other nodes must count. */
  get isEmpty(): boolean {
    if (this.open.size > 0) return false;
    for (const { used } of this.windows.values()) if (used !== 0n) return false;
    return true;
  }

  begin(call: OwnCall, isLocal: boolean): void {
    this.open.set(call.reservation.callId, call);
    for (const name of call.reservation.windows) {
      const window = this.window(name);
      window.reservations += 1;
      if (isLocal) window.local += call.reservation.amount;
    }
  }

  end(call: OwnCall, posted: bigint, nowMs: number): void {
    this.open.delete(call.reservation.callId);
    for (const name of call.reservation.windows) {
      const window = this.window(name);
      window.reservations -= 1;
      window.used += posted;
      window.touchedMs = nowMs;
    }
  }
}
