/** Starts the gateway under test and sets it up through its admin interface, as an operator would. */
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { freePort } from './children.ts';
import type { ChatProtocol, Credential } from './load-plan.ts';
import { startProgram, type Target } from './target.ts';

const startFile = fileURLToPath(new URL('../server/start.mjs', import.meta.url));

/** How much is set up before a measurement. */
export interface Population {
  readonly accounts: number;
  readonly keysPerAccount: number;
  readonly models: number;
  /** Kind of the models; chat by default. */
  readonly kind?: 'embedding';
  /** The protocol in which the upstream is called for chat; chat completions by default. */
  readonly upstreamProtocol?: ChatProtocol;
}

export const oneHotKey: Population = { accounts: 1, keysPerAccount: 1, models: 1 };
export const oneEmbeddingKey: Population = { ...oneHotKey, kind: 'embedding' };
export const manyTenants: Population = { accounts: 40, keysPerAccount: 5, models: 30 };

/** A data folder with a gateway's settings, which can be started again and again. */
export interface GatewayHome {
  readonly dataFolder: string;
  readonly adminToken: string;
  readonly credentials: readonly Credential[];
  /** Settings besides those that every gateway of the bench has. */
  readonly env?: Readonly<Record<string, string>>;
}

async function launch(home: GatewayHome): Promise<Omit<Target, 'credentials'>> {
  const port = await freePort();
  return startProgram({
    name: 'gateway',
    file: startFile,
    port,
    readyPath: '/readyz',
    env: {
      TOLLGATE_PORT: String(port),
      TOLLGATE_HOST: '127.0.0.1',
      TOLLGATE_DATA_DIR: home.dataFolder,
      TOLLGATE_ADMIN_TOKEN: home.adminToken,
      TOLLGATE_LOG_LEVEL: 'warn',
      ...home.env,
    },
  });
}

/** Starts a gateway that was prepared before. */
export async function startGateway(home: GatewayHome): Promise<Target> {
  return { ...(await launch(home)), credentials: home.credentials };
}

/** Starts a gateway for its operator alone, and ends it. */
async function withAdmin<T>(home: GatewayHome, action: (admin: Admin) => Promise<T>): Promise<T> {
  const running = await launch(home);
  try {
    return await action(new Admin(running.base.replace(/\/v1$/, '/api/admin'), home.adminToken));
  } finally {
    await running.end();
  }
}

/** Starts a gateway on an empty data folder, makes the population and ends it. */
export async function prepareGateway(dataFolder: string, upstreamPort: number, population: Population): Promise<GatewayHome> {
  const empty: GatewayHome = { dataFolder, adminToken: randomBytes(24).toString('hex'), credentials: [] };
  return { ...empty, credentials: await withAdmin(empty, (admin) => populate(admin, upstreamPort, population)) };
}

/** Lets a gateway that has tenants and priced models call the upstream for these models. */
export async function connectUpstream(home: GatewayHome, upstreamPort: number, models: readonly string[]): Promise<void> {
  await withAdmin(home, (admin) => addProvider(admin, upstreamPort, models));
}

class Admin {
  readonly #base: string;
  readonly #token: string;

  constructor(base: string, token: string) {
    this.#base = base;
    this.#token = token;
  }

  async send(method: 'POST' | 'PUT', path: string, body: object): Promise<Record<string, unknown>> {
    const response = await fetch(this.#base + path, {
      method,
      headers: { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} /api/admin${path} answered ${String(response.status)}: ${text.slice(0, 300)}`);
    return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
  }
}

function textField(record: Record<string, unknown>, name: string): string {
  const value = record[name];
  if (typeof value !== 'string') throw new Error(`the admin interface answered no ${name}: ${Object.keys(record).join(', ')}`);
  return value;
}

const dialects: Readonly<Record<ChatProtocol, string>> = {
  chat: 'chat-completions',
  messages: 'messages',
  responses: 'responses',
};

async function addProvider(
  admin: Admin,
  upstreamPort: number,
  models: readonly string[],
  protocol: ChatProtocol = 'chat',
): Promise<void> {
  await admin.send('POST', '/providers', {
    name: 'bench',
    dialect: dialects[protocol],
    dialects: { embedding: 'embeddings' },
    routes: [{ region: 'domestic', base_url: `http://127.0.0.1:${String(upstreamPort)}/v1`, api_key: 'x' }],
    models: models.map((model) => ({ model, upstream_model: 'bench-upstream' })),
  });
}

async function populate(admin: Admin, upstreamPort: number, population: Population): Promise<Credential[]> {
  const models = Array.from({ length: population.models }, (_, index) => `bench-model-${String(index + 1)}`);
  await addProvider(admin, upstreamPort, models, population.upstreamProtocol);
  const { kind = 'chat' } = population;
  const price = { input: '2', output: kind === 'chat' ? '8' : '0' };
  for (const model of models) await admin.send('PUT', `/models/${model}`, { kind, price });
  const keys: string[] = [];
  for (let index = 0; index < population.accounts; index += 1) keys.push(...(await addAccount(admin, index, population)));
  // Coprime steps: neighbouring calls differ in key and model, and every pair of a key and some models occurs.
  const pairs = keys.length === 1 ? 1 : keys.length * 3;
  return Array.from({ length: pairs }, (_, index) => ({
    key: keys[(index * 7) % keys.length] ?? '',
    model: models[(index * 11) % models.length] ?? '',
  }));
}

async function addAccount(admin: Admin, index: number, population: Population): Promise<string[]> {
  const account = await admin.send('POST', '/accounts', {
    name: `Bench ${String(index + 1)}`,
    plan: 'dedicated',
    limits: { requests_per_minute: null, concurrency: null },
  });
  const path = `/accounts/${encodeURIComponent(textField(account, 'id'))}`;
  await admin.send('POST', `${path}/credits`, { amount: '1000000', reason: 'bench', bucket: 'paid' });
  const keys: string[] = [];
  for (let made = 0; made < population.keysPerAccount; made += 1) {
    keys.push(textField(await admin.send('POST', `${path}/keys`, {}), 'key'));
  }
  return keys;
}
