import type { ClientBase, ClientConfig } from 'pg';
import { valueTypes } from './values.ts';

/** Settings of the sessions of one kind; times in milliseconds. */
export interface SessionSettings {
  readonly statementTimeoutMs: number;
  readonly idleInTransactionMs: number;
  readonly readOnly: boolean;
  /**
   * Every statement must find its few rows by an index. Where the planner cannot know how few they are, such as an account's hours since
   * the last closed one, it would read a whole large table.
   */
  readonly byIndex?: boolean;
}

const lockTimeoutMs = 5000;
/** How much longer than the server's own limit the client waits before it considers a silent server dead. */
const networkMarginMs = 5000;
const connectTimeoutMs = 5000;

/** Connection settings for the driver. The SSL modes have the same meaning as in other PostgreSQL clients. */
export function clientConfig(url: string, manners: SessionSettings): ClientConfig {
  const address = new URL(url);
  if (address.searchParams.has('sslmode')) address.searchParams.set('uselibpqcompat', 'true');
  return {
    connectionString: address.toString(),
    application_name: 'tollgate',
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: manners.statementTimeoutMs + networkMarginMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: valueTypes,
  };
}

/** The address of the database, without the password. */
export function placeOf(url: string): string {
  const { hostname, port, pathname, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  return `${decodeURIComponent(pathname.slice(1)) || 'the default database'} at ${host || 'localhost'}:${port || '5432'}`;
}

/** The server notices within half a minute that this machine is gone, and releases what the session held. */
const common: readonly (readonly [string, string])[] = [
  ['lock_timeout', String(lockTimeoutMs)],
  ['jit', 'off'],
  ['tcp_keepalives_idle', '10'],
  ['tcp_keepalives_interval', '5'],
  ['tcp_keepalives_count', '4'],
];

/** Configures a new session. Uses statements and not the startup packet, whose settings some proxies refuse. */
export async function prepareSession(client: ClientBase, manners: SessionSettings): Promise<void> {
  const settings = [
    ...common,
    ['statement_timeout', String(manners.statementTimeoutMs)],
    ['idle_in_transaction_session_timeout', String(manners.idleInTransactionMs)],
    ['default_transaction_read_only', manners.readOnly ? 'on' : 'off'],
    ['enable_seqscan', manners.byIndex === true ? 'off' : 'on'],
  ] as const;
  await client.query('select set_config(name, value, false) from unnest($1::text[], $2::text[]) as settings (name, value)', [
    settings.map(([name]) => name),
    settings.map(([, value]) => value),
  ]);
  // A commit must be on disk. A stricter mode chosen by the operator is kept.
  if (!manners.readOnly)
    await client.query(
      "select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') in ('off', 'local', 'remote_write')",
    );
}
