import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { byId, nothing, time, uuid } from './fields.ts';
import { resourceStates } from './resources.ts';
import { base64url } from './webauthn.ts';

export const customLimits = {
  title: 200,
  files: 20,
  arguments: 50,
  argument: 1_000,
  /** Configs of one site. */
  configs: 500,
  /** Keys of approvers of one site. */
  keys: 16,
  threshold: 8,
  /** What people may paste: a statement with its signatures. */
  signedChars: 20_000,
} as const;

/** What a main file may be, by its ending. */
export const customKinds = ['msi', 'msp', 'exe', 'ps1', 'deb', 'sh'] as const;

/** Becomes one argument of the installer. `{folder}` stands for where the files lie on the host. */
const argument = z
  .string()
  .min(1)
  .max(customLimits.argument)
  .regex(/^[^\p{Cc}"]+$/u, 'An argument has no quotes and no line breaks');
const argumentList = z.array(argument).max(customLimits.arguments);
const softwareName = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[^\p{Cc}]+$/u);

const productCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(
    /^\{[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}\}$/,
    'A product code looks like {XXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX}',
  );
/** What of the software list of a host shows that it is installed; null where nothing does. */
const recognition = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('productCode'), productCode }),
  z.strictObject({ by: z.literal('name'), name: softwareName, version: softwareName.nullable() }),
]);

/** What hosts are to run. */
export const taskSpec = z.strictObject({
  /** Files of the category `installer`, which lie beside one another on the host under the names that they came with. */
  files: z.array(uuid).min(1).max(customLimits.files),
  /** The one of them that is run. */
  mainFile: uuid,
  /** For a user it runs once for each user who is signed in, as that user. */
  scope: z.enum(['machine', 'user']).default('machine'),
  installArguments: argumentList.default([]),
  /** Null for what cannot be removed by its main file. */
  removeArguments: argumentList.nullable().default(null),
  /** How the installer behaves; only people who are signed in see anything of it. */
  progressPopup: z.boolean().default(false),
  interactive: z.boolean().default(false),
  requiresUac: z.boolean().default(false),
  recognition: recognition.nullable().default(null),
});
export type TaskSpec = z.output<typeof taskSpec>;

/** Who has signed a statement. */
const signature = z.object({ userAccountUuid: uuid, name: z.string(), keyId: z.string() });

/**
 * Where custom software stands. `draft`: something is missing; `awaitsSignatures`: approvers must sign;
 * `vouched`: hosts run it; `expired`, `approversChanged`: it must be signed anew.
 */
export const customStates = ['draft', 'awaitsSignatures', 'vouched', 'expired', 'approversChanged'] as const;

const customConfig = z.object({
  customDeploymentConfigUuid: uuid,
  title: z.string(),
  /** A save names the one it started from. */
  serialNumber: z.int(),
  taskSpec,
  /** Of what hosts run: changes with the spec. */
  taskSpecTag: z.string(),
  taskSpecTagSeqNumber: z.int(),
  files: z.array(
    z.object({
      siteResourceTag: uuid,
      filename: z.string(),
      size: z.int(),
      sha256: z.string().nullable(),
      state: z.enum(resourceStates),
      isDeployable: z.boolean(),
    }),
  ),
  kind: z.enum(customKinds),
  state: z.enum(customStates),
  /** What is missing before approvers can sign, in plain words. */
  missing: z.array(z.string()),
  /** Counts on with each statement that is made. */
  release: z.int(),
  /** Of the statement that waits for signatures, or has them; null without one. */
  statementHash: z.string().nullable(),
  signatures: z.array(signature),
  /** So many different people must sign. */
  neededCount: z.int(),
  expiresAt: time.nullable(),
  changedAt: time,
  changedBy: z.string().nullable(),
});
export type CustomConfig = z.output<typeof customConfig>;
const configAnswer = z.object({ customDeploymentConfig: customConfig });

/** What an approver signs, and what the browser is told to ask the passkey. */
const toSign = z.object({
  /** The text itself, which is what hosts read. */
  statement: z.string(),
  statementHash: z.string(),
  /** Base64url, as `navigator.credentials.get` takes it in JSON. */
  challenge: z.string(),
  rpId: z.string().nullable(),
  /** Passkeys of the caller that are approvers' keys. */
  credentials: z.array(z.string()),
  signatures: z.array(signature),
  neededCount: z.int(),
  /** Nobody else agrees to it: whoever signs types the title first. */
  isTitleAsked: z.boolean(),
});
export type ToSign = z.output<typeof toSign>;

/** A touch, as WebAuthn's JSON has it. */
const touch = z.object({
  id: base64url(1_400),
  response: z.object({
    authenticatorData: base64url(1_400),
    clientDataJSON: base64url(4_000),
    signature: base64url(700),
  }),
});
const signed = z
  .strictObject({
    statementHash: z.string().regex(/^[0-9a-f]{64}$/),
    passkey: touch.optional(),
    /** What the command `approve` wrote with a key in a file. */
    signed: z.string().max(customLimits.signedChars).optional(),
    /** Where it is asked for. */
    title: z.string().max(customLimits.title).optional(),
  })
  .refine(({ passkey, signed: text }) => (passkey === undefined) !== (text === undefined), 'A touch or a signed text');
