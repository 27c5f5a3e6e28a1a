import { errorCatalogue, type ErrorCode } from '@tollgate/contract/errors';
import { z } from 'zod';
import type { LocalEndpoint, ModelEndpoint, NamedSchema } from '../endpoints/endpoint.ts';

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

/** Refusals by status, each with its possible codes. */
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
  'invalid_form',
  'context_length_exceeded',
  'unsupported_operation',
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

type Endpoint = ModelEndpoint | LocalEndpoint;

const json = 'application/json';

function refer({ name }: NamedSchema): object {
  return { schema: { $ref: `#/components/schemas/${name}` } };
}

/** The response of a local operation: an object or a file. */
function localAnswer({ document: { file } }: LocalEndpoint): object {
  if (file === undefined) return { description: 'OK', content: { [json]: { schema: { type: 'object' } } } };
  const sound = { schema: { type: 'string', format: 'binary' } };
  return { description: file.description, content: Object.fromEntries(file.mediaTypes.map((type) => [type, sound])) };
}

function localOperation(endpoint: LocalEndpoint): object {
  const { summary, description, rest } = endpoint.document;
  const parameters = rest === undefined ? [] : [{ ...rest, in: 'path', required: true, schema: { type: 'string' } }];
  const responses = { 200: localAnswer(endpoint), ...refusals(everyCall) };
  return { tags: [tag], summary, description, security, parameters, responses };
}

function modelOperation({ document, form }: ModelEndpoint): object {
  const { summary, description, request, example, answer, event } = document;
  const streamed = event === null ? {} : { 'text/event-stream': refer(event) };
  return {
    tags: [tag],
    summary,
    description,
    security,
    requestBody: { required: true, content: { [form === null ? json : 'multipart/form-data']: { ...refer(request), example } } },
    responses: {
      200: {
        description:
          event === null
            ? 'The answer.'
            : `The answer, or a stream of \`data:\` events of which the last begins with \`${event.last}\`.`,
        content: { [json]: refer(answer), ...streamed },
      },
      ...refusals([...everyCall, ...modelCall]),
    },
  };
}

/** The path in the reference, in which the rest of a path is a parameter. */
export function referencePath(endpoint: Endpoint): string {
  const rest = 'answer' in endpoint ? endpoint.document.rest : undefined;
  return `/v1${rest === undefined ? endpoint.path : endpoint.path.replace('*', `{${rest.name}}`)}`;
}

function operation(endpoint: Endpoint): object {
  return 'answer' in endpoint ? localOperation(endpoint) : modelOperation(endpoint);
}

/** The schemas that a model endpoint adds to the reference. */
function shapesOf(endpoint: Endpoint): readonly NamedSchema[] {
  if ('answer' in endpoint) return [];
  const { request, answer, event } = endpoint.document;
  return event === null ? [request, answer] : [request, answer, event];
}

/** The gateway's own paths for the OpenAPI document. Their requests are checked by hand on the request path. */
export function gatewayOpenApi(endpoints: readonly Endpoint[]) {
  const byPath = Map.groupBy(endpoints, referencePath);
  const shapes = endpoints.flatMap(shapesOf).map(({ name, schema }) => [name, schemaOf(schema)]);
  return {
    tags: [{ name: tag, description: 'Model API for clients with an API key. Every path also works without `/v1`.' }],
    securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: `sk-…`.' } },
    paths: Object.fromEntries(
      [...byPath].map(([path, list]) => [
        path,
        Object.fromEntries(list.map((endpoint) => [endpoint.method.toLowerCase(), operation(endpoint)])),
      ]),
    ),
    schemas: { GatewayError: errorSchema, ...(Object.fromEntries(shapes) as Record<string, object>) },
  };
}
