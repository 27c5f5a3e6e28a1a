import { betterAuth } from 'better-auth';
import { authOptions } from './auth-options.ts';
import type { SignInParts } from './sign-in-parts.ts';

/** Only clients that invent ports cause more. */
const originsMax = 8;

function createAuth(parts: SignInParts, origin: string, siteName: string) {
  return betterAuth(authOptions(parts, origin, siteName));
}

/** The library, with one instance per public origin: cookies, links and passkeys belong to a host. */
export class Library {
  readonly #parts: SignInParts;
  readonly #byOrigin = new Map<string, ReturnType<typeof createAuth>>();
  #siteName = '';

  constructor(parts: SignInParts) {
    this.#parts = parts;
  }

  /** Sets the name of the service. The library takes its name at creation, so new instances are created. */
  call(siteName: string): void {
    if (siteName === this.#siteName) return;
    this.#siteName = siteName;
    this.#byOrigin.clear();
  }

  at(origin: string): ReturnType<typeof createAuth> {
    const found = this.#byOrigin.get(origin) ?? createAuth(this.#parts, origin, this.#siteName);
    this.#byOrigin.delete(origin);
    this.#byOrigin.set(origin, found);
    const [oldest] = this.#byOrigin.keys();
    if (this.#byOrigin.size > originsMax && oldest !== undefined) this.#byOrigin.delete(oldest);
    return found;
  }

  /** For calls that do not depend on the requested origin. */
  async inside() {
    const [origin = 'http://localhost'] = this.#byOrigin.keys();
    return await this.at(origin).$context;
  }

  /** The sign-in in these cookies, as it is now in the database. */
  async sessionOf(origin: string, cookie: string) {
    const query = { disableRefresh: true, disableCookieCache: true };
    return await this.at(origin).api.getSession({ headers: new Headers({ cookie }), query });
  }
}
