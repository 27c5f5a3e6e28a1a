import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems assign to connections and to listeners on any port: nothing takes one between its test and its use. */
const lowest = 10_000;
/** A member of a Redis cluster also listens 10,000 above. */
const highest = 22_000;

/** A port of this machine at which nobody listens. */
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
