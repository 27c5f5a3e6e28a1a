import { z } from 'zod';

/** Headers that delimit messages or that the gateway sets itself. */
const ownHeaders = new Set([
  ...[
    'accept',
    'accept-encoding',
    'connection',
    'content-length',
    'content-type',
    'expect',
    'host',
    'keep-alive',
    'te',
    'trailer',
  ],
  ...['transfer-encoding', 'upgrade', 'user-agent'],
]);

const word = (about: string, max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[A-Za-z0-9._-]+$/, { error: 'must consist of letters, digits, `.`, `_` and `-`' })
    .meta({ description: about });

/** How requests to an upstream authenticate. */
export const upstreamAuth = z
  .discriminatedUnion('style', [
    z.strictObject({ style: z.literal('bearer') }),
    z.strictObject({
      style: z.literal('header'),
      name: word('Name of the header.', 64).refine((name) => !ownHeaders.has(name.toLowerCase()), {
        error: 'must not be a header that the gateway sets',
      }),
      prefix: z
        .string()
        .max(64)
        .regex(/^[\x20-\x7e]*$/, { error: 'must be printable ASCII' })
        .optional()
        .meta({ description: 'Prefix before the key, including a trailing space.' }),
    }),
    z.strictObject({ style: z.literal('query'), name: word('Name of the parameter.', 64) }),
    z.strictObject({ style: z.literal('none') }),
    z.strictObject({
      style: z.literal('aws-sigv4'),
      service: word('Service name in the signature.', 64),
      region: word('Such as "us-east-1".', 64),
    }),
    z.strictObject({ style: z.literal('google-service-account') }),
    z.strictObject({ style: z.literal('jwt-hs256') }),
  ])
  .meta({
    id: 'UpstreamAuth',
    description:
      'How to send the key: `bearer` (default), a `header`, a `query` parameter, not at all (`none`), or a signature or token made from it: ' +
      '`aws-sigv4` (a key `ID:SECRET` or `ID:SECRET:TOKEN`), `google-service-account` (the JSON of a key file, or that in base64) and ' +
      '`jwt-hs256` (a key `ID:SECRET`).',
    examples: [{ style: 'header', name: 'api-key' }],
  });

export type UpstreamAuth = z.output<typeof upstreamAuth>;
