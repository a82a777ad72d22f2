import type { Context } from './context.ts';
import type { Tx } from './db/tenant.ts';

const nobody = '00000000-0000-0000-0000-000000000000';

/**
 * A job in one site, for services that answer requests too. Nobody asks here: there are no rights, so whatever needs
 * one is refused, and what would be told on commit is told by the job itself.
 */
export const inJob = async <T>(
  tx: Tx,
  { customerId, siteId, now, isSigning }: { customerId: string; siteId: string; now: Date; isSigning: boolean },
  work: (context: Context) => Promise<T>,
): Promise<T> =>
  work({
    tx,
    now,
    isSigning,
    isProved: false,
    requestId: 'job',
    ip: '',
    instanceId: null,
    cookie: undefined,
    userAgent: '',
    setCookie: () => undefined,
    deviceCookie: undefined,
    setDeviceCookie: () => undefined,
    loginCookie: undefined,
    setLoginCookie: () => undefined,
    ssoCookie: undefined,
    setSsoCookie: () => undefined,
    emit: () => undefined,
    onCommit: () => undefined,
    principal: {
      kind: 'session',
      customerId,
      userId: nobody,
      sessionId: nobody,
      siteId,
      sessionSiteId: siteId,
      isRegistered: false,
      isStaleSite: false,
      subject: null,
      csrf: '',
    },
  });
