/** What SCIM calls a value; `reference` is the address of another resource. */
type Type = 'string' | 'boolean' | 'complex' | 'reference';

export interface ScimAttribute {
  name: string;
  type: Type;
  description: string;
  isMultiValued?: boolean;
  isRequired?: boolean;
  isCaseExact?: boolean;
  isUnique?: boolean;
  /** `readOnly` is ours to say, `immutable` is said once; left out, it can be changed. */
  mutability?: 'readOnly' | 'immutable';
  subAttributes?: readonly ScimAttribute[];
  /** The kinds of resources that a reference leads to. */
  referenceTypes?: readonly string[];
}

export interface ScimSchema {
  urn: string;
  name: 'User' | 'Group';
  description: string;
  attributes: readonly ScimAttribute[];
}

const text = (name: string, description: string, more: Partial<ScimAttribute> = {}): ScimAttribute => ({
  name,
  type: 'string',
  description,
  ...more,
});

const externalId = text('externalId', 'The name of the resource at the identity provider.', {
  isCaseExact: true,
});

/** What is kept of a user. Other attributes are taken and not kept. */
export const userSchema: ScimSchema = {
  urn: 'urn:ietf:params:scim:schemas:core:2.0:User',
  name: 'User',
  description: 'Somebody who may sign in',
  attributes: [
    text('userName', 'An e-mail address in a mail domain that signs in by the connection.', {
      isRequired: true,
      isUnique: true,
    }),
    externalId,
    {
      name: 'active',
      type: 'boolean',
      description: 'False ends all access: the sign-in, sessions and API tokens.',
    },
    text('displayName', 'The name that is shown.'),
    {
      name: 'name',
      type: 'complex',
      description: 'The parts of the name; shown where there is no displayName.',
      subAttributes: [
        text('formatted', 'The whole name.'),
        text('givenName', 'The first name.'),
        text('familyName', 'The last name.'),
      ],
    },
    {
      name: 'emails',
      type: 'complex',
      isMultiValued: true,
      description: 'Kept as they are sent. Mails go to the userName.',
      subAttributes: [
        text('value', 'The address.'),
        text('type', 'Such as work.'),
        { name: 'primary', type: 'boolean', description: 'The first choice.' },
      ],
    },
  ],
};

export const groupSchema: ScimSchema = {
  urn: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  name: 'Group',
  description: 'A group of users, which mappings give rights to',
  attributes: [
    text('displayName', 'The name of the group, as mappings name it.', { isRequired: true, isUnique: true }),
    externalId,
    {
      name: 'members',
      type: 'complex',
      isMultiValued: true,
      description: 'Users of the same connection.',
      subAttributes: [
        text('value', 'The id of the user.', { mutability: 'immutable', isCaseExact: true }),
        {
          name: '$ref',
          type: 'reference',
          description: 'The address of the user.',
          mutability: 'immutable',
          referenceTypes: ['User'],
        },
      ],
    },
  ],
};

/** What every resource has, and nobody sends. */
export const commonAttributes = ['schemas', 'id', 'meta'] as const;

const presentAttribute = (attribute: ScimAttribute): Record<string, unknown> => ({
  name: attribute.name,
  type: attribute.type,
  multiValued: attribute.isMultiValued ?? false,
  description: attribute.description,
  required: attribute.isRequired ?? false,
  ...(attribute.type !== 'boolean' && attribute.type !== 'complex' && { caseExact: attribute.isCaseExact ?? false }),
  mutability: attribute.mutability ?? 'readWrite',
  returned: 'default',
  ...(attribute.type !== 'boolean' && { uniqueness: attribute.isUnique ? 'server' : 'none' }),
  ...(attribute.referenceTypes && { referenceTypes: attribute.referenceTypes }),
  ...(attribute.subAttributes && { subAttributes: attribute.subAttributes.map(presentAttribute) }),
});

/** A schema as RFC 7643, section 7, describes one. */
export const presentSchema = ({ urn, name, description, attributes }: ScimSchema) => ({
  id: urn,
  name,
  description,
  attributes: attributes.map(presentAttribute),
});
