import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems assign to connections and listeners, so that nothing takes a port between its check and its use. */
const lowest = 10_000;
/** A member of a Redis cluster also listens 10,000 above. */
const highest = 22_000;

/** A free port of this machine. */
export async function freePort(): Promise<number> {
  const port = randomInt(lowest, highest);
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return freePort();
  }
  server.close();
  await once(server, 'close');
  return port;
}
