import assert from 'node:assert/strict';
import { readConfig, type Config } from '../src/config/config.ts';
import { silentLogger } from '../src/platform/logger.ts';
import { startService, type Service, type ServiceOptions } from '../src/service/service.ts';
import { placeMigratedFile } from './migrated-file.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The program's configuration from an environment; errors fail the test. */
export function configOf(env: Environment): Config {
  const read = readConfig(env);
  assert.ok(read.ok, read.ok ? '' : read.faults.join('\n'));
  return read.config;
}

/** The whole service in this process, as the program would start it in that environment, but on any free port and without a log. */
export function startInProcess(env: Environment, own: Partial<Omit<ServiceOptions, 'config' | 'env'>> = {}): Promise<Service> {
  const full = { TOLLGATE_PORT: '0', ...env };
  const config = configOf(full);
  if (config.databaseUrl === null) placeMigratedFile(config.dataDir);
  return startService({ config, env: full, version: '0.0.0-test', logger: silentLogger, ...own });
}
