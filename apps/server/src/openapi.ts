import { awaitingAnswer } from '@patchkeep/contract/change-sets';
import { wire } from '@patchkeep/contract/constants';
import { publicBase, uiBase, type AnyEndpoint } from '@patchkeep/contract/endpoint';
import { errorCatalogue } from '@patchkeep/contract/errors';
import { product } from '@patchkeep/contract/product';
import { isOpenToTokens } from '@patchkeep/rules/api-token';
import { z } from 'zod';
import { type Schemas, shareSchemas } from './openapi-refs.ts';
import { takesSerialNumber } from './platform/http/public-api/etag.ts';

type Json = Record<string, unknown>;

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, target: 'draft-2020-12', unrepresentable: 'any' });
  return json;
};

const parameters = (schema: z.ZodType | undefined, place: 'path' | 'query', schemas: Schemas): Json[] => {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as { properties?: Json; required?: string[] };
  return Object.entries(properties).map(([name, each]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: schemas.of(each as Json, name),
  }));
};

const errorAnswer = (description: string, media: string): Json => ({
  description,
  content: { [media]: { schema: { $ref: '#/components/schemas/Error' } } },
});

type Families = Record<string, Record<string, AnyEndpoint>>;

/** What differs between the documents of two doors to the same endpoints. */
interface Door {
  base: string;
  title: string;
  description?: string;
  errorMedia: string;
  error: Json;
  security: (endpoint: AnyEndpoint) => Json[];
  securitySchemes: Json;
  /** Names of headers that calls of this endpoint may carry. */
  headers: (endpoint: AnyEndpoint) => string[];
}

const header = (name: string): Json => ({ name, in: 'header', required: false, schema: { type: 'string' } });
const apiToken = { type: 'http', scheme: 'bearer', bearerFormat: 'vpt_…' };

/** A session with its CSRF value, or an API token; the latter not where a person is asked for. */
const securityOf = ({ right }: AnyEndpoint): Json[] => {
  if (right === 'anyone') return [];
  const session = { session: [], csrf: [] };
  return isOpenToTokens(right) ? [session, { apiToken: [] }] : [session];
};

const consoleDoor: Door = {
  base: uiBase,
  title: `${product.name} console API`,
  errorMedia: 'application/json',
  error: {
    type: 'object',
    properties: { code: { type: 'integer' }, message: { type: 'string' }, info: { type: 'object' } },
  },
  security: securityOf,
  securitySchemes: {
    session: { type: 'apiKey', in: 'cookie', name: '__Host-sid' },
    apiToken,
    csrf: { type: 'apiKey', in: 'header', name: 'x-csrf-token' },
  },
  headers: () => [],
};

const publicDoor: Door = {
  base: publicBase,
  title: `${product.name} API`,
  description: [
    'Every call carries an API token as `Authorization: Bearer`. A token acts in its site, or in the site that the header `x-site` names when it is for all sites (`GET /token-site` lists them), with its rights and those its owner has at that moment.',
    'Errors are problem documents (RFC 9457). Answers 429 and 503 say in `Retry-After` when to try again.',
    'A write with an `Idempotency-Key` is done once; within 24 hours the same call with the same key gets the same answer.',
    'Reads carry an `ETag`; `If-None-Match` saves reading the same answer twice. Where a body has a `serialNumber`, `If-Match` may name the ETag instead.',
    'A call that would touch many hosts answers 428; send it again with the token of its preview. 202 means that it awaits a second person.',
  ].join('\n\n'),
  errorMedia: 'application/problem+json',
  error: {
    type: 'object',
    required: ['type', 'title', 'status'],
    properties: {
      type: { type: 'string' },
      title: { type: 'string' },
      status: { type: 'integer' },
      detail: { type: 'string' },
      instance: { type: 'string' },
      code: { type: 'integer' },
      info: { type: 'object' },
    },
  },
  security: () => [{ apiToken: [] }],
  securitySchemes: { apiToken },
  headers: ({ method, body }) => {
    if (method === 'GET') return ['If-None-Match'];
    return takesSerialNumber(body) ? ['Idempotency-Key', 'If-Match'] : ['Idempotency-Key'];
  },
};

/** Approvals name the token of their preview in the body, and answer with their change set whatever became of it. */
const isAct = ({ gate }: AnyEndpoint): boolean => gate !== undefined && gate !== 'approval';

/** An endpoint with its family and its name there: `hosts` and `list`. */
type Named = [endpoint: AnyEndpoint, family: string, name: string];

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const idOf = ([, family, name]: Named): string => `${family}${capital(name)}`;

