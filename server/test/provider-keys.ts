import type { VendorEntry } from '../src/providers/provider.ts';

const account = { client_email: 'a@b.example', private_key: 'PRIVATE KEY', token_uri: 'https://token.example/token' };

/** The environment for a vendor: a key in its format, and an address if it needs one. */
export function environmentOf({ keyVariables: [variable], auth, needsAddress }: VendorEntry): Readonly<Record<string, string>> {
  const file = Buffer.from(JSON.stringify(account)).toString('base64');
  return {
    [variable]: auth?.style === 'google-service-account' ? file : 'a-key-of-the-vendor',
    ...(needsAddress && { [variable.replace('_API_KEY', '_BASE_URL')]: 'https://of-my-own.example/v1' }),
  };
}
