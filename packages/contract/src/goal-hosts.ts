import { z } from 'zod';
import { time, uuid } from './fields.ts';

/** How far an action of a job is on one host. */
export const goalVerdicts = ['achieved', 'running', 'waits', 'failed', 'spent', 'notApplicable', 'held'] as const;
/** By what a host is a target: itself, a group it is in, or a tag it has. */
export const targetKinds = ['host', 'group', 'tag'] as const;

/** How far an action is on a host. */
export const actionVerdict = z.object({
  goalActionId: uuid,
  verdict: z.enum(goalVerdicts),
  /** Why, as a sentence. */
  cause: z.string(),
  since: time.nullable(),
  /** When it goes on by itself; null: at the next check-in, or when somebody does something. */
  next: time.nullable(),
  /** It goes on with the next check-in, and needs nobody for that. */
  isAtCheckIn: z.boolean(),
});

/** A host of a job, and why it is a target. */
export const targetHost = z.object({
  agentUuid: uuid,
  hostName: z.string(),
  groupUuid: uuid.nullable(),
  timeZone: z.string(),
  via: z.array(z.enum(targetKinds)),
});
