import type { FastifyRequest } from 'fastify';

const name = 'tollgate-device';
const form = new RegExp(`(?:^|;\\s*)(?:__Host-)?${name}=([0-9A-Za-z]{22})(?:;|$)`);
const keptSeconds = 400 * 86_400;

/** Reads the cookie that a browser got at its first sign-in. It distinguishes browsers and has no other use. */
export function deviceIn(request: FastifyRequest): string | null {
  return form.exec(request.headers.cookie ?? '')?.[1] ?? null;
}

/** The cookie with which a browser keeps its mark across sign-ins. */
export function deviceCookie(origin: string, device: string): string {
  const [prefix, secure] = origin.startsWith('https://') ? ['__Host-', '; Secure'] : ['', ''];
  return `${prefix}${name}=${device}; Path=/; Max-Age=${String(keptSeconds)}; HttpOnly; SameSite=Lax${secure}`;
}
