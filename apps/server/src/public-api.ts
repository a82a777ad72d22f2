import { publicBase } from '@patchkeep/contract/endpoint';
import { isPublic, publicApi } from '@patchkeep/rules/api/public-api';
import type { FastifyInstance } from 'fastify';
import { docsStyle } from './api-docs/docs-style.ts';
import { type ApiDocument, docsPages } from './api-docs/pages.rules.ts';
import { publicOpenApi, writeOpenApi } from './openapi.ts';
import { notFound } from './platform/errors.ts';
import type { Mount } from './platform/http/mount.ts';

/** Mounts what is public a second time, for programs: the same handler behind another door, so that the two cannot differ. */
export const alsoPublic = (ofConsole: Mount, ofPrograms: Mount): Mount =>
  Object.assign(
    ((endpoint, handle) => {
      ofConsole(endpoint, handle);
      if (isPublic(endpoint)) ofPrograms(endpoint, handle);
    }) as Mount,
    {
      open: ofConsole.open,
      transfer: ofConsole.transfer,
      download: ofConsole.download,
      stream: ofConsole.stream,
    },
  );

/** What the reference may load: its own style, and nothing else. */
const docsPolicy = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Serves the description of the public API to anybody, for programs and for people: it says nothing of any customer. */
export const publicDocument = (app: FastifyInstance): void => {
  let made: { text: string; pages: Map<string, string> } | undefined;
  // Made when somebody asks for the first time: it takes half a second.
  const make = () => {
    const text = writeOpenApi(publicOpenApi(publicApi));
    return { text, pages: docsPages(JSON.parse(text) as ApiDocument) };
  };
  const open = (path: string, type: string, find: (params: unknown) => string | undefined): void => {
    app.get(`${publicBase}${path}`, async (request, reply) => {
      request.isAuthorised = true;
      const text = find(request.params);
      if (text === undefined) throw notFound();
      return reply
        .type(`${type}; charset=utf-8`)
        .header('content-security-policy', docsPolicy)
        .header('referrer-policy', 'no-referrer')
        .send(text);
    });
  };
  const pageOf = (family: string) => (made ??= make()).pages.get(family);
  open('/openapi.json', 'application/json', () => (made ??= make()).text);
  open('/docs', 'text/html', () => pageOf(''));
  open('/docs/:family', 'text/html', (params) => pageOf((params as { family: string }).family));
  open('/docs.css', 'text/css', () => docsStyle);
};
