import assert from 'node:assert/strict';
import { waitFor } from '../wait-for.ts';
import type { BooksUnderLoad } from './books-under-load.ts';

interface ExportShown {
  readonly id: string;
  readonly state: string;
  readonly rows_done: number;
  readonly error: string | null;
}

/** An account's log as a file, requested and fetched like in the console. */
export class ExportAsked {
  readonly #exports: string;
  readonly #headers: Readonly<Record<string, string>>;

  private constructor(url: string, accountId: string) {
    this.#exports = `${url}/api/console/accounts/${accountId}/exports`;
    this.#headers = { 'x-test-person': 'owner', origin: url, 'content-type': 'application/json' };
  }

  static async open(running: BooksUnderLoad, accountId: string): Promise<ExportAsked> {
    return new ExportAsked(await running.work<string>(['console', accountId]), accountId);
  }

  /** From the request until the last byte has arrived. */
  async write(format: 'xlsx' | 'csv'): Promise<{ readonly rows: number; readonly bytes: number }> {
    const body = JSON.stringify({ format, locale: 'zh', filter: {} });
    const asked = await fetch(this.#exports, { method: 'POST', headers: this.#headers, body });
    assert.equal(asked.status, 201, asked.status === 201 ? '' : await asked.text());
    const { id } = (await asked.json()) as ExportShown;
    let shown: ExportShown | undefined;
    await waitFor(
      async () => {
        shown = (await (await fetch(`${this.#exports}/${id}`, { headers: this.#headers })).json()) as ExportShown;
        assert.equal(shown.error, null);
        return shown.state === 'ready';
      },
      { what: 'the file is ready', withinMs: 600_000, everyMs: 250 },
    );
    const content = await fetch(`${this.#exports}/${id}/content`, { headers: this.#headers });
    assert.equal(content.status, 200);
    let bytes = 0;
    for await (const piece of (content.body ?? []) as AsyncIterable<Uint8Array>) bytes += piece.length;
    return { rows: shown?.rows_done ?? 0, bytes };
  }
}
