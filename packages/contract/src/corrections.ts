import { z } from 'zod';
import { catalogueNumber } from './applications.ts';
import { constants } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { nothing, uuid } from './fields.ts';

/**
 * What we know better than the catalogue: this software is that application, or is not what it was taken for. It holds
 * for every site of the customer, so only who administers all of them reads or changes it.
 */
export const correction = z.object({
  correctionUuid: uuid,
  kind: z.enum(['isApplication', 'isUnknown']),
  /** The software as hosts report it: every version of it. */
  name: z.string(),
  publisher: z.string(),
  applicationId: z.int().nullable(),
  applicationName: z.string().nullable(),
  note: z.string(),
  by: z.string(),
  created: z.iso.datetime(),
});
export type Correction = z.output<typeof correction>;

const note = z.string().trim().max(constants.textMax).default('');

export const corrections = {
  list: endpoint({
    method: 'GET',
    path: '/correction',
    summary: 'Our own corrections of what software is',
    right: 'isSystemAdmin',
    response: z.object({ corrections: z.array(correction) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/correction',
    summary: 'Say what software is ("this is X"), or that the match is wrong; in force at once',
    right: 'isSystemAdmin',
    moves: 'counts',
    stepUp: 'recent',
    gate: 'correction',
    body: z.discriminatedUnion('kind', [
      z.strictObject({
        kind: z.literal('isApplication'),
        versionId: catalogueNumber,
        applicationId: catalogueNumber,
        note,
      }),
      z.strictObject({ kind: z.literal('isUnknown'), versionId: catalogueNumber, note }),
    ]),
    response: correction,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/correction/:id',
    summary: 'Take a correction back: the catalogue decides again',
    right: 'isSystemAdmin',
    moves: 'counts',
    stepUp: 'recent',
    gate: 'correction',
    params: z.object({ id: uuid }),
    response: nothing,
  }),
};
