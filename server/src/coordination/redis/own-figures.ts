import type { Reservation } from '../../domain/limits/coordination.ts';
import { parseWindow, type ParsedWindow } from '../../domain/limits/window.ts';
import type { RateLimiter } from '../shared/rate-limiter.ts';
import { RenewedMap } from '../shared/renewed-map.ts';

/** A call that this node has admitted and not yet settled. */
export interface OwnCall {
  readonly reservation: Reservation;
  /** In the server's format. */
  entry: string;
  hasSlots: boolean;
  readonly limiters: readonly RateLimiter[];
  /** The key, if it has its own limits; otherwise empty. */
  readonly limitedKeyId: string;
  /** Tokens reserved under the account's and the key's limit; empty if there are none. */
  readonly held: readonly [account: string, key: string];
  readonly expectedTokens: number;
  readonly strict: boolean;
  /** Ended process starts from which the call was inherited: their entries for it are this call. */
  readonly from: readonly string[];
}

/** The amounts that this node has posted and reserved in a window, and the last known ones of all nodes. */
export class OwnWindow {
  readonly name: string;
  readonly parsed: ParsedWindow;
  /** Posted by this incarnation; only grows. */
  used = 0n;
  /** Number of calls that are open in the window. */
  reservations = 0;
  /** The epoch in which the server lists the window as touched by this node. */
  listedIn: string | null = null;
  /** The amounts that all nodes had posted and reserved, as last known to this node. */
  knownUsed: bigint | null = null;
  knownHeld = 0n;
  /** Amounts admitted by the local share since then, reserved or posted. */
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

/** This node's state of one account. */
export class OwnAccount {
  readonly id: string;
  /** Increases with every report; the server ignores earlier generations. */
  generation = 0;
  /** Whether the server has this generation, in this epoch. */
  isPublished = false;
  /** Whether something changed here that was not reported to the server. */
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

  /** Whether the account has nothing that other nodes must count. */
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
