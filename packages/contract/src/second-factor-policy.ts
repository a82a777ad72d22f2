import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { uuid } from './fields.ts';

/**
 * Who of a customer needs a second factor: nobody; whoever may write anything; or the same, and a passkey for who
 * administers or writes custom software.
 */
export const secondFactorPolicies = ['optional', 'writers', 'passkeys'] as const;
export const secondFactorPolicy = z.enum(secondFactorPolicies);
export type SecondFactorPolicy = z.output<typeof secondFactorPolicy>;

/** What a form asks for. */
export const policyForm = z.object({ policy: secondFactorPolicy });

export const factorKinds = ['passkey', 'totp'] as const;
const missingFactor = z.enum(['any', 'passkey']);

/** The password was right, and the account has to set up a second factor before it gets a session. */
export const enrolStep = z.object({
  step: z.literal('enrol'),
  /** What is missing: any second factor, or a passkey. */
  needed: missingFactor,
  /** What the server can set up; nothing where its operator has not prepared it. */
  ways: z.array(z.enum(factorKinds)),
});
export type EnrolStep = z.output<typeof enrolStep>;

export const policyLimits = { namesShown: 20 } as const;

const choice = z.object({
  policy: secondFactorPolicy,
  /** Why the server cannot do this; null where it can. */
  refusal: z.string().nullable(),
  /** Who would have to set something up at their next sign-in. */
  missingCount: z.int().min(0),
  /** The first of them by name. */
  missing: z.array(
    z.object({ userAccountUuid: uuid, username: z.string(), longName: z.string(), needed: missingFactor }),
  ),
});
const answer = z.object({
  policy: secondFactorPolicy,
  /** What each policy would mean now, for a look before it is chosen. */
  choices: z.array(choice),
  /** Grows with every save of the customer's settings; a save names the one it started from. */
  serialNumber: z.int(),
});
export type SecondFactorPolicyAnswer = z.output<typeof answer>;

export const customerFactors = {
  read: endpoint({
    method: 'GET',
    path: '/second-factor-policy',
    summary: 'Who needs a second factor, and who would have to set one up under each policy',
    right: 'isSystemAdmin',
    response: answer,
  }),
  save: endpoint({
    method: 'PATCH',
    path: '/second-factor-policy',
    summary: 'Change who needs a second factor; it counts at the next sign-in of each user',
    right: 'isSystemAdmin',
    moves: 'nothing',
    stepUp: 'recent',
    ungated: 'Says how users sign in; gives no host any work',
    body: z.strictObject({ policy: secondFactorPolicy, serialNumber: z.int() }),
    response: answer,
  }),
};
