import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * `__Host-` binds the cookie to this host, to HTTPS and to the root path. Plain HTTP happens only on a developer's
 * loopback, where browsers refuse the prefix; the shorter name keeps the two from being confused.
 */
const nameFor = (request: FastifyRequest, cookie: 'sid' | 'device'): string =>
  request.protocol === 'https' ? `__Host-${cookie}` : cookie;

const shape = /^[A-Za-z0-9_.-]{1,200}$/;

const readCookie = (request: FastifyRequest, name: 'sid' | 'device'): string | undefined => {
  const header = request.headers.cookie;
  if (!header) return undefined;
  const wanted = `${nameFor(request, name)}=`;
  for (const part of header.split(';')) {
    const pair = part.trim();
    if (!pair.startsWith(wanted)) continue;
    const value = pair.slice(wanted.length);
    return shape.test(value) ? value : undefined;
  }
  return undefined;
};
export const readSessionCookie = (request: FastifyRequest): string | undefined => readCookie(request, 'sid');
export const readDeviceCookie = (request: FastifyRequest): string | undefined => readCookie(request, 'device');

const attributes = (request: FastifyRequest): string =>
  `Path=/; HttpOnly; SameSite=Lax${request.protocol === 'https' ? '; Secure' : ''}`;

export const writeSessionCookie = (request: FastifyRequest, reply: FastifyReply, value: string): void =>
  void reply.header('set-cookie', `${nameFor(request, 'sid')}=${value}; ${attributes(request)}`);

export const writeDeviceCookie = (request: FastifyRequest, reply: FastifyReply, value: string, seconds: number): void =>
  void reply.header('set-cookie', `${nameFor(request, 'device')}=${value}; Max-Age=${seconds}; ${attributes(request)}`);

export const clearSessionCookie = (request: FastifyRequest, reply: FastifyReply): void => {
  reply.header('set-cookie', `${nameFor(request, 'sid')}=; Max-Age=0; ${attributes(request)}`);
  reply.header('clear-site-data', '"cache"');
};
