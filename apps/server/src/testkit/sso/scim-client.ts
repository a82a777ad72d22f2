import { scimBase } from '@patchkeep/contract/endpoint';
import { provisioning } from '@patchkeep/contract/provisioning';
import { scimMessages } from '@patchkeep/contract/scim';
import { groupSchema, userSchema } from '@patchkeep/rules/scim/schemas';
import type { TestApp, TestClient } from '../app.ts';
import { foreignTokens } from '../canary.ts';

// oxlint-disable-next-line typescript/no-explicit-any
type Body = any;
export interface ScimAnswer {
  status: number;
  body: Body;
  headers: Record<string, string | string[] | number | undefined>;
}

/** An identity provider that holds the token of a connection. */
export interface ScimClient {
  token: string;
  send(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<ScimAnswer>;
  addUser(userName: string, more?: object): Promise<ScimAnswer>;
  addGroup(displayName: string, members?: readonly string[], more?: object): Promise<ScimAnswer>;
  patch(path: string, ...operations: object[]): Promise<ScimAnswer>;
}

export const scimClient = (app: TestApp, token: string, customerId?: string): ScimClient => {
  const self: ScimClient = {
    token,
    async send(method, path, body) {
      const answer = await app.app.inject({
        method,
        url: `${scimBase}${path}`,
        headers: {
          authorization: `Bearer ${self.token}`,
          ...(body !== undefined && { 'content-type': 'application/scim+json' }),
        },
        ...(body !== undefined && { payload: JSON.stringify(body) }),
      });
      const leaked = foreignTokens(answer.body + JSON.stringify(answer.headers), customerId);
      if (leaked.length > 0) throw new Error(`${path} leaked ${leaked.join(', ')}`);
      return {
        status: answer.statusCode,
        body: answer.body === '' ? undefined : answer.json(),
        headers: answer.headers,
      };
    },
    addUser: (userName, more = {}) =>
      self.send('POST', '/Users', { schemas: [userSchema.urn], userName, active: true, ...more }),
    addGroup: (displayName, members = [], more = {}) =>
      self.send('POST', '/Groups', {
        schemas: [groupSchema.urn],
        displayName,
        members: members.map((value) => ({ value })),
        ...more,
      }),
    patch: (path, ...Operations) => self.send('PATCH', path, { schemas: [scimMessages.patch], Operations }),
  };
  return self;
};

/** Makes the token of a connection, as a system administrator. */
export const provisionBy = async (app: TestApp, admin: TestClient, connectionUuid: string): Promise<ScimClient> => {
  const { status, body } = await admin.call(provisioning.makeToken, { params: { id: connectionUuid } });
  if (status !== 200) throw new Error(`no token: ${status} ${JSON.stringify(body)}`);
  return scimClient(app, body.secret, admin.customerId);
};
