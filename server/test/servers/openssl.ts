import { findPrograms } from './find-program.ts';
import type { ServerProgram } from './needed-server.ts';

/** Makes the certificates of servers that speak TLS. */
export const openssl: ServerProgram = {
  name: 'openssl',
  installedBy: 'apt-get install openssl',
  isInstalled: () => findPrograms(['openssl']) !== null,
};
