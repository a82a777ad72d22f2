import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signedOutPath } from '@patchkeep/contract/session';
import { stopServer } from './crooked-provider.ts';
import type { Person } from './honest-provider.ts';
import { inBase64, readAuthnRequest, readLogoutRequest, saidOf, samlKey, signedResponse } from './saml-provider.ts';

export interface SamlSite {
  issuer: string;
  /** What its administrator downloads there. */
  metadata: string;
  close(): Promise<void>;
}

const page = (body: string): string => `<!doctype html><title>Login of Contoso</title><main>${body}</main>`;

const cookie = 'contoso-login';

/**
 * A stand-in for an identity provider by SAML with pages of its own, which knows who has signed in before. It is at 127.0.0.1 where the product is at
 * `localhost`: another site, as in life, so that a browser holds Strict cookies back.
 */
export const samlSite = async (people: Record<string, Person>): Promise<SamlSite> => {
  const key = samlKey();
  let origin = '';
  const serve = async (request: IncomingMessage, answer: ServerResponse): Promise<void> => {
    answer.setHeader('content-type', 'text/html; charset=utf-8');
    const address = new URL(request.url ?? '', origin);
    const known = new RegExp(`${cookie}=(\\w+)`).exec(request.headers.cookie ?? '')?.[1];
    if (address.pathname === '/sign-out') {
      const { entityId, subject, state } = readLogoutRequest(address);
      if (known === undefined || subject !== `subject of ${people[known]?.email}`) {
        answer.writeHead(400).end(page('Nobody with this name is signed in.'));
        return;
      }
      const back = new URL(signedOutPath, entityId);
      back.searchParams.set('RelayState', state);
      answer.writeHead(303, { location: back.href, 'set-cookie': `${cookie}=; Max-Age=0` }).end();
      return;
    }
    const asked = readAuthnRequest(address.href);
    if (request.method !== 'POST' && (known === undefined || asked.isForced)) {
      answer.end(page('<form method="post"><label>Name <input name="login"></label><button>Sign in</button></form>'));
      return;
    }
    let body = '';
    for await (const part of request) body += String(part);
    const login = request.method === 'POST' ? (new URLSearchParams(body).get('login') ?? '') : (known ?? '');
    const person = people[login];
    if (!person) {
      answer.writeHead(403).end(page('Nobody is called so.'));
      return;
    }
    answer.setHeader('set-cookie', `${cookie}=${login}`);
    const said = saidOf(asked, { issuer: `${origin}/metadata`, username: person.email, now: new Date() });
    const attributes = { email: [person.email], displayName: [person.name], groups: person.groups };
    const response = inBase64(signedResponse({ ...said, attributes }, key));
    answer.end(
      page(
        `<form method="post" action="${asked.consumerAddress}"><input type="hidden" name="SAMLResponse" value="${response}"><input type="hidden" name="RelayState" value="${asked.state}"></form><script>document.forms[0].submit()</script>`,
      ),
    );
  };
  const server = createServer((request, answer) => void serve(request, answer));
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const certificate = key.certificate.replace(/-----[A-Z ]+-----/g, '').trim();
  return {
    issuer: `${origin}/metadata`,
    metadata: `<?xml version="1.0" encoding="UTF-8"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${origin}/metadata"><IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${certificate}</X509Certificate></X509Data></KeyInfo></KeyDescriptor><SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${origin}/sign-out"/><SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${origin}/sign-in"/></IDPSSODescriptor></EntityDescriptor>`,
    close: () => stopServer(server),
  };
};
