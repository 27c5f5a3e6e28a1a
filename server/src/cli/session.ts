import type { AdminClient, Query } from './admin-client.ts';
import { CommandFault, UsageFault } from './fault.ts';
import { hasTimes, inTimeZone, isTimeZone } from './times.ts';
import { formatRecord, formatTable, type Column, type Row } from './table.ts';

/** Number of rows per request. */
const pageSize = 100;
const rowsByDefault = 50;

/** What a command works with: the gateway, and an output in the requested format. */
export class Session {
  readonly client: AdminClient;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly #json: boolean;
  readonly #write: (text: string) => void;

  constructor(client: AdminClient, env: Session['env'], output: { json: boolean; write: (text: string) => void }) {
    this.client = client;
    this.env = env;
    this.#json = output.json;
    this.#write = output.write;
  }

  /** One request that returns a record. */
  async record(method: string, path: string, body?: object, headers: Readonly<Record<string, string>> = {}): Promise<Row> {
    const answer = await this.client.request(method, path, body === undefined ? { headers } : { body, headers });
    return typeof answer === 'object' && answer !== null ? (answer as Row) : {};
  }

  /** Like `record`, but refuses a change without any field. */
  async change(method: string, path: string, body: object): Promise<Row> {
    if (Object.keys(body).length === 0) throw new UsageFault('No change given. See --help for the options.');
    return this.record(method, path, body);
  }

  /** Rows of a list, page after page, at most `max`. */
  async rows(path: string, query: Query, max = rowsByDefault): Promise<readonly Row[]> {
    const rows: Row[] = [];
    let cursor: string | undefined;
    do {
      const limit = String(Math.min(pageSize, max - rows.length));
      const page = (await this.client.request('GET', path, { query: { ...query, limit, cursor } })) as {
        data?: readonly Row[];
        next?: string | null;
      } | null;
      if (page?.data === undefined)
        throw new CommandFault('The gateway did not return a list. Check that it runs the same version.');
      rows.push(...page.data);
      cursor = page.next ?? undefined;
    } while (cursor !== undefined && rows.length < max);
    return rows;
  }

  async showRows(rows: readonly Row[], columns: readonly Column[]): Promise<void> {
    if (this.#json) this.#print(JSON.stringify(rows, null, 2));
    else this.#print(rows.length === 0 ? 'None.' : formatTable(await this.#forPeople(rows), columns));
  }

  /** A record whose rows are shown as a table in readable output. */
  async showReport(record: Row, rows: readonly Row[], columns: readonly Column[]): Promise<void> {
    if (this.#json) await this.showRecord(record);
    else await this.showRows(rows, columns);
  }

  /** A sentence only for readable output. */
  hint(sentence: string): void {
    if (!this.#json) this.#print(`\n${sentence}`);
  }

  /** @param hint a sentence only for readable output. */
  async showRecord(record: Row, hint = ''): Promise<void> {
    if (this.#json) {
      this.#print(JSON.stringify(record, null, 2));
      return;
    }
    const shown = formatRecord(await this.#forPeople(record));
    this.#print(hint === '' ? shown : `${shown}\n\n${hint}`);
  }

  /** Prints the sentence; with `--json`, the record instead. */
  async showDone(sentence: string, record: Row): Promise<void> {
    if (this.#json) await this.showRecord(record);
    else this.#print(sentence);
  }

  /** Converts times to the service's zone. If the zone cannot be loaded, they stay unchanged, because the result must be shown. */
  async #forPeople<Answer>(answer: Answer): Promise<Answer> {
    if (!hasTimes(answer)) return answer;
    try {
      const { text } = await this.client.probe('/healthz');
      const { time_zone: zone } = JSON.parse(text) as { time_zone?: unknown };
      return isTimeZone(zone) ? inTimeZone(answer, zone) : answer;
    } catch {
      return answer;
    }
  }

  #print(text: string): void {
    this.#write(`${text}\n`);
  }
}
