import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * `__Host-` binds the cookie to this host, to HTTPS and to the root path. Plain HTTP happens only on a developer's
 * loopback, where browsers refuse the prefix; the shorter name keeps the two from being confused.
 */
type CookieName = 'sid' | 'device' | 'login' | 'sso';
const nameFor = (request: FastifyRequest, cookie: CookieName): string =>
  request.protocol === 'https' ? `__Host-${cookie}` : cookie;

const shape = /^[A-Za-z0-9_.-]{1,200}$/;

const readCookie = (request: FastifyRequest, name: CookieName): string | undefined => {
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
const attributes = (request: FastifyRequest, sameSite: 'Lax' | 'Strict' = 'Lax'): string =>
  `Path=/; HttpOnly; SameSite=${sameSite}${request.protocol === 'https' ? '; Secure' : ''}`;

const write = (reply: FastifyReply, pair: string, attributesOfIt: string): void =>
  void reply.header('set-cookie', `${pair}; ${attributesOfIt}`);

/** The cookies of one request; none are read where the door takes no sessions. */
export const cookiesOf = (request: FastifyRequest, reply: FastifyReply, isRead: boolean) => {
  const read = (name: CookieName) => (isRead ? readCookie(request, name) : undefined);
  return {
    cookie: read('sid'),
    setCookie(value: string | null): void {
      if (value !== null) {
        write(reply, `${nameFor(request, 'sid')}=${value}`, attributes(request));
        return;
      }
      write(reply, `${nameFor(request, 'sid')}=; Max-Age=0`, attributes(request));
      reply.header('clear-site-data', '"cache"');
    },
    deviceCookie: read('device'),
    setDeviceCookie: (value: string, seconds: number): void =>
      write(reply, `${nameFor(request, 'device')}=${value}; Max-Age=${seconds}`, attributes(request)),
    loginCookie: read('login'),
    /** Nobody comes from another site between the password and the second factor, so it is Strict. */
    setLoginCookie: (value: string, seconds: number): void =>
      write(reply, `${nameFor(request, 'login')}=${value}; Max-Age=${seconds}`, attributes(request, 'Strict')),
    ssoCookie: read('sso'),
    /** Strict too: the identity provider sends the browser to a page of ours, and that page makes the call. */
    setSsoCookie: (value: string, seconds: number): void =>
      write(reply, `${nameFor(request, 'sso')}=${value}; Max-Age=${seconds}`, attributes(request, 'Strict')),
  };
};
