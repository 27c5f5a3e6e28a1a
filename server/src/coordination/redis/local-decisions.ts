import type { Admission, AdmitRequest, FiguresStore, WindowFigures } from '../../domain/limits/coordination.ts';
import { SlidingWindow } from '../../domain/limits/sliding-window.ts';
import { SweptMap } from '../shared/swept-map.ts';
import { storedFigures } from './find-figures.ts';
import { localRefusal } from './local-share.ts';
import type { Membership } from './membership.ts';
import type { OwnAccount } from './own-figures.ts';
import type { RedisCoordinationOptions } from './options.ts';
import type { OwnState } from './own-state.ts';
import { noRate } from './requests.ts';

/** Makes decisions while the server is unavailable, and hands them over when it is back. */
export class LocalDecisions {
  readonly #own: OwnState;
  readonly #membership: Membership;
  readonly #figures: FiguresStore;
  readonly #mayAdmit: () => boolean;
  readonly #free = new SweptMap<SlidingWindow>();

  constructor(own: OwnState, membership: Membership, options: Pick<RedisCoordinationOptions, 'figures' | 'mayAdmit'>) {
    this.#own = own;
    this.#membership = membership;
    this.#figures = options.figures;
    this.#mayAdmit = options.mayAdmit ?? (() => true);
  }

  async admit(request: AdmitRequest, account: OwnAccount): Promise<Admission> {
    const revision = this.#membership.revisions.get(account.id) ?? 0;
    if (request.revision < revision) return { admitted: false, refusal: { reason: 'stale', revision }, rate: noRate };
    if (this.#membership.isFenced) return { admitted: false, refusal: { reason: 'unavailable' }, rate: noRate };
    if (!request.strict) await this.#learn(account, request);
    if (!this.#mayAdmit()) return { admitted: false, refusal: { reason: 'unavailable' }, rate: noRate };
    const call = this.#own.call(request);
    const at = { nodes: this.#membership.parts.finder.nodes, nowMs: this.#own.rateNowMs };
    const refusal = localRefusal(request, account, call.limiters, at);
    if (refusal !== undefined) return { admitted: false, refusal, rate: noRate };
    this.#own.begin(request, account, call, true);
    this.#membership.decidedLocally += 1;
    this.#membership.markChanged(account);
    return { admitted: true, reservation: call.reservation, rate: noRate };
  }

  /** Returns how long to wait in ms, or `null` if the request was counted. */
  admitFree(bucket: string, perMinute: number): number | null {
    const nowMs = this.#own.rateNowMs;
    this.#free.sweep(2, (window) => window.count(nowMs) === 0);
    let window = this.#free.get(bucket);
    if (window === undefined) this.#free.set(bucket, (window = new SlidingWindow()));
    const waitMs = window.waitMs(Math.max(1, Math.floor(perMinute / this.#membership.parts.finder.nodes)), nowMs);
    if (waitMs > 0) return waitMs;
    window.add(nowMs);
    return null;
  }

  /** The last known figures of a window, otherwise those in the database. */
  async figures(account: OwnAccount, name: string): Promise<WindowFigures> {
    const { knownUsed = null, knownHeld = 0n } = account.windows.get(name) ?? {};
    if (knownUsed !== null && !this.#own.isOver(name)) return { used: knownUsed, held: knownHeld };
    const [used = 0n] = await storedFigures(this.#figures, [name]);
    return { used, held: 0n };
  }

  async #learn(account: OwnAccount, { money }: AdmitRequest): Promise<void> {
    const unknown = money.filter(({ window, limit }) => limit !== null && account.window(window).knownUsed === null);
    if (unknown.length === 0) return;
    const names = unknown.map(({ window }) => window);
    const stored = await storedFigures(this.#figures, names);
    for (const [index, name] of names.entries()) {
      const window = account.window(name);
      if (window.knownUsed === null) window.know(stored[index] ?? 0n, 0n);
    }
  }
}
