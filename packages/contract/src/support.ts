import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { nothing, time, uuid } from './fields.ts';

export const supportLimits = {
  subject: 150,
  message: 10_000,
  attachments: 5,
  /** Of all attachments of a message together. */
  attachedBytes: 5_000_000,
  /** Messages of one user within a day. */
  perDay: 10,
} as const;

/** The documents that an operator offers. */
export const supportDocuments = {
  'technical-guide': 'Technical guide',
  'quick-guide': 'Quick guide',
  'group-policy': 'Agent deployment by group policy',
  'corporate-api': 'Corporate API',
  'patching-guide': 'Patching guide',
  'data-processing-agreement': 'Data processing agreement',
  'assurance-report': 'Assurance report',
} as const;
export const supportDocumentIds = Object.keys(supportDocuments) as (keyof typeof supportDocuments)[];
export type SupportDocumentId = keyof typeof supportDocuments;

const address = z.string().nullable();

const supportContact = z.object({
  /** Null: the operator has set none. */
  email: address,
  phone: address,
  portalUrl: address,
  communityUrl: address,
  documents: z.array(z.object({ id: z.enum(supportDocumentIds), url: address })),
  /** The server has a mail server and knows where messages go. */
  isMessagePossible: z.boolean(),
});
export type SupportContact = z.output<typeof supportContact>;

const attachment = z.strictObject({
  /** The file's own name: one line, and no path. */
  name: z
    .string()
    .trim()
    .min(1)
    .max(150)
    .regex(/^[^/\\\p{Cc}]+$/u),
  /** Base 64. */
  content: z.base64().max(Math.ceil(supportLimits.attachedBytes / 3) * 4),
});
export type SupportAttachment = z.output<typeof attachment>;

/** How many bytes a text in base 64 stands for. */
export const bytesOf = ({ content }: Pick<SupportAttachment, 'content'>): number =>
  (content.length / 4) * 3 - (content.endsWith('==') ? 2 : content.endsWith('=') ? 1 : 0);

const supportMessage = z.strictObject({
  subject: z
    .string()
    .trim()
    .min(1)
    .max(supportLimits.subject)
    .regex(/^\P{Cc}+$/u),
  message: z.string().trim().min(1).max(supportLimits.message),
  attachments: z
    .array(attachment)
    .max(supportLimits.attachments)
    .refine(
      (all) => all.reduce((sum, each) => sum + bytesOf(each), 0) <= supportLimits.attachedBytes,
      'Attachments may have 5 MB together',
    ),
});

const sentMessage = z.object({
  messageUuid: uuid,
  subject: z.string(),
  created: time,
  /** Null: the mail server has not taken it yet. */
  sent: time.nullable(),
});
export type SentMessage = z.output<typeof sentMessage>;

const personal = { right: 'signedIn', anySite: true } as const;

export const support = {
  read: endpoint({
    method: 'GET',
    path: '/support',
    summary: 'How to reach support, and the documents that the operator offers',
    ...personal,
    response: supportContact,
  }),
  send: endpoint({
    method: 'POST',
    path: '/support',
    summary: 'Send a message to support, with files',
    ...personal,
    moves: 'nothing',
    bodyLimit: 7_500_000,
    body: supportMessage,
    response: nothing,
  }),
  messages: endpoint({
    method: 'GET',
    path: '/support/message',
    summary: 'Messages that the caller sent within 90 days, the newest first',
    ...personal,
    response: z.object({ messages: z.array(sentMessage) }),
  }),
};
