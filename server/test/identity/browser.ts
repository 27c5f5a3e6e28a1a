/** A response as a page reads it. */
export interface PageAnswer {
  readonly status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read whatever the interface answers
  readonly body: any;
  readonly headers: Headers;
  readonly text: string;
}

export interface Sent {
  readonly body?: unknown;
  /** The raw body, which replaces the JSON one. */
  readonly raw?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

let addresses = 0;

function anyAddress(): string {
  addresses += 1;
  return `198.51.${String(100 + (addresses >> 8))}.${String(addresses & 255)}`;
}

/** A browser with the console open: it stores cookies and sends its source address. */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly #url: string;
  readonly #from: string | null;

  /** @param from the source address, as a trusted proxy reports it; by default, a different one per request. */
  constructor(url: string, from: string | null = null) {
    this.#url = url;
    this.#from = from;
  }

  get origin(): string {
    return new URL(this.#url).origin;
  }

  async ask(method: string, path: string, { body, raw, headers = {} }: Sent = {}): Promise<PageAnswer> {
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(`${this.#url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        origin: this.origin,
        'sec-fetch-site': 'same-origin',
        'x-forwarded-for': this.#from ?? anyAddress(),
        'user-agent': 'Browser of a test',
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(sent === undefined ? {} : { body: sent }),
    });
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    return { status: response.status, body: isJson ? JSON.parse(text) : null, headers: response.headers, text };
  }

  get(path: string): Promise<PageAnswer> {
    return this.ask('GET', path);
  }

  post(path: string, body: unknown = {}): Promise<PageAnswer> {
    return this.ask('POST', path, { body });
  }

  /** The same for the addresses of sign-in. */
  auth(path: string, body?: unknown): Promise<PageAnswer> {
    const at = `/api/console/auth${path}`;
    return body === undefined ? this.get(at) : this.post(at, body);
  }

  #keep(cookie: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    if (value === '' || /max-age=0(?:;|$)/i.test(cookie)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}