export type SignedBody = z.output<typeof signed>;

const read = 'canViewCustomDeployments';
const write = { right: 'canWriteCustomDeployments', moves: 'nothing' } as const;
const noHost = 'Gives no host any work: only a job does, and that passes the gate';

export const customSoftware = {
  list: endpoint({
    method: 'GET',
    path: '/custom-deployment-config',
    summary: 'Custom software of the site, by title',
    right: read,
    response: z.object({ customDeploymentConfigs: z.array(customConfig) }),
  }),
  read: endpoint({
    method: 'GET',
    path: '/custom-deployment-config/:id',
    summary: 'One custom software',
    right: read,
    params: byId,
    response: configAnswer,
  }),
  save: endpoint({
    method: 'POST',
    path: '/custom-deployment-config',
    summary: 'Add custom software, or replace it by its id',
    ...write,
    ungated: noHost,
    body: z.strictObject({
      customDeploymentConfigUuid: uuid.optional(),
      title: z
        .string()
        .trim()
        .min(1)
        .max(customLimits.title)
        .regex(/^[^\p{Cc}]+$/u),
      taskSpec,
      serialNumber: z.int().default(0),
    }),
    response: configAnswer,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/custom-deployment-config/:id',
    summary: 'Remove custom software that no job is about',
    ...write,
    params: byId,
    response: nothing,
  }),
  /** Made where there is none yet for the software as it is now and those who vouch now; else the one there is. */
  prepare: endpoint({
    method: 'POST',
    path: '/custom-deployment-config/:id/statement',
    summary: 'Make the statement that approvers of custom software sign',
    ...write,
    ungated: noHost,
    params: byId,
    response: toSign,
  }),
  sign: endpoint({
    method: 'POST',
    path: '/custom-deployment-config/:id/sign',
    summary: 'Sign custom software as one of its approvers',
    ...write,
    ungated: noHost,
    params: byId,
    body: signed,
    response: configAnswer,
  }),
};

const approverKey = z.object({
  keyId: z.string(),
  kind: z.enum(['passkey', 'file']),
  /** What its owner calls it. */
  label: z.string(),
  userAccountUuid: uuid,
  name: z.string(),
});
export type ApproverKeyShown = z.output<typeof approverKey>;

const approverList = z.object({
  version: z.int(),
  threshold: z.int(),
  /** Hosts believe nothing that they sign before that. */
  startsAt: time,
  keys: z.array(approverKey),
  statementHash: z.string(),
});

const approversAnswer = z.object({
  /** Who vouches now; null until somebody was named. */
  approvers: approverList.nullable(),
  /** Who shall vouch next, and who of those before has agreed. */
  next: approverList.extend({ signatures: z.array(signature), neededCount: z.int() }).nullable(),
  /** Passkeys of users who may write custom software at the site. */
  candidates: z.array(approverKey),
  /** Why nobody can be named now; null when somebody can. */
  obstacle: z.enum(['noSigner', 'noAddress']).nullable(),
});
export type ApproversAnswer = z.output<typeof approversAnswer>;

/** Who vouches for the custom software of a site. */
export const approverKeys = {
  read: endpoint({
    method: 'GET',
    path: '/approver-key',
    summary: 'Who vouches for the custom software of the site',
    right: read,
    response: approversAnswer,
  }),
  name: endpoint({
    method: 'POST',
    path: '/approver-key',
    summary:
      'Name those who vouch: the first ones count 72 hours later, the next ones once those before them have signed',
    right: 'canManageSites',
    moves: 'nothing',
    stepUp: 'recent',
    ungated: noHost,
    body: z.strictObject({
      /** So many different people must sign. */
      threshold: z.int().min(1).max(customLimits.threshold),
      /** Of candidates, and of those who vouch now. */
      keyIds: z.array(z.string().regex(/^[0-9a-f]{64}$/)).max(customLimits.keys),
      /** Ed25519 keys that people keep in files: 32 bytes, base64url. */
      fileKeys: z
        .array(z.strictObject({ userAccountUuid: uuid, x: z.string().regex(/^[A-Za-z0-9_-]{43}$/) }))
        .max(customLimits.keys)
        .default([]),
    }),
    response: approversAnswer,
  }),
  toSign: endpoint({
    method: 'GET',
    path: '/approver-key/sign',
    summary: 'What those who vouch now sign, so that others do next',
    right: 'canWriteCustomDeployments',
    response: toSign,
  }),
  sign: endpoint({
    method: 'POST',
    path: '/approver-key/sign',
    summary: 'Agree, as one of those who vouch now, to those who shall vouch next',
    ...write,
    ungated: noHost,
    body: signed,
    response: approversAnswer,
  }),
  withdraw: endpoint({
    method: 'DELETE',
    path: '/approver-key/next',
    summary: 'Give up the naming of those who should vouch next',
    right: 'canManageSites',
    moves: 'nothing',
    stepUp: 'recent',
    ungated: noHost,
    response: nothing,
  }),
};
