import { fileURLToPath } from 'node:url';
import type { Bench } from '../bench.ts';
import { pause, startChild } from '../children.ts';
import { toFigure, type Figure } from '../figure.ts';
import { oneHotKey, startGateway, type GatewayHome } from '../gateway.ts';
import { spread } from '../statistics.ts';

const people = 20;
const password = 'a long enough password';
/** Somebody who goes from page to page. */
const thinkMs = 50;
const measuredMs = 10_000;
const warmMs = 1000;
const anonymousClient = fileURLToPath(new URL('../anonymous-client.ts', import.meta.url));

/** Requests what a page of the console requests. */
async function ask(url: string, path: string, own: { readonly body?: object; readonly from?: string; readonly cookie?: string }) {
  const { body, from = '203.0.113.1', cookie = '' } = own;
  const answer = await fetch(url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      origin: new URL(url).origin,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
      cookie,
      'x-forwarded-for': from,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${String(answer.status)}: ${text.slice(0, 300)}`);
  return answer;
}

async function admin<Answer>(url: string, { adminToken }: GatewayHome, path: string): Promise<Answer> {
  const answer = await fetch(`${url}/api/admin${path}`, { headers: { authorization: `Bearer ${adminToken}` } });
  return (await answer.json()) as Answer;
}

/** The token of the mail that waits for this mailbox; no mail leaves from here. */
async function tokenFor(url: string, home: GatewayHome, email: string): Promise<string> {
  for (;;) {
    const { data } = await admin<{ data: readonly { id: string }[] }>(url, home, `/mails?recipient=${email}`);
    const [mail] = data;
    if (mail === undefined) {
      await pause(20);
      continue;
    }
    const { link } = await admin<{ link: string }>(url, home, `/mails/${mail.id}`);
    return new URL(link).hash.replace('#token=', '');
  }
}

/** Signs a new person up; returns the cookie of their sign-in. */
async function signIn(url: string, home: GatewayHome, number: number): Promise<string> {
  const [email, from] = [`person${String(number)}@example.org`, `198.51.100.${String(number + 1)}`];
  const auth = '/api/console/auth';
  await ask(url, `${auth}/sign-up/email`, { body: { email, password, name: 'Somebody' }, from });
  await ask(url, `${auth}/verify-email`, { body: { token: await tokenFor(url, home, email) }, from });
  const { headers } = await ask(url, `${auth}/sign-in/email`, { body: { email, password }, from });
  return headers
    .getSetCookie()
    .map((each) => each.split(';', 1)[0] ?? '')
    .join('; ');
}

/** The slowest hundredth of signed-in people's requests meanwhile. */
async function slowest(url: string, cookies: readonly string[], lastsMs: number): Promise<number> {
  const times: number[] = [];
  const endMs = performance.now() + lastsMs;
  const browse = async (cookie: string): Promise<void> => {
    while (performance.now() < endMs) {
      const startedMs = performance.now();
      await ask(url, '/api/console/session', { cookie });
      times.push(performance.now() - startedMs);
      await pause(thinkMs);
    }
  };
  await Promise.all(cookies.map(browse));
  return spread(times).p99;
}

async function besideStranger<Result>(url: string, action: () => Promise<Result>): Promise<Result> {
  const stranger = startChild(anonymousClient, { args: [url] });
  try {
    await pause(warmMs);
    return await action();
  } finally {
    await stranger.end();
  }
}

/** The cost of one anonymous client at full speed for signed-in people. */
export async function signInBesideStranger(bench: Bench): Promise<Figure[]> {
  if (bench.options.foreign !== undefined || bench.options.selfCheck) return [];
  return bench.withHome({ population: oneHotKey }, async (prepared) => {
    const home = { ...prepared, env: { TOLLGATE_TRUSTED_PROXIES: '127.0.0.0/8' } };
    const target = await startGateway(home);
    try {
      const url = new URL(target.base).origin;
      const cookies: string[] = [];
      for (let number = 0; number < people; number += 1) cookies.push(await signIn(url, home, number));
      await slowest(url, cookies, warmMs);
      const [without, beside]: [number[], number[]] = [[], []];
      for (let round = 0; round < bench.rounds(); round += 1) {
        const lastsMs = measuredMs * bench.options.scale;
        without.push(await slowest(url, cookies, lastsMs));
        beside.push(await besideStranger(url, () => slowest(url, cookies, lastsMs)));
        bench.say(
          `  p99 ${(without.at(-1) ?? 0).toFixed(1)} ms without, ${(beside.at(-1) ?? 0).toFixed(1)} ms beside a stranger`,
        );
      }
      const what = `${String(people)} people who are signed in, p99 of a page's question: beside one anonymous client at full speed, over without`;
      const measured = { scenario: 'signin', what, unit: 'ms', comparison: 'ratio', limit: 2 } as const;
      return [toFigure({ ...measured, reference: without, candidate: beside })];
    } finally {
      await target.end();
    }
  });
}
