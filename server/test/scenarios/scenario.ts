/** Shared by scenarios: admin requests and plain calls. */
import assert from 'node:assert/strict';
import type { AdminAnswer } from '../ask-admin.ts';
import type { Fixture } from '../gateway/fixture.ts';
import { streamText } from '../stream-text.ts';

/** An admin API request that must succeed; returns its body. */
export async function must(fixture: Fixture, method: string, path: string, body?: object): Promise<AdminAnswer['body']> {
  const answer = await fixture.admin(method, path, body);
  assert.ok(answer.status < 300, `${method} ${path}: ${String(answer.status)} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

export interface NewKey {
  readonly id: string;
  readonly key: string;
}

export async function newKey(fixture: Fixture, settings: object = {}): Promise<NewKey> {
  return must(fixture, 'POST', `/accounts/${fixture.accountId}/keys`, settings);
}

export interface CallAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Error code of a whole response; `null` for a successful one. */
  readonly code: string | null;
  readonly text: string;
}

export const question = { model: 'test/chat', messages: [{ role: 'user', content: 'hi' }] };

/** One chat call, read to its end. */
export async function chatCall(fixture: Fixture, key: string, body: object = question): Promise<CallAnswer> {
  const response = await fetch(`http://127.0.0.1:${String(fixture.port)}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await streamText(response);
  const code = response.status === 200 ? null : (JSON.parse(text) as { error: { code: string } }).error.code;
  return { status: response.status, headers: response.headers, code, text };
}

/** A scripted route with a separate provider that serves `model` (default `test/chat`) at a priority. */
export async function addProvider(
  fixture: Fixture,
  name: string,
  settings: { readonly baseUrl: string; readonly model?: string; readonly priority?: number },
): Promise<{ readonly id: string; readonly routes: readonly { readonly id: string }[] }> {
  return must(fixture, 'POST', '/providers', {
    name,
    dialect: 'chat-completions',
    routes: [{ region: 'domestic', base_url: settings.baseUrl, api_key: `key-of-${name}` }],
    models: [{ model: settings.model ?? 'test/chat' }],
    priority: settings.priority ?? 100,
  });
}

const stepMs = 500;

/**
 * Lets time pass. Stores queued records first, and again after each small step while calls run; otherwise the books would treat a jump as a
 * storage outage.
 */
export async function passTime(fixture: Fixture, ms: number): Promise<void> {
  const { gateway, storage } = fixture.service;
  let leftMs = ms;
  while (leftMs > 0) {
    await storage.books.flush();
    const step = gateway.state.running.size === 0 ? leftMs : Math.min(leftMs, stepMs);
    fixture.clock.advance(step);
    leftMs -= step;
  }
}
