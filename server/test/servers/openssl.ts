import { findPrograms } from './find-program.ts';
import type { ServerProgram } from './needed-server.ts';

/** Creates TLS certificates for servers. */
export const openssl: ServerProgram = {
  name: 'openssl',
  installedBy: 'apt-get install openssl',
  isInstalled: () => findPrograms(['openssl']) !== null,
};
