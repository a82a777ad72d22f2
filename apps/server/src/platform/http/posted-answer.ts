import { ssoLimits } from '@patchkeep/contract/single-sign-on';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Letters that mean nothing in HTML: what does not look so is left out. */
const shapes = { SAMLResponse: /^[A-Za-z0-9+/=]{1,200000}$/, RelayState: /^[A-Za-z0-9_-]{1,200}$/ } as const;

const metaOf = (sent: URLSearchParams): string => {
  const parts = Object.entries(shapes).map(([name, shape]) => {
    const value = sent.get(name)?.replace(/\s/g, '') ?? '';
    return shape.test(value) ? `<meta name="${name}" content="${value}">` : '';
  });
  // Half an answer is none.
  return parts.includes('') ? '' : parts.join('');
};

/**
 * Takes the form that an identity provider has a browser post (SAML), and answers with a page of ours that holds it.
 * That page makes the call, as it does with answers that come in an address: so the cookie may stay Strict, and a form
 * from another site does nothing by itself. Nothing is read here but the form: no cookie, no database.
 */
export const postedAnswer = (
  app: FastifyInstance,
  path: string,
  send: (reply: FastifyReply, html: string) => FastifyReply,
  html: string,
): void => {
  // A context of its own: no other route takes a form.
  void app.register(async (own) => {
    own.removeAllContentTypeParsers();
    own.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    own.post(path, { bodyLimit: ssoLimits.answerBytes }, async ({ body }, reply) =>
      send(
        reply,
        html.replace('</head>', `${metaOf(new URLSearchParams(typeof body === 'string' ? body : ''))}</head>`),
      ),
    );
  });
};
