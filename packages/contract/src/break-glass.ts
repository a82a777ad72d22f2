import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { uuid } from './fields.ts';

/** Accounts of system administrators that get in when single sign-on fails. */
export const breakGlassLimits = {
  perCustomer: 2,
  sessionMinutes: 60,
  /** One that was not used within these days may not work any more when it is needed. */
  usedWithinDays: 30,
} as const;

const marking = {
  path: '/break-glass/:id',
  right: 'isSystemAdmin',
  moves: 'nothing',
  stepUp: 'recent',
  ungated: 'Says how a system administrator signs in; gives no host any work',
  params: z.object({ id: uuid }),
  response: z.object({ isBreakGlass: z.boolean() }),
} as const;

export const breakGlass = {
  mark: endpoint({
    ...marking,
    method: 'PUT',
    summary: 'Mark a system administrator with a device-bound passkey as a break-glass account',
  }),
  unmark: endpoint({
    ...marking,
    method: 'DELETE',
    summary: 'Take the mark of a break-glass account away',
  }),
};
