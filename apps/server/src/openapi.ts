import { wire } from '@patchkeep/contract/constants';
import { awaitingAnswer } from '@patchkeep/contract/change-sets';
import { uiBase, type AnyEndpoint } from '@patchkeep/contract/endpoint';
import { errorCatalogue } from '@patchkeep/contract/errors';
import { product } from '@patchkeep/contract/product';
import { isOpenToTokens } from '@patchkeep/rules/api-token';
import { z } from 'zod';

type Json = Record<string, unknown>;

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, target: 'draft-2020-12', unrepresentable: 'any' });
  return json;
};

const parameters = (schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] => {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as { properties?: Json; required?: string[] };
  return Object.entries(properties).map(([name, each]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: each,
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

const operation = (endpoint: AnyEndpoint): Json => {
  const media = endpoint.kind === 'events' ? 'text/event-stream' : 'application/json';
  const codes = (endpoint.errors ?? []).map((code) => `${code}: ${errorCatalogue[code].text}`);
  return {
    summary: endpoint.summary,
    'x-right': endpoint.right,
    ...(endpoint.gate && { 'x-gate': endpoint.gate }),
    parameters: [
      ...parameters(endpoint.params, 'path'),
      ...parameters(endpoint.query, 'query'),
      ...(isAct(endpoint)
        ? [{ name: wire.previewHeader, in: 'header', required: false, schema: { type: 'string' } }]
        : []),
    ],
    ...(endpoint.kind === 'upload' && {
      requestBody: { required: true, content: { 'application/octet-stream': {} } },
    }),
    ...(endpoint.body && {
      requestBody: { required: true, content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } } },
    }),
    responses: {
      200: { description: 'Done', content: { [media]: { schema: schemaOf(endpoint.response, 'output') } } },
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

/** The OpenAPI 3.1 document of a list of endpoints: derived from the contract, never written by hand. */
export const openApiDocument = (endpoints: readonly AnyEndpoint[]): Json => {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = uiBase + endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title: `${product.name} console API`, version: '1' },
    paths: Object.fromEntries(Object.entries(paths).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    components: {
      schemas: {
        Error: {
          type: 'object',
          properties: { code: { type: 'integer' }, message: { type: 'string' }, info: { type: 'object' } },
        },
        Awaiting: schemaOf(awaitingAnswer, 'output'),
      },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: '__Host-sid' },
        apiToken: { type: 'http', scheme: 'bearer', bearerFormat: 'vpt_…' },
        csrf: { type: 'apiKey', in: 'header', name: 'x-csrf-token' },
      },
    },
  };
};
