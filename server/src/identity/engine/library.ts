import { betterAuth } from 'better-auth';
import { authOptions } from './auth-options.ts';
import type { SignInParts } from './sign-in-parts.ts';

/** More are made only by clients that invent ports. */
const originsMax = 8;

function createAuth(parts: SignInParts, origin: string, siteName: string) {
  return betterAuth(authOptions(parts, origin, siteName));
}

/** The library, once for each outside address: cookies, links and passkeys belong to a host. */
export class Library {
  readonly #parts: SignInParts;
  readonly #byOrigin = new Map<string, ReturnType<typeof createAuth>>();
  #siteName = '';

  constructor(parts: SignInParts) {
    this.#parts = parts;
  }

  /** Sets the name of the service. The library takes a name when it is created, so it is created again. */
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

  /** Calls that do not depend on the requested address. */
  async inside() {
    const [origin = 'http://localhost'] = this.#byOrigin.keys();
    return await this.at(origin).$context;
  }

  /** The sign-in that these cookies carry, as the database knows it now. */
  async sessionOf(origin: string, cookie: string) {
    const query = { disableRefresh: true, disableCookieCache: true };
    return await this.at(origin).api.getSession({ headers: new Headers({ cookie }), query });
  }
}
