import { chatCompletion, chatCompletionChunk, chatCompletionRequest } from '@tollgate/contract/chat-completions';
import { errorCatalogue, type ErrorCode } from '@tollgate/contract/errors';
import { z } from 'zod';

const tag = 'Gateway';
const security = [{ apiKey: [] }];
const errorSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['message', 'type', 'param', 'code'],
      properties: {
        message: { type: 'string' },
        type: { type: 'string' },
        param: { type: ['string', 'null'] },
        code: { type: 'string', enum: Object.keys(errorCatalogue) },
      },
    },
  },
};

function schemaOf(schema: z.ZodType): object {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
}

/** Refusals by status, each with the codes it can carry. */
function refusals(codes: readonly ErrorCode[]): Record<string, object> {
  const byStatus = Map.groupBy(codes, (code) => String(errorCatalogue[code].status));
  return Object.fromEntries(
    [...byStatus].map(([status, list]) => [
      status,
      {
        description: list.map((code) => `\`${code}\`: ${errorCatalogue[code].message}`).join('\n\n'),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/GatewayError' } } },
      },
    ]),
  );
}

const everyCall: readonly ErrorCode[] = [
  'invalid_api_key',
  'wrong_base_address',
  'ip_not_allowed',
  'rate_limit_exceeded',
  'internal_error',
];
const modelCall: readonly ErrorCode[] = [
  'invalid_parameter',
  'missing_required_parameter',
  'invalid_json',
  'context_length_exceeded',
  'model_not_allowed',
  'model_not_found',
  'body_too_large',
  'unsupported_media_type',
  'concurrency_limit_exceeded',
  'too_many_broken_connections',
  'cap_reserved',
  'daily_cap_reached',
  'monthly_cap_reached',
  'balance_exhausted',
  'upstream_unavailable',
  'maintenance',
  'storage_unavailable',
];

function read(summary: string, description: string, parameters: readonly object[] = []): object {
  return {
    tags: [tag],
    summary,
    description,
    security,
    parameters,
    responses: {
      200: { description: 'OK', content: { 'application/json': { schema: { type: 'object' } } } },
      ...refusals(everyCall),
    },
  };
}

const chatCall = {
  tags: [tag],
  summary: 'Chat',
  description:
    'Answers a conversation, whole or streamed (`stream: true`). Fields that are not listed pass through to the provider. ' +
    'Charged only when the whole answer was delivered with status 200; every other ending is free.',
  security,
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/ChatCompletionRequest' },
        example: { model: 'sandbox/chat', messages: [{ role: 'user', content: 'Hello!' }] },
      },
    },
  },
  responses: {
    200: {
      description: 'The answer, or a stream of `data:` events that ends with `data: [DONE]`.',
      content: {
        'application/json': { schema: { $ref: '#/components/schemas/ChatCompletion' } },
        'text/event-stream': { schema: { $ref: '#/components/schemas/ChatCompletionChunk' } },
      },
    },
    ...refusals([...everyCall, ...modelCall]),
  },
};

/** The gateway's own paths for the OpenAPI document; what they check is checked by hand on the request path. */
export function gatewayOpenApi() {
  const model = { name: 'model', in: 'path', required: true, schema: { type: 'string' }, description: 'May contain `/`.' };
  return {
    tags: [{ name: tag, description: 'What clients call with an API key. Every path also works without `/v1`.' }],
    securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: `sk-…`.' } },
    paths: {
      '/v1/chat/completions': { post: chatCall },
      '/v1/models': {
        get: read('List models', 'What this key may call now, with prices. A list returned means that the key is valid.'),
      },
      '/v1/models/{model}': { get: read('Show a model', 'One model as this key sees it.', [model]) },
      '/v1/key': { get: read('Show the key', 'The key itself: state, caps, use, limits and balance.') },
    },
    schemas: {
      GatewayError: errorSchema,
      ChatCompletionRequest: schemaOf(chatCompletionRequest),
      ChatCompletion: schemaOf(chatCompletion),
      ChatCompletionChunk: schemaOf(chatCompletionChunk),
    },
  };
}
