import type { Server } from 'node:http';
import { StartError } from '../start/start-error.ts';

const reasons: Readonly<Record<string, (address: string, variable: string) => string>> = {
  EADDRINUSE: (address, variable) =>
    `Another program uses the address ${address}. Stop it, or set ${variable} to a free port (0 takes any).`,
  EACCES: (address, variable) => `This user is not allowed to listen on ${address}. Choose a port above 1023 with ${variable}.`,
  EADDRNOTAVAIL: (address) => `This machine has no address ${address}. Correct TOLLGATE_HOST.`,
  ENOTFOUND: (address) => `The host of ${address} is unknown. Correct TOLLGATE_HOST.`,
};

/**
 * Starts listening and returns the port.
 * @param variable the setting that contains the port.
 * @throws {StartError} with one sentence.
 */
export function listen(server: Server, host: string, port: number, variable = 'TOLLGATE_PORT'): Promise<number> {
  return new Promise((resolve, reject) => {
    const address = `${host}:${String(port)}`;
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        new StartError(reasons[error.code ?? '']?.(address, variable) ?? `Could not listen on ${address}: ${error.message}.`),
      );
    });
    server.listen({ host, port, backlog: 1024 }, () => {
      const bound = server.address();
      resolve(typeof bound === 'object' && bound !== null ? bound.port : port);
    });
  });
}
