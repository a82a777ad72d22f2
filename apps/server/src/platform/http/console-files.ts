import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { signedOutPath } from '@patchkeep/contract/session';
import { ssoReturnPath } from '@patchkeep/contract/single-sign-on';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { postedAnswer } from './posted-answer.ts';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** The plain paths that are pages of their own; everything else of the console lives behind the hash. */
const documents: Record<string, string> = {
  '/': 'index.html',
  '/login': 'login.html',
  [`${ssoReturnPath}/:connection`]: 'login.html',
  [signedOutPath]: 'login.html',
  '/patchpro/admin_consent': 'return.html',
  '/azure/azure-integration': 'return.html',
};

const contentSecurityPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    // React writes style attributes; no style element is ever made from data.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');

export const defaultConsoleDir = fileURLToPath(new URL('../../../../console/dist/', import.meta.url));

interface Served {
  body: Buffer;
  gzip: Buffer;
  type: string;
}

const load = (dir: string): Map<string, Served> => {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !entry.name.endsWith('.map'),
  );
  return new Map(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const body = readFileSync(path);
      const type = types[extname(path)] ?? 'application/octet-stream';
      return [`/${relative(dir, path).split(sep).join('/')}`, { body, gzip: gzipSync(body, { level: 9 }), type }];
    }),
  );
};

const send = (request: FastifyRequest, reply: FastifyReply, { body, gzip, type }: Served): FastifyReply => {
  reply.header('content-type', type).header('x-content-type-options', 'nosniff').header('vary', 'accept-encoding');
  const isZipped = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  return isZipped ? reply.header('content-encoding', 'gzip').send(gzip) : reply.send(body);
};

const sendDocument = (reply: FastifyReply, html: string): FastifyReply => {
  const nonce = randomBytes(16).toString('base64');
  return reply
    .header('content-type', types['.html'])
    .header('cache-control', 'no-store')
    .header('content-security-policy', contentSecurityPolicy(nonce))
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .header('cross-origin-opener-policy', 'same-origin')
    .header('strict-transport-security', 'max-age=31536000; includeSubDomains')
    .send(
      html
        .replaceAll('<script', `<script nonce="${nonce}"`)
        .replaceAll('<link rel="modulepreload"', `<link nonce="${nonce}" rel="modulepreload"`),
    );
};

/** Serves the built console from memory: a dozen files, zipped once. Without a build only the API answers. */
export const consoleFiles = (app: FastifyInstance, dir: string): void => {
  if (!existsSync(join(dir, 'index.html'))) return;
  const files = load(dir);
  for (const [path, name] of Object.entries(documents)) {
    const file = files.get(`/${name}`);
    if (file) app.get(path, async (_request, reply) => sendDocument(reply, file.body.toString()));
    if (file && path.startsWith(ssoReturnPath)) postedAnswer(app, path, sendDocument, file.body.toString());
  }
  for (const [path, file] of files) {
    if (path.endsWith('.html') || path.startsWith('/.')) continue;
    const cache = path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=300';
    app.get(path, async (request, reply) => send(request, reply.header('cache-control', cache), file));
  }
};
