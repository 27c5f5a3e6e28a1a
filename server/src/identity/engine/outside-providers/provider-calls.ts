/** Limits of a call to a provider. Key sets and discovery documents have a few kilobytes. */
const bounds = { callMs: 10_000, answerBytesMax: 256 * 1024 } as const;

/** The provider does not respond, responds too late, or sends too much. */
export class ProviderSilent extends Error {
  override readonly name = 'ProviderSilent';
}

async function readText({ body }: Response, answerBytesMax: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += part.length;
    if (bytes > answerBytesMax) throw new ProviderSilent('a response of the provider is too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/**
 * Requests a URL of an identity provider, limited in time and bytes, without following redirects.
 * @throws {ProviderSilent}
 */
export async function askProvider(
  address: string,
  request: RequestInit = {},
  { callMs, answerBytesMax }: { readonly callMs: number; readonly answerBytesMax: number } = bounds,
): Promise<Response> {
  try {
    const signal = AbortSignal.timeout(callMs);
    const answer = await fetch(address, { ...request, redirect: 'error', signal });
    const text = await readText(answer, answerBytesMax);
    if (answer.status >= 500) throw new ProviderSilent(`the provider answered ${String(answer.status)}`);
    return new Response(text === '' ? null : text, { status: answer.status, headers: { 'content-type': 'application/json' } });
  } catch (error) {
    if (error instanceof ProviderSilent) throw error;
    throw new ProviderSilent(`the identity provider does not respond: ${error instanceof Error ? error.message : ''}`);
  }
}

/**
 * The JSON of a successful response; `null` if it is invalid.
 * @throws {ProviderSilent}
 */
export async function askForJson(address: string, request?: RequestInit): Promise<unknown> {
  const answer = await askProvider(address, request);
  return answer.ok ? await answer.json().catch(() => null) : null;
}
