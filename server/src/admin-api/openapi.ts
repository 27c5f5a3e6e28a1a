import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { AdminDeps, OpenApiPart } from './admin-deps.ts';
import { keepDocuments } from './kept-documents.ts';
import { referenceLook } from './reference-look.ts';
import { referencePagePolicy } from './security-headers.ts';

const about = `**Gateway** (\`/v1\`): what clients call with an API key. **Administrator** (\`/api/admin\`): accounts, keys, money, models, providers and logs, with the administrator token as bearer. Amounts are decimal strings in CNY, never numbers; times are ISO 8601 with their zone; lists are \`{data, next}\`, where \`next\` is the \`cursor\` of the following page. Every refusal has the form \`{"error": {"message", "type", "param", "code"}}\`; \`param\` names the field at fault and \`message\` says what to do.`;

const tags = [
  { name: 'Accounts', description: 'Who pays: plan, limits, balance, messages.' },
  { name: 'Money', description: 'Credits, the append-only ledger, sums of usage.' },
  { name: 'Sub-accounts', description: 'Parts of an account with their own model allow-list.' },
  { name: 'Keys', description: 'API keys: caps, allow-lists, limits, reset and deletion.' },
  { name: 'Plans', description: 'Rate, concurrency and price multiplier of many accounts at once.' },
  { name: 'Prices of plans and accounts', description: 'Prices in place of the list price.' },
  { name: 'Models', description: 'What is for sale, and for how much.' },
  { name: 'Providers', description: 'Upstreams: their addresses, keys and models.' },
  { name: 'Call log', description: 'One record per call.' },
  { name: 'Operation', description: 'Audit, backup, audit log, refusals that belong to nobody.' },
];

/** A wildcard takes a model's name, slashes included; the document calls it what it is. */
type TransformInput = Parameters<typeof jsonSchemaTransform>[0];
function transform(input: TransformInput): ReturnType<typeof jsonSchemaTransform> {
  const { schema, url } = jsonSchemaTransform(input);
  if (!url.endsWith('/*')) return { schema, url };
  const params = schema.params as { properties?: Record<string, object>; required?: string[] } | undefined;
  if (params?.properties?.['*'] === undefined) return { schema: { ...schema, hide: true }, url };
  const { '*': model, ...others } = params.properties;
  const required = (params.required ?? []).map((name) => (name === '*' ? 'model' : name));
  return {
    schema: { ...schema, params: { ...params, properties: { ...others, model }, required } },
    url: `${url.slice(0, -1)}:model`,
  };
}

interface Document {
  readonly paths?: object;
  readonly tags?: readonly object[];
  readonly components?: { readonly schemas?: Readonly<Record<string, object>>; readonly securitySchemes?: object };
}

const reference = /"#\/components\/schemas\/([^"]+)"/g;

/** Only what the paths lead to: every schema is generated both as request and as answer. */
function referenced(paths: object, schemas: Readonly<Record<string, object>>): Record<string, object> {
  const kept: Record<string, object> = {};
  const visit = (part: object): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(reference)) {
      const schema = schemas[name];
      if (schema === undefined || kept[name] !== undefined) continue;
      kept[name] = schema;
      visit(schema);
    }
  };
  visit(paths);
  return kept;
}

/** The generated document with the gateway's own part in it. */
function mergeDocument(document: Document, gateway: OpenApiPart | undefined): Document {
  const paths = { ...gateway?.paths, ...document.paths };
  return {
    ...document,
    tags: [...(gateway?.tags ?? []), ...(document.tags ?? [])],
    paths,
    components: {
      ...document.components,
      schemas: referenced(paths, { ...document.components?.schemas, ...gateway?.schemas }),
      securitySchemes: { ...gateway?.securitySchemes, ...document.components?.securitySchemes },
    },
  };
}

/** Collects the routes of `app` that are added from here on. Call before they are. */
export async function describeRoutes(
  app: FastifyInstance,
  { version, clientAddresses = [] }: Pick<AdminDeps, 'version' | 'clientAddresses'>,
): Promise<void> {
  const places = clientAddresses.map(({ region, url }) => `\`${url}/v1\` (${region})`);
  const description = places.length === 0 ? about : `${about}\n\n**Base address of clients**: ${places.join(', ')}.`;
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Tollgate', description, version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
      tags,
      components: {
        securitySchemes: {
          adminToken: {
            type: 'http',
            scheme: 'bearer',
            description: 'The value of TOLLGATE_ADMIN_TOKEN, or of `admin-token` in the data folder.',
          },
        },
      },
    },
    transform,
    transformObject: jsonSchemaTransformObject,
  });
}

/** `/openapi.json` and the readable reference at `/docs`, all from this host. */
export async function serveReference(app: FastifyInstance, { gatewayPaths }: Pick<AdminDeps, 'gatewayPaths'>): Promise<void> {
  const whole = (): Document => mergeDocument(app.swagger(), gatewayPaths);
  keepDocuments(app, new Set(['/openapi.json', '/docs/json', '/docs/yaml']));
  app.get('/openapi.json', { schema: { hide: true } }, () => whole());
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: referencePagePolicy,
    transformSpecification: () => whole() as Record<string, unknown>,
    transformSpecificationClone: false,
    uiConfig: { deepLinking: true, docExpansion: 'list', url: '/openapi.json', validatorUrl: null },
    ...referenceLook(),
  });
}