/** The schemas of a document, each with the name it would have if it were shared. */
const schemasOf = (named: Named): [Json, string][] => {
  const [endpoint] = named;
  const queries = [endpoint.params, endpoint.query].flatMap((schema) => {
    const { properties = {} } = schema ? schemaOf(schema, 'input') : {};
    return Object.entries(properties as Record<string, Json>).map(([name, each]): [Json, string] => [each, name]);
  });
  return [
    ...queries,
    ...(endpoint.body ? [[schemaOf(endpoint.body, 'input'), `${idOf(named)}Request`] as [Json, string]] : []),
    [schemaOf(endpoint.response, 'output'), `${idOf(named)}Response`],
  ];
};

const mediaOf = ({ kind }: AnyEndpoint): string => {
  if (kind === 'download') return 'application/octet-stream';
  return kind === 'events' ? 'text/event-stream' : 'application/json';
};

const operation = (named: Named, schemas: Schemas, door: Door): Json => {
  const [endpoint, family] = named;
  const media = mediaOf(endpoint);
  const codes = (endpoint.errors ?? []).map((code) => `${code}: ${errorCatalogue[code].text}`);
  return {
    operationId: idOf(named),
    tags: [family],
    summary: endpoint.summary,
    'x-right': endpoint.right,
    ...(endpoint.gate && { 'x-gate': endpoint.gate }),
    ...(endpoint.stepUp && { 'x-step-up': endpoint.stepUp }),
    parameters: [
      ...parameters(endpoint.params, 'path', schemas),
      ...parameters(endpoint.query, 'query', schemas),
      ...(isAct(endpoint) ? [header(wire.previewHeader)] : []),
      ...door.headers(endpoint).map(header),
    ],
    ...(endpoint.kind === 'upload' && {
      requestBody: { required: true, content: { 'application/octet-stream': {} } },
    }),
    ...(endpoint.body && {
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: schemas.of(schemaOf(endpoint.body, 'input'), `${idOf(named)}Request`) },
        },
      },
    }),
    responses: {
      200: {
        description: 'Done',
        content: {
          [media]:
            endpoint.kind === 'download'
              ? {}
              : { schema: schemas.of(schemaOf(endpoint.response, 'output'), `${idOf(named)}Response`) },
        },
      },
      ...(isAct(endpoint) && {
        202: {
          description: 'Awaits a second person; nothing was done',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Awaiting' } } },
        },
      }),
      default: errorAnswer(['Refused or failed', ...codes].join('\n'), door.errorMedia),
    },
    security: door.security(endpoint),
  };
};

/** The OpenAPI 3.1 document of families of endpoints: derived from the contract, never written by hand. */
const documentOf = (families: Families, door: Door): Json => {
  const all = Object.entries(families).flatMap(([family, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]): Named => [endpoint, family, name]),
  );
  const awaiting: [Json, string] = [schemaOf(awaitingAnswer, 'output'), 'Awaiting'];
  const schemas = shareSchemas([...all.flatMap(schemasOf), awaiting], ['Error', 'Awaiting']);
  const paths: Record<string, Json> = {};
  for (const named of all) {
    const [endpoint] = named;
    const path = door.base + endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(named, schemas, door) };
  }
  const Awaiting = schemas.of(...awaiting);
  return {
    openapi: '3.1.0',
    info: { title: door.title, version: '1', ...(door.description !== undefined && { description: door.description }) },
    tags: Object.keys(families).map((name) => ({ name })),
    paths: Object.fromEntries(Object.entries(paths).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    components: {
      schemas: {
        ...schemas.components(),
        Error: door.error,
        Awaiting,
      },
      securitySchemes: door.securitySchemes,
    },
  };
};

export const openApiDocument = (families: Families): Json => documentOf(families, consoleDoor);
export const publicOpenApi = (families: Families): Json => documentOf(families, publicDoor);

/** The document as it is kept: one line for each operation and schema, so that a change is seen in its line. */
export const writeOpenApi = (document: Json): string => {
  const block = (value: unknown, depth: number): string => {
    if (depth === 0 || typeof value !== 'object' || value === null || Array.isArray(value))
      return JSON.stringify(value);
    const indent = '  '.repeat(4 - depth);
    const lines = Object.entries(value).map(
      ([key, each]) => `${indent}${JSON.stringify(key)}: ${block(each, depth - 1)}`,
    );
    return `{\n${lines.join(',\n')}\n${indent.slice(2)}}`;
  };
  return `${block(document, 3)}\n`;
};
