import { awaitingAnswer } from '@patchkeep/contract/change-sets';
import { wire } from '@patchkeep/contract/constants';
import { uiBase, type AnyEndpoint } from '@patchkeep/contract/endpoint';
import { errorCatalogue } from '@patchkeep/contract/errors';
import { product } from '@patchkeep/contract/product';
import { isOpenToTokens } from '@patchkeep/rules/api-token';
import { z } from 'zod';
import { type Schemas, shareSchemas } from './openapi-refs.ts';

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

const errorAnswer = (description: string): Json => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
});

/** A session with its CSRF value, or an API token; the latter not where a person is asked for. */
const securityOf = ({ right }: AnyEndpoint): Json[] => {
  if (right === 'anyone') return [];
  const session = { session: [], csrf: [] };
  return isOpenToTokens(right) ? [session, { apiToken: [] }] : [session];
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

const operation = (named: Named, schemas: Schemas): Json => {
  const [endpoint, family] = named;
  const media = mediaOf(endpoint);
  const codes = (endpoint.errors ?? []).map((code) => `${code}: ${errorCatalogue[code].text}`);
  return {
    operationId: idOf(named),
    tags: [family],
    summary: endpoint.summary,
    'x-right': endpoint.right,
    ...(endpoint.gate && { 'x-gate': endpoint.gate }),
    parameters: [
      ...parameters(endpoint.params, 'path', schemas),
      ...parameters(endpoint.query, 'query', schemas),
      ...(isAct(endpoint)
        ? [{ name: wire.previewHeader, in: 'header', required: false, schema: { type: 'string' } }]
        : []),
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
      default: errorAnswer(['Refused or failed', ...codes].join('\n')),
    },
    security: securityOf(endpoint),
  };
};

/** The OpenAPI 3.1 document of families of endpoints: derived from the contract, never written by hand. */
export const openApiDocument = (families: Record<string, Record<string, AnyEndpoint>>): Json => {
  const all = Object.entries(families).flatMap(([family, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]): Named => [endpoint, family, name]),
  );
  const awaiting: [Json, string] = [schemaOf(awaitingAnswer, 'output'), 'Awaiting'];
  const schemas = shareSchemas([...all.flatMap(schemasOf), awaiting], ['Error', 'Awaiting']);
  const paths: Record<string, Json> = {};
  for (const named of all) {
    const [endpoint] = named;
    const path = uiBase + endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(named, schemas) };
  }
  const Awaiting = schemas.of(...awaiting);
  return {
    openapi: '3.1.0',
    info: { title: `${product.name} console API`, version: '1' },
    tags: Object.keys(families).map((name) => ({ name })),
    paths: Object.fromEntries(Object.entries(paths).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    components: {
      schemas: {
        ...schemas.components(),
        Error: {
          type: 'object',
          properties: { code: { type: 'integer' }, message: { type: 'string' }, info: { type: 'object' } },
        },
        Awaiting,
      },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: '__Host-sid' },
        apiToken: { type: 'http', scheme: 'bearer', bearerFormat: 'vpt_…' },
        csrf: { type: 'apiKey', in: 'header', name: 'x-csrf-token' },
      },
    },
  };
};

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
