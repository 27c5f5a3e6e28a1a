import assert from 'node:assert/strict';
import type { Browser } from './browser.ts';

/** Environment that configures the test provider. */
export function provider(url: string): Record<string, string> {
  return { TOLLGATE_OIDC_ISSUER: url, TOLLGATE_OIDC_CLIENT_ID: 'tollgate', TOLLGATE_OIDC_CLIENT_SECRET: 'of the tests' };
}

/** Goes to the provider and back; returns the address to which the browser is sent then. */
export async function overProvider(browser: Browser): Promise<URL> {
  const begun = await browser.auth('/sign-in/social', {
    provider: 'oidc',
    callbackURL: '/overview',
  });
  assert.equal(begun.status, 200, begun.text);
  const away = await fetch(begun.body.url, { redirect: 'manual' });
  const back = new URL(away.headers.get('location') ?? '');
  assert.equal(back.origin, browser.origin);
  const headers = { 'sec-fetch-site': 'cross-site' };
  const returned = await browser.ask('GET', back.pathname + back.search, { headers });
  assert.equal(returned.status, 302, returned.text);
  return new URL(returned.headers.get('location') ?? '', browser.origin);
}
