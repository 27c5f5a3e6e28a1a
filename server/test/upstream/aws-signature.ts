import { createHash, createHmac } from 'node:crypto';

export interface SignedRequest {
  readonly method: string;
  /** Includes the query. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer | string;
}

const parts =
  /^AWS4-HMAC-SHA256 Credential=(?<id>[^/]+)\/(?<day>\d{8})\/(?<region>[^/]+)\/(?<service>[^/]+)\/aws4_request, SignedHeaders=(?<names>[a-z0-9;-]+), Signature=(?<signature>[0-9a-f]{64})$/;

function sha256(data: Buffer | string): string {
  return createHash('sha256').update(data).digest('hex');
}

interface Shown {
  readonly id: string;
  readonly day: string;
  readonly region: string;
  readonly service: string;
  readonly names: string;
  readonly signature: string;
}

function signatureOf(request: SignedRequest, shown: Shown, secret: string): string {
  const { day, region, service, names } = shown;
  const [path = '', query = ''] = request.path.split('?');
  const headers = names.split(';').map((name) => `${name}:${(request.headers[name] ?? '').trim().replace(/ +/g, ' ')}`);
  const parameters = query.split('&').toSorted().join('&');
  const canonical = [request.method, path, parameters, ...headers, '', names, sha256(request.body)].join('\n');
  const scope = [day, region, service, 'aws4_request'];
  const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope.join('/'), sha256(canonical)].join('\n');
  const first: Buffer = Buffer.from(`AWS4${secret}`);
  const key = scope.reduce((derived, part) => createHmac('sha256', derived).update(part).digest(), first);
  return createHmac('sha256', key).update(text).digest('hex');
}

/**
 * Checks a signed request as an AWS service does, according to its documentation and independent of the signer's code. Returns the service
 * and region of the signature; `null` if it is refused.
 */
export function verifyAwsSignature(request: SignedRequest, keys: ReadonlyMap<string, string>): string | null {
  const shown = parts.exec(request.headers.authorization ?? '')?.groups as Shown | undefined;
  const secret = keys.get(shown?.id ?? '');
  if (shown === undefined || secret === undefined) return null;
  const mustBeSigned = ['host', ...Object.keys(request.headers).filter((name) => name.startsWith('x-amz-'))];
  const isWhole = mustBeSigned.every((name) => shown.names.split(';').includes(name));
  if (!isWhole || request.headers['x-amz-date']?.startsWith(shown.day) !== true) return null;
  return signatureOf(request, shown, secret) === shown.signature ? `${shown.service}/${shown.region}` : null;
}
