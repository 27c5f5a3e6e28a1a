/** One unknown client at full speed: it sends every request to sign-in that is open to all, until it is ended. */
const [url = ''] = process.argv.slice(2);
const { origin } = new URL(url);
const atOnce = 16;
const password = 'a long enough password';
let asked = 0;

type Request = readonly [path: string, body: object | null, cookie?: string];

function nextRequest(): Request {
  asked += 1;
  const email = `nobody${String(asked)}@example.org`;
  const requests: readonly Request[] = [
    ['/auth/sign-up/email', { email: `a@${'.'.repeat(19_000)}`, password, name: 'Nobody' }],
    ['/auth/sign-in/email', { email, password }],
    ['/auth/sign-up/email', { email, password, name: 'Nobody' }],
    ['/auth/request-password-reset', { email }],
    ['/auth/verify-email', { token: `${String(asked)}.a.b` }],
    ['/auth/passkey/generate-authenticate-options', null],
    ['/challenge', null],
    ['/session', null, `tollgate=${'a'.repeat(32)}.${'b'.repeat(43)}%3D`],
  ];
  return requests[asked % requests.length] ?? ['/challenge', null];
}

async function ask(): Promise<never> {
  for (;;) {
    const [path, body, cookie] = nextRequest();
    const answer = await fetch(`${url}/api/console${path}`, {
      method: body === null ? 'GET' : 'POST',
      headers: {
        origin,
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/json',
        ...(cookie === undefined ? {} : { cookie }),
      },
      ...(body === null ? {} : { body: JSON.stringify(body) }),
    });
    await answer.arrayBuffer();
  }
}

await Promise.all(Array.from({ length: atOnce }, ask));
