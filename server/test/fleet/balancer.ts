import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const askEveryMs = 25;

/** Distributes connections in turn to nodes that report ready, like the balancer of a fleet. */
export class Balancer {
  /** Connections that no node accepted. */
  refused = 0;
  readonly #nodes: { readonly url: () => string; isReady: boolean }[];
  readonly #server = createServer((client) => {
    const node = this.#next();
    const target = connect({ port: Number(new URL(node.url()).port), host: '127.0.0.1' });
    target.once('error', () => {
      if (target.connecting || target.bytesRead === 0) this.refused += 1;
      client.destroy();
    });
    client.once('error', () => target.destroy());
    client.pipe(target).pipe(client);
  });
  #turn = 0;
  #isOver = false;
  readonly #asking: Promise<unknown>;

  private constructor(urls: readonly (() => string)[]) {
    this.#nodes = urls.map((url) => ({ url, isReady: true }));
    this.#asking = Promise.all(this.#nodes.map((_, index) => this.#ask(index)));
  }

  static async start(urls: readonly (() => string)[]): Promise<Balancer> {
    const balancer = new Balancer(urls);
    balancer.#server.listen(0, '127.0.0.1');
    await once(balancer.#server, 'listening');
    return balancer;
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`;
  }

  isReady(index: number): boolean {
    return this.#nodes[index]?.isReady === true;
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    this.#server.close();
    await this.#asking;
  }

  #next(): { readonly url: () => string } {
    const ready = this.#nodes.filter(({ isReady }) => isReady);
    this.#turn += 1;
    const node = ready[this.#turn % Math.max(1, ready.length)] ?? this.#nodes[0];
    if (node === undefined) throw new Error('a balancer without nodes');
    return node;
  }

  async #ask(index: number): Promise<void> {
    const node = this.#nodes[index];
    while (!this.#isOver && node !== undefined) {
      try {
        const response = await fetch(`${node.url()}/readyz`);
        await response.text();
        node.isReady = response.status === 200;
      } catch {
        node.isReady = false;
      }
      await pause(askEveryMs);
    }
  }
}
