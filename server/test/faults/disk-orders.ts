import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const preload = fileURLToPath(new URL('./faulty-writer.ts', import.meta.url));

/** Instructions of a test for the disk of the real program; see `faulty-writer.ts`. */
export class DiskOrders {
  readonly #file: string;
  readonly env: Readonly<Record<string, string>>;

  constructor(file: string) {
    this.#file = file;
    this.env = { TEST_DISK_ORDERS: file, NODE_OPTIONS: `--import=${preload}` };
  }

  async give(...orders: readonly string[]): Promise<void> {
    await writeFile(this.#file, orders.join('\n'));
  }

  /** Events so far: `pid …`, `opened`, `committed`, `fails`, `fails late`. */
  async events(): Promise<readonly string[]> {
    return (await readFile(`${this.#file}.log`, 'utf8')).split('\n').slice(0, -1);
  }

  /** Id of the process that was started last. */
  async pid(): Promise<number> {
    const last = (await this.events()).findLast((event) => event.startsWith('pid '));
    return Number(last?.slice('pid '.length));
  }
}
