import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { cacheDocuments } from './cache-documents.ts';
import { referenceLook } from './reference-look.ts';
import { referencePagePolicy } from './security-headers.ts';

/** Parts of an OpenAPI 3.1 document. */
export interface OpenApiPart {
  readonly paths: Readonly<Record<string, object>>;
  readonly schemas?: Readonly<Record<string, object>> | undefined;
  readonly securitySchemes?: Readonly<Record<string, object>> | undefined;
  readonly tags?: readonly { readonly name: string; readonly description: string }[] | undefined;
}

/** The document's content apart from its routes. */
export interface DocumentHead {
  readonly version: string;
  readonly description: string;
  readonly tags: { readonly name: string; readonly description: string }[];
  /** How callers authenticate; routes name these schemes in `security`. */
  readonly securitySchemes: Readonly<
    Record<string, { readonly type: 'http'; readonly scheme: string; readonly description: string }>
  >;
}

/** A wildcard matches a model's name, including slashes; the document uses its real name. */
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

/** Only referenced schemas: every schema is generated both for requests and for responses. */
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

/** Sorted by name, so that the registration order of routes has no effect. */
function sorted<Value>(record: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** Merges the generated document with other parts. */
function mergeDocument(document: Document, others: OpenApiPart | undefined): Document {
  const paths = sorted<object>({ ...others?.paths, ...document.paths });
  return {
    ...document,
    tags: [...(others?.tags ?? []), ...(document.tags ?? [])],
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, operations]) => [path, sorted(operations as Record<string, object>)]),
    ),
    components: {
      ...document.components,
      schemas: sorted(referenced(paths, { ...document.components?.schemas, ...others?.schemas })),
      securitySchemes: { ...others?.securitySchemes, ...document.components?.securitySchemes },
    },
  };
}

/** Collects the routes of `app`. Call this before they are added. */
export async function describeRoutes(app: FastifyInstance, head: DocumentHead): Promise<void> {
  const { version, description, tags, securitySchemes } = head;
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'API reference', description, version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
      tags,
      components: { securitySchemes },
    },
    transform,
    transformObject: jsonSchemaTransformObject,
  });
}

/** Path of the readable reference, next to the documentation pages. */
const referencePath = '/docs/api';

/**
 * Serves `/openapi.json` and the readable reference at `/docs/api`, with all files from this host.
 * @param others describes paths of other listeners; called on demand and merged into the document.
 */
export async function serveReference(app: FastifyInstance, others: (() => OpenApiPart) | undefined): Promise<void> {
  const whole = (): Document => mergeDocument(app.swagger(), others?.());
  cacheDocuments(app, new Set(['/openapi.json', `${referencePath}/json`, `${referencePath}/yaml`]));
  app.get('/openapi.json', { schema: { hide: true } }, () => whole());
  for (const form of ['json', 'yaml'])
    app.get(`/docs/${form}`, { schema: { hide: true } }, (_request, reply) => reply.redirect(`${referencePath}/${form}`, 308));
  await app.register(swaggerUi, {
    routePrefix: referencePath,
    staticCSP: referencePagePolicy,
    transformSpecification: () => whole() as Record<string, unknown>,
    transformSpecificationClone: false,
    uiConfig: { deepLinking: true, docExpansion: 'list', url: '/openapi.json', validatorUrl: null },
    ...referenceLook(),
  });
}
