import type { SettingsStore } from '../control/ports.ts';
import { createSecretBox, SecretBoxError } from '../platform/secret-box.ts';
import { StartError } from './start-error.ts';

const name = 'sealed_with';

/**
 * Every node must seal with the same secret, or one could not open what another has sealed.
 * @throws {StartError} when the database was set up with another secret.
 */
export async function checkSecret(settings: SettingsStore, secret: string): Promise<void> {
  const box = createSecretBox(secret);
  if (await settings.add(name, box.seal(name, name).toString('base64'))) return;
  try {
    box.open(Buffer.from((await settings.get(name)) ?? '', 'base64'), name);
  } catch (error) {
    if (!(error instanceof SecretBoxError)) throw error;
    throw new StartError('TOLLGATE_SECRET is not the one this database was set up with. Give every node the same one.');
  }
}
