/** Address of an admin API, with credentials. */
export interface AdminPlace {
  readonly url: string;
  readonly token: string;
}

export interface AdminAnswer {
  readonly status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read whatever the interface answers
  readonly body: any;
}

/** Sends a request to an admin API and returns any response. */
export async function askAdmin(
  { url, token }: AdminPlace,
  method: string,
  path: string,
  { body, headers = {} }: { readonly body?: object | undefined; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<AdminAnswer> {
  const response = await fetch(`${url}/api/admin${path}`, {
    method,
    headers: {
      ...headers,
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
}

/** Sends a request to an admin API and fails if it is refused. */
export async function mustAdmin<Answer>(...asked: Parameters<typeof askAdmin>): Promise<Answer> {
  const { status, body } = await askAdmin(...asked);
  if (status >= 300) throw new Error(`${asked[1]} ${asked[2]}: ${String(status)} ${JSON.stringify(body)}`);
  return body as Answer;
}
