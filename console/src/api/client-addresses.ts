import type { Region } from '@tollgate/contract/enumerations';

export interface ClientAddress {
  readonly region: Region;
  /** Includes `/v1`. */
  readonly base: string;
}

/** Base addresses of the gateway for clients: the ones that the server wrote into the page, or else the page's own. */
export function clientAddresses(): readonly ClientAddress[] {
  const written = document.querySelector<HTMLMetaElement>("meta[name='client-addresses']")?.content ?? '';
  const known = written.startsWith('[') ? (JSON.parse(written) as { region: Region; url: string }[]) : [];
  const own = [{ region: 'domestic' as const, url: location.origin }];
  return (known.length === 0 ? own : known).map(({ region, url }) => ({ region, base: `${url}/v1` }));
}

/** The base address for code samples. */
export function clientBase(): string {
  return clientAddresses()[0]?.base ?? '/v1';
}
