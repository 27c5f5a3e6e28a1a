import assert from 'node:assert/strict';
import { readZip } from '../subjects/account-life/read-zip.ts';

/** Something that was returned, logged, mailed or stored. */
export interface Seen {
  readonly where: string;
  readonly bytes: Buffer;
}

interface Secret {
  readonly name: string;
  readonly forms: readonly Buffer[];
  /** Places where the secret is allowed. */
  readonly meant: RegExp | null;
}

/** Encodings of a text in bytes: unchanged, URL-encoded, in JSON, in hex, and in base64 at every offset. */
function formsOf(value: string): readonly Buffer[] {
  const bytes = Buffer.from(value);
  const inBase64 = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replaceAll('=', '');
    // Characters at both ends depend on their neighbours.
    return text.slice(before === 0 ? 0 : 4, -4);
  });
  const all = [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1), bytes.toString('hex'), ...inBase64];
  return [...new Set(all)].map((text) => Buffer.from(text));
}

/** Values that must stay where they were put, and all output of a service. */
export class Secrets {
  readonly #secrets: Secret[] = [];
  readonly #seen: Seen[] = [];

  get count(): number {
    return this.#secrets.length;
  }

  /** @param meant places where it may appear. */
  add(name: string, value: string, meant: RegExp | null = null): string {
    assert.ok(value.length >= 8, `${name} is too short to be told from other texts: ${value}`);
    this.#secrets.push({ name, forms: formsOf(value), meant });
    return value;
  }

  see(where: string, what: string | Buffer): void {
    this.#seen.push({ where, bytes: typeof what === 'string' ? Buffer.from(what) : what });
  }

  seenAt(where: RegExp): number {
    return this.#seen.filter((each) => where.test(each.where)).length;
  }

  /** Secrets found in forbidden places. */
  misplaced(): readonly string[] {
    return this.#seen.flatMap(({ where, bytes }) =>
      this.#secrets
        .filter(({ forms, meant }) => meant?.test(where) !== true && forms.some((form) => bytes.includes(form)))
        .map(({ name }) => `${name} in ${where}`),
    );
  }

  /** Allowed places that contain the secret. Without any, the test proves nothing. */
  found(): readonly string[] {
    return this.#secrets
      .filter(({ forms, meant }) =>
        this.#seen.some(({ where, bytes }) => meant?.test(where) === true && forms.some((form) => bytes.includes(form))),
      )
      .map(({ name }) => name);
  }
}

const zipBegins = Buffer.from([0x50, 0x4b, 3, 4]);

/** Records every response of `fetch` until the returned function is called. */
export function watchAnswers(secrets: Secrets): () => void {
  const own = globalThis.fetch;
  globalThis.fetch = async (asked, init) => {
    const answer = await own(asked, init);
    const url = asked instanceof Request ? asked.url : String(asked);
    const { pathname, search } = new URL(url);
    // Cookies belong to the browser that signs in.
    const headers = [...answer.headers].filter(([name]) => name !== 'set-cookie').join('\n');
    const body = Buffer.from(await answer.clone().arrayBuffer());
    const where = `answer to ${init?.method ?? 'GET'} ${pathname}${search}`;
    secrets.see(where, Buffer.concat([Buffer.from(headers), body]));
    // Worksheets are compressed as well.
    if (body.subarray(0, 4).equals(zipBegins)) for (const [name, file] of readZip(body)) secrets.see(`${where}: ${name}`, file);
    return answer;
  };
  return () => {
    globalThis.fetch = own;
  };
}
