import { readFileSync } from 'node:fs';
import { readConfig, type Config } from './config/config.ts';
import { systemClock } from './platform/clock.ts';
import { banner } from './service/banner.ts';
import { StartError } from './service/start-error.ts';
import { startService, type Service } from './service/service.ts';
import { StorageStartError } from './storage/storage-error.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string };

/** Prints sentences for the person who started the service and ends with exit code 1. */
function giveUp(sentences: readonly string[]): never {
  for (const sentence of sentences) process.stderr.write(`tollgate: ${sentence}\n`);
  process.exit(1);
}

function configOrExit(): Config {
  const result = readConfig(process.env);
  if (!result.ok) giveUp(result.faults);
  for (const warning of result.warnings) process.stderr.write(`tollgate: ${warning}\n`);
  return result.config;
}

/** Under npm one Ctrl-C arrives twice: from the terminal, and passed on by npm. */
const sameKeyPressMs = 1_000;

/** The first signal lets running calls finish; a later one does not wait. */
function stopOnSignals(service: Service): void {
  let stoppingSinceMs: number | null = null;
  const stop = (signal: string): void => {
    const nowMs = systemClock.monotonicMs();
    if (stoppingSinceMs !== null) {
      if (nowMs - stoppingSinceMs < sameKeyPressMs) return;
      process.exit(1);
    }
    stoppingSinceMs = nowMs;
    process.stderr.write(`tollgate: ${signal} received; running calls may finish, press Ctrl-C again to stop at once\n`);
    service.stop().then(
      () => process.exit(0),
      (error: unknown) => giveUp([`stopping failed: ${error instanceof Error ? error.message : String(error)}`]),
    );
  };
  process.on('SIGTERM', () => {
    stop('SIGTERM');
  });
  process.on('SIGINT', () => {
    stop('SIGINT');
  });
}

/** After a fault nobody foresaw the books get this long to be closed; then the process ends all the same. */
const lastResortMs = 10_000;

let running: Service | null = null;
let isFailing = false;

/**
 * After a fault that nobody foresaw nobody knows what state the process is in, so it ends, and whoever supervises it starts it
 * anew. First the running calls are told, and what was delivered is written down.
 */
function endAfterFault(fault: unknown): void {
  const what = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
  process.stderr.write(`tollgate: stopped by an unexpected fault: ${what}\n`);
  if (isFailing) return;
  isFailing = true;
  const end = (): never => process.exit(1);
  if (running === null) end();
  // Also if nothing is left to wait for, and the loop runs empty.
  process.exitCode = 1;
  systemClock.after(lastResortMs, end);
  running?.stop(0).then(end, end);
}

async function start(): Promise<void> {
  const config = configOrExit();
  try {
    const service = await startService({ config, env: process.env, version });
    running = service;
    stopOnSignals(service);
    process.stdout.write(banner({ service, config, version }));
  } catch (error) {
    if (error instanceof StartError || error instanceof StorageStartError) giveUp([error.message]);
    throw error;
  }
}

process.on('uncaughtException', endAfterFault);
process.on('unhandledRejection', endAfterFault);

await start();
