import cluster from 'node:cluster';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig, type Config } from './config/config.ts';
import { systemClock } from './platform/clock.ts';
import { returnMemory } from './platform/return-memory.ts';
import { tuneEngine } from './platform/tune-engine.ts';
import { banner } from './service/start/banner.ts';
import { buildConsoleIfStale } from './service/start/console-build.ts';
import { StartError } from './service/start/start-error.ts';
import { startService, type Service } from './service/service.ts';
import { startWorkers, workerVariable } from './service/workers.ts';
import { StorageError, StorageStartError } from './storage/storage-error.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string };

/** Prints events outside of calls to the terminal. */
function say(sentence: string): void {
  process.stderr.write(`tollgate: ${sentence}\n`);
}

/** Prints sentences for the person who started the service and ends with exit code 1. */
function giveUp(sentences: readonly string[]): never {
  for (const sentence of sentences) process.stderr.write(`tollgate: ${sentence}\n`);
  process.exit(1);
}

function configOrExit(): Config {
  const result = readConfig(process.env);
  if (!result.ok) giveUp(result.faults);
  return result.config;
}

const whatFollows = ['running calls can complete; press Ctrl-C again to end them', 'running calls end now'];

/** Under npm, one Ctrl-C arrives twice: from the terminal, and forwarded by npm. */
const sameKeyPressMs = 1_000;

/** Calls back with each stop signal and the number of earlier ones. */
function onSignals(stop: (signal: NodeJS.Signals, before: number) => void): void {
  let signals = 0;
  let lastMs = -Infinity;
  const heard = (signal: NodeJS.Signals): void => {
    const nowMs = systemClock.monotonicMs();
    if (nowMs - lastMs < sameKeyPressMs) return;
    lastMs = nowMs;
    signals += 1;
    stop(signal, signals - 1);
  };
  process.on('SIGTERM', heard);
  process.on('SIGINT', heard);
}

/**
 * The first signal lets running calls finish. The second one ends them with an error. A third one ends the process without waiting even for
 * that.
 */
function stopOnSignals(service: Service): void {
  onSignals((signal, before) => {
    if (before > 1) process.exit(1);
    process.stderr.write(`tollgate: ${signal} received; ${whatFollows[before] ?? ''}\n`);
    service.stop(before === 0 ? undefined : 0).then(
      () => process.exit(0),
      (error: unknown) => giveUp([`stopping failed: ${error instanceof Error ? error.message : String(error)}`]),
    );
  });
}

/** How long the books have to close before the process ends because of a fault. */
const lastResortMs = 10_000;

let running: Service | null = null;
let isFailing = false;

/**
 * Ends with exit code 1, so that the supervisor restarts the process. Before that, running calls end with an error, and what was delivered
 * is recorded.
 */
function endFailed(sentence: string): void {
  process.stderr.write(`tollgate: ${sentence}\n`);
  if (isFailing) return;
  isFailing = true;
  const end = (): never => process.exit(1);
  if (running === null) end();
  // The exit code also applies if nothing keeps the event loop running.
  process.exitCode = 1;
  systemClock.after(lastResortMs, end);
  running?.stop(0).then(end, end);
}

/** After an unforeseen fault, the state of the process is unknown. */
function endAfterFault(fault: unknown): void {
  const what = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
  endFailed(`stopped by an unexpected error: ${what}`);
}

function onDeclaredDead(): void {
  endFailed('this node was silent for so long that the others declared it dead; start it again');
}

/** Runs the whole service in this process. */
async function serve(config: Config): Promise<void> {
  try {
    const service = await startService({ config, env: process.env, version, onDeclaredDead, beforeListening: returnMemory });
    running = service;
    stopOnSignals(service);
    // A restarted worker has nothing new to print.
    if (cluster.isPrimary || service.first !== null || service.setupUrl !== null || cluster.worker?.id === 1)
      process.stdout.write(await banner({ service, config, version }));
    if (cluster.isWorker) process.send?.('ready');
    else buildConsoleIfStale(process.env, say);
  } catch (error) {
    if (error instanceof StartError || error instanceof StorageStartError) giveUp([error.message]);
    // A database that can be opened may still be damaged, full or missing where the start reads and writes next.
    if (error instanceof StorageError)
      giveUp([`Could not use the database (${error.message}). Check its free space; if it is damaged, restore a backup.`]);
    throw error;
  }
}

/** Supervises the worker processes. */
async function superviseWorkers(count: number): Promise<void> {
  const workers = await startWorkers({ count, clock: systemClock, say });
  if (typeof workers === 'number') process.exit(workers);
  buildConsoleIfStale(process.env, say);
  onSignals((signal) => {
    void workers.stop(signal).then((code) => process.exit(code));
  });
}

// If output cannot be written, for example on a full disk, the process continues.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
process.on('uncaughtException', endAfterFault);
process.on('unhandledRejection', endAfterFault);

tuneEngine();

const config = configOrExit();
const slot = process.env[workerVariable];
if (cluster.isWorker && slot !== undefined) {
  process.on('disconnect', () => {
    endFailed('the process that manages the workers has ended');
  });
  await serve({ ...config, dataDir: join(config.dataDir, `worker-${slot}`) });
} else if (config.workers > 1) await superviseWorkers(config.workers);
else await serve(config);
