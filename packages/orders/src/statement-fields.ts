import { z } from 'zod';

/** What fields of statements look like; each has one spelling. */
export const hash = z.string().regex(/^[0-9a-f]{64}$/);
export const uuid = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
/** Milliseconds since 1970: one spelling, unlike a date. */
export const moment = z.int().min(0).max(8_640_000_000_000_000);
export const name = z.string().min(1).max(200);
