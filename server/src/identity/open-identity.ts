import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ApiError } from '@tollgate/contract/errors';
import { siteOf } from '../domain/limits/ip-address.ts';
import type { OutgoingMail } from '../domain/people/outgoing-mail.ts';
import type { Logger } from '../platform/logger.ts';
import { systemClock } from '../platform/clock.ts';
import { errorBody } from './engine/answer-shape.ts';
import type { EngineCalls, EngineData, ServiceCalls, SignUpRules } from './engine/engine-calls.ts';
import { landAtPage } from './engine/outside-providers/outside-landing.ts';
import type { Identity, SignInAnswer, SignInRequest } from './identity.ts';
import { QueueFull, SignInQueue, type Asker, type LaneName } from './sign-in-queue.ts';
import { findOrigin, signInCookie } from './sign-in-origins.ts';
import { signedToken } from './signed-token.ts';
import { linkThreads, ThreadFault, type ThreadLink } from './thread-link.ts';

export interface IdentityOptions {
  readonly data: EngineData;
  /** The configured public origins of the console; links use the first one. */
  readonly origins: () => readonly string[];
  /** Stores a mail until it is sent. */
  readonly putMail: (mail: OutgoingMail, personId: string) => Promise<void>;
  /** `false`: operators pass on the mails in the outbox. */
  readonly mailLeaves: boolean;
  readonly isInvited: ServiceCalls['isInvited'];
  readonly isOperator: ServiceCalls['isOperator'];
  /** Read for each sign-up, because the rules may change at any time. */
  readonly signUpRules: () => Promise<SignUpRules>;
  /** Name of the service, which may change at any time. */
  readonly siteName: () => Promise<string>;
  readonly logger: Logger;
}

/** Rows are handled one at a time; the rest of the thread's memory is the library's code. */
const maxYoungGenerationSizeMb = 4;
const script = new URL('./identity-worker.ts', import.meta.url);

/**
 * The thread's code is compiled once and cached, like that of the program. Each version of the engine has a separate folder in the cache.
 */
function compileCache(): NodeJS.ProcessEnv {
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}

/** The thread's calls to the service. */
function serviceCalls({ putMail, isInvited, isOperator, signUpRules, logger }: IdentityOptions): ServiceCalls {
  return {
    putMail: ({ mail, personId }) => putMail(mail, personId),
    isInvited,
    isOperator,
    signUpRules,
    async say({ level, message, fault }) {
      logger[level]({ fault }, message);
    },
  };
}

/** The sign-in thread. The first request starts it, and it is replaced when it dies. */
class SignInThread {
  readonly #options: IdentityOptions;
  #running: { readonly worker: Worker; readonly link: ThreadLink<EngineCalls> } | null = null;

  constructor(options: IdentityOptions) {
    this.#options = options;
  }

  /** @throws {ApiError} 503 if sign-in is currently unavailable. */
  readonly ask: ThreadLink<EngineCalls>['ask'] = async (name, input) => {
    this.#running ??= this.#start();
    try {
      return await this.#running.link.ask(name, input);
    } catch (error) {
      if (!(error instanceof ThreadFault)) throw error;
      this.#options.logger.error({ fault: error.message }, 'sign-in does not work');
      throw new ApiError('storage_unavailable', { cause: error });
    }
  };

  async close(): Promise<void> {
    const running = this.#running;
    if (running === null) return;
    await running.link.ask('close', null).catch(() => undefined);
    this.#running = null;
    await running.worker.terminate();
  }

