import { z } from 'zod';
import { constants } from './constants.ts';

/** Identifiers compare without regard to case, so they are lower-cased where they enter. */
export const uuid = z
  .string()
  .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'Not an identifier')
  .toLowerCase();
/** The place of one thing, as in `/tag/:id`. */
export const byId = z.object({ id: uuid });
/** A moment, in UTC. */
export const time = z.iso.datetime();
export const day = z.iso.date();
/** A day of the past, in UTC: how things stood when it ended. Today, or none: how they stand now. */
export const asOf = day.optional();
export const name = z.string().trim().min(1).max(constants.nameMax);
export const text = z.string().max(constants.textMax);
/** 128 random bits a tab gives itself; not a secret, it ties its errors, audit rows and writes together. */
export const instanceId = uuid;
export const nothing = z.object({});
