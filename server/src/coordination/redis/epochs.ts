import { createHash } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import { keys } from './keys.ts';
import type { Logger } from '../../platform/logger.ts';
import { AwayError, DamagedError, UnknownScriptError, type Link, type Reply } from './link.ts';
import { beginEpoch, codes, scriptNames, scriptText, type ScriptName } from './scripts.ts';

/** Number of digits of the time at the start of an epoch's name, which make names sort by age. */
const timeLength = 15;

/** Any other value in place of a name is invalid. */
const shape = /^0\d{14}-[0-9a-f]{12}$/;

export interface EpochsOptions {
  readonly link: Link;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly incarnation: string;
  /** Ensures that the server belongs to this installation. */
  readonly claim: () => Promise<void>;
  /** Called when all data reported earlier is, or may be, lost. */
  readonly onNew: (epoch: string) => void;
}

/**
 * An epoch is a period in which the server has lost nothing. Its scripts contain its name and are loaded once, by the process that begins
 * the epoch, before it begins. The server keeps scripts in memory only. A server process that was not there when the epoch began (a
 * restart, a promoted replica, a new cluster member) does not know the scripts, regardless of its data. The first command sent to it
 * reveals that.
 */
export class Epochs {
  current = '';
  begun = 0;
  readonly #options: EpochsOptions;
  readonly #suffix: string;
  #shas = new Map<ScriptName, string>();
  #lastMs = 0n;
  /** The latest epoch in which an account was found. If a clock was ahead, it may be later than any epoch that would begin now. */
  #latestFound = '';
  #renewing: Promise<void> | undefined;

  constructor(options: EpochsOptions) {
    this.#options = options;
    this.#suffix = createHash('sha256').update(options.incarnation).digest('hex').slice(0, 12);
  }

  /**
   * Runs a script of the current epoch.
   * @param windowKeys the keys that the script uses besides its own.
   * @throws {AwayError} also if the epoch turns out to be lost; a new one is then already starting.
   * @throws {DamagedError} if it found a value that we did not write. All affected data is then discarded and reported again.
   */
  async run(
    name: ScriptName,
    scriptKeys: readonly string[],
    args: readonly string[],
    windowKeys: readonly string[] = [],
  ): Promise<Reply> {
    const [sha, epoch] = [this.#shas.get(name), this.current];
    if (sha === undefined) throw new AwayError('no epoch has begun');
    const command = ['EVALSHA', sha, String(scriptKeys.length), ...scriptKeys, ...args];
    try {
      const reply = await this.#options.link.send(scriptKeys[0] ?? '', command);
      this.#noteLater(reply);
      return reply;
    } catch (error) {
      if (error instanceof DamagedError) await this.discard(error.message, [...scriptKeys, ...windowKeys]);
      if (!(error instanceof UnknownScriptError)) throw error;
      await this.renew(epoch);
      throw new AwayError('the server has lost its state');
    }
  }

  #noteLater(reply: Reply): void {
    const [code, epoch] = Array.isArray(reply) ? (reply as readonly unknown[]) : [];
    if (code === codes.epoch && typeof epoch === 'string' && epoch > this.#latestFound) this.#latestFound = epoch;
  }

  /** Checks that the epoch is still the known one, and that it began on every server. */
  async check(): Promise<void> {
    const { link } = this.#options;
    const now = await this.#read();
    const sha = this.#shas.get('admit');
    if (now !== this.current || sha === undefined) return this.renew(this.current);
    const known = (await link.sendToAll(['SCRIPT', 'EXISTS', sha])) as readonly (readonly number[])[];
    if (known.some(([exists]) => exists !== 1)) await this.renew(this.current);
  }

  /** Moves to the epoch after `lost`, and past any in which an account was found. Begins it if no node has. */
  renew(lost: string): Promise<void> {
    if (lost !== this.current) return Promise.resolve();
    this.#renewing ??= this.#renew(lost).finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  async #renew(lost: string): Promise<void> {
    const { link, claim } = this.#options;
    await claim();
    const now = await this.#read();
    const latest = lost > this.#latestFound ? lost : this.#latestFound;
    this.#adopt(now !== null && now > latest ? now : await this.#begin(latest));
    if (lost !== '') await link.send(keys.ready(lost), ['DEL', keys.ready(lost)]);
  }

  async #begin(latest: string): Promise<string> {
    const { link, clock } = this.#options;
    const after = [BigInt(Math.floor(clock.nowMs())), this.#lastMs + 1n, BigInt(latest.slice(0, timeLength)) + 1n];
    this.#lastMs = after.reduce((last, ms) => (ms > last ? ms : last));
    const wanted = `${String(this.#lastMs).padStart(timeLength, '0')}-${this.#suffix}`;
    await Promise.all(scriptNames.map((name) => link.sendToAll(['SCRIPT', 'LOAD', scriptText(name, wanted)])));
    return String(await link.send(keys.epoch, ['EVAL', beginEpoch, '1', keys.epoch, latest, wanted]));
  }

  /** The current epoch; `null` if there is none, or its key holds another value. */
  async #read(): Promise<string | null> {
    const { link } = this.#options;
    try {
      const now = await link.send(keys.epoch, ['GET', keys.epoch]);
      return typeof now === 'string' && shape.test(now) ? now : null;
    } catch (error) {
      if (!(error instanceof DamagedError)) throw error;
      await this.discard(error.message, [keys.epoch]);
      return null;
    }
  }

  /** Discards data that we did not write, so that it is reported again. Handles one slot. */
  async discard(reason: string, damaged: readonly string[]): Promise<void> {
    const { link, logger } = this.#options;
    const own = damaged.filter((key) => key !== keys.epoch || damaged.length === 1);
    logger.error({ keys: own, reason }, 'values in Redis were not written by Tollgate; they are discarded and written again');
    await link.send(own[0] ?? '', ['UNLINK', ...own]);
  }

  #adopt(epoch: string): void {
    this.current = epoch;
    this.begun += 1;
    this.#shas = new Map(scriptNames.map((name) => [name, createHash('sha1').update(scriptText(name, epoch)).digest('hex')]));
    this.#options.onNew(epoch);
  }
}