  #start() {
    const { data } = this.#options;
    // The environment is empty, because the library reads settings from it.
    const worker = new Worker(script, {
      workerData: data,
      env: { NODE_ENV: 'production', ...compileCache() },
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb },
    });
    const calls = serviceCalls(this.#options);
    const link = linkThreads<EngineCalls>(worker, { ...calls });
    const lose = (reason: string): void => {
      if (this.#running?.worker === worker) this.#running = null;
      link.lose(reason);
    };
    worker.on('error', (error) => {
      lose(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
    });
    worker.on('exit', () => {
      lose('the thread of sign-in ended');
    });
    return { worker, link };
  }
}

/** Endpoints for signing in: an existing sign-in gives no priority in their queue. */
const doors: Readonly<Record<string, LaneName>> = {
  '/sign-up/email': 'stranger',
  '/sign-in/email': 'stranger',
  '/verify-email': 'stranger',
  '/send-verification-email': 'stranger',
  '/request-password-reset': 'stranger',
  '/reset-password': 'stranger',
  '/passkey/generate-authenticate-options': 'stranger',
  '/passkey/verify-authentication': 'stranger',
  '/sign-in/social': 'outside',
  '/callback/oidc': 'outside',
};

/** Responses of these endpoints reveal nothing, so their duration must reveal nothing either; the library handles the others. */
const evenPaths: ReadonlySet<string> = new Set(['/request-password-reset']);
const evenMs = 250;
const busyRetrySeconds = 2;
const busyMessage = 'Too many people are signing in right now. Try again in a few seconds.';

const busy: SignInAnswer = {
  status: 429,
  headers: [['retry-after', String(busyRetrySeconds)]],
  cookies: [],
  body: errorBody(429, 'BUSY', busyMessage),
};

/** Opens sign-in, which uses no resources until it is first used. */
export function openIdentity(options: IdentityOptions): Identity {
  const thread = new SignInThread(options);
  const line = new SignInQueue(systemClock);
  const { data, origins, siteName } = options;

  function askerOf(origin: string, { path, headers, source }: SignInRequest): Asker {
    const stranger = siteOf(source);
    const [address = ''] = path.split('?', 1);
    const door = doors[address];
    if (door !== undefined) return { lane: door, key: stranger };
    const token = signedToken(headers.cookie ?? '', signInCookie(origin), data.secret);
    return token === null ? { lane: 'stranger', key: stranger } : { lane: 'person', key: token };
  }

  async function inLine<Result>(asker: Asker, work: () => Promise<Result>): Promise<Result> {
    try {
      return await line.run(asker, work);
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error;
      throw new ApiError('too_many_failed_attempts', { message: busyMessage, retryAfterSeconds: busyRetrySeconds });
    }
  }

  function evenPause(path: string): Promise<unknown> | undefined {
    if (!evenPaths.has(path)) return undefined;
    const over = Promise.withResolvers<undefined>();
    systemClock.after(evenMs, () => {
      over.resolve(undefined);
    });
    return over.promise;
  }

  const originOf: Identity['originOf'] = ({ headers, socket }) => {
    const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
    return findOrigin({ host: headers.host, address: socket?.remoteAddress, isForwarded }, origins());
  };
  return {
    originOf,
    async handle(origin, request) {
      const work = async () => thread.ask('handle', { origin, siteName: await siteName(), request });
      try {
        const [answer] = await Promise.all([line.run(askerOf(origin, request), work), evenPause(request.path)]);
        return answer;
      } catch (error) {
        if (error instanceof QueueFull) return request.path.startsWith('/callback/') ? landAtPage(busy, null) : busy;
        throw error;
      }
    },
    async sessionOf(marks) {
      const origin = originOf(marks);
      const { cookie } = marks.headers;
      if (origin === null || typeof cookie !== 'string') return null;
      const token = signedToken(cookie, signInCookie(origin), data.secret);
      return token === null ? null : inLine({ lane: 'person', key: token }, () => thread.ask('sessionOf', { origin, cookie }));
    },
    findPerson: (who) => thread.ask('findPerson', who),
    makeVerified: (person) => thread.ask('makeVerified', person),
    linkFor: (purpose, email) => thread.ask('linkFor', { purpose, email, origin: origins()[0] ?? '' }),
    proves: (proof) => thread.ask('proves', proof),
    signInsOf: (personId) => thread.ask('signInsOf', personId),
    isSignedIn: (who) => thread.ask('isSignedIn', who),
    forget: (personId) => thread.ask('forget', personId),
    challenge: (source) => inLine({ lane: 'stranger', key: siteOf(source) }, () => thread.ask('challenge', null)),
    backup: (path) => thread.ask('backup', path),
    async offers() {
      const { mode } = await options.signUpRules();
      return { signUp: mode, mail: options.mailLeaves, outside: data.outside?.name ?? null };
    },
    close: () => thread.close(),
  };
}
