import type { SettingsStore } from '../../control/settings-ports.ts';
import { createSecretBox, SecretBoxError } from '../../platform/secret-box.ts';
import type { Engine } from '../../storage/engine.ts';
import { anySealedKey } from '../../subjects/catalogue/catalog-store.ts';
import type { LocalSecrets } from './local-secrets.ts';
import { StartError } from './start-error.ts';

const name = 'sealed_with';

/**
 * Sealed data must be readable, and every node must seal with the same secret; otherwise one could not open what another has sealed.
 * Checked before anything except the schema is written, so a start with the wrong secret changes nothing.
 * @throws {StartError} if the database was set up with another secret.
 */
export async function checkSecret(
  engine: Engine,
  settings: SettingsStore,
  { secret, keep }: Pick<LocalSecrets, 'secret' | 'keep'>,
): Promise<void> {
  const box = createSecretBox(secret);
  const isOurs = ({ sealed, owner }: { readonly sealed: Uint8Array; readonly owner: string }): boolean => {
    try {
      box.open(sealed, owner);
      return true;
    } catch (error) {
      if (!(error instanceof SecretBoxError)) throw error;
      return false;
    }
  };
  const known = await settings.get(name);
  // Databases of earlier versions contain only the upstream keys themselves.
  const witness = known === null ? await anySealedKey(engine) : { sealed: Buffer.from(known, 'base64'), owner: name };
  if (witness !== null && !isOurs(witness)) throw otherSecret();
  // The secret is stored in its file before anything is sealed with it.
  keep();
  if (known !== null || (await settings.add(name, box.seal(name, name).toString('base64')))) return;
  // Another node was faster.
  if (!isOurs({ sealed: Buffer.from((await settings.get(name)) ?? '', 'base64'), owner: name })) throw otherSecret();
}

function otherSecret(): StartError {
  return new StartError(
    'TOLLGATE_SECRET (or the file `secret` in the data folder) does not match the provider keys in this database. Start every node with the original secret.',
  );
}
