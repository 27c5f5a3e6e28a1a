import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a payment service knows about an order. */
export interface ServiceOrder {
  readonly id: string;
  readonly amount: string;
  readonly notifyUrl: string;
  readonly returnUrl: string;
  paid: boolean;
  closed: boolean;
  readonly refunds: Map<string, string>;
}

export interface KeyPair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

export const newKeys = (): KeyPair => generateKeyPairSync('rsa', { modulusLength: 2048 });
export const pem = (key: KeyObject): string => key.export({ type: key.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' });
export const rsaSign = (text: string, key: KeyObject, algorithm = 'RSA-SHA256'): string =>
  createSign(algorithm).update(text, 'utf8').sign(key, 'base64');

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

/** `total` in fen. */
export const fen = (amount: string): number => Math.round(Number(amount) * 100);

export interface FakeService {
  readonly url: string;
  readonly orders: Map<string, ServiceOrder>;
  /** While set, responds to every query with 500. */
  isDown: boolean;
  /** Refuses to refund, or refunds and loses its response. */
  refunds: 'given' | 'refused' | 'lost';
  /** A response to refund requests that replaces the usual one; `isGiven`: the money is refunded all the same. */
  refundAnswer: RefundAnswer | null;
  close(): Promise<void>;
}

export type FakeFaults = Pick<FakeService, 'isDown' | 'refunds' | 'refundAnswer'>;

interface RefundAnswer {
  readonly status?: number;
  readonly body: string;
  readonly isGiven: boolean;
}

export interface Answered {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A server on a separate port. */
export async function serve(
  handle: (request: IncomingMessage, body: string) => Answered,
): Promise<{ server: Server; url: string; end: () => Promise<void> }> {
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const { status = 200, headers = {}, body: text } = handle(request, body);
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const end = (): Promise<void> =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => {
        resolve();
      });
    });
  return { server, url, end };
}
