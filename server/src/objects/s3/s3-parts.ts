import { AwsClient } from 'aws4fetch';
import type { Clock } from '../../platform/clock.ts';
import type { PartStore } from '../part-store.ts';

/** Limit for one part of a few megabytes. */
const timeoutMs = 60_000;
/** Retries after responses that report a problem of the server. */
const retries = 2;

/** An error response of the server; `status` shows whether a retry could succeed. */
export class S3Error extends Error {
  override readonly name = 'S3Error';
  readonly status: number;

  constructor(status: number, what: string) {
    super(`the object store answered ${String(status)} when ${what}`);
    this.status = status;
  }
}

interface Place {
  /** The bucket and possibly a folder in it, without a trailing slash. */
  readonly base: string;
  readonly client: AwsClient;
}

/** `https://key:secret@host/bucket?region=…` */
function placeOf(address: string): Place {
  const url = new URL(address);
  const [accessKeyId, secretAccessKey] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  const region = url.searchParams.get('region') ?? undefined;
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    service: 's3',
    retries,
    ...(region === undefined ? {} : { region }),
  });
  return { base: url.origin + url.pathname.replace(/\/+$/, ''), client };
}

/** Stores parts in a bucket of any server that supports S3. */
export function createS3Parts(address: string, clock: Clock): PartStore {
  const { base, client } = placeOf(address);

  async function ask(part: string, init: RequestInit, what: string): Promise<Buffer> {
    const controller = new AbortController();
    const forget = clock.after(timeoutMs, () => {
      controller.abort();
    });
    try {
      const answer = await client.fetch(`${base}/${part}`, { ...init, redirect: 'error', signal: controller.signal });
      const bytes = Buffer.from(await answer.arrayBuffer());
      if (!answer.ok) throw new S3Error(answer.status, what);
      return bytes;
    } finally {
      forget();
    }
  }

  return {
    async write(part, pieces) {
      await ask(part, { method: 'PUT', body: Buffer.concat(pieces) }, 'a part was written');
    },
    async read(part, from, length) {
      const range = `bytes=${String(from)}-${String(from + length - 1)}`;
      const bytes = await ask(part, { headers: { range } }, 'a part was read');
      if (bytes.length !== length) throw new Error(`the part ${part} is shorter than it should be`);
      return bytes;
    },
    async remove(part) {
      try {
        await ask(part, { method: 'DELETE' }, 'a part was deleted');
      } catch (error) {
        if (!(error instanceof S3Error) || error.status !== 404) throw error;
      }
    },
  };
}
