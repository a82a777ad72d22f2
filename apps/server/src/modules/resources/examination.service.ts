import { z } from 'zod';
import type { Tx } from '../../platform/db/tenant.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import type { ResourceKey } from './resources.tables.ts';

const id = z.uuid();
/** The job that looks at one file, as it is queued. */
export const examination = {
  name: 'examine-file',
  payload: z.object({ customerId: id, siteId: id, resourceId: id }),
};

/** Asks for a look at a file; a second request before it begins is the same one. */
export const requestExamination = (tx: Tx, key: ResourceKey, runAt: Date): Promise<void> =>
  enqueue(
    tx,
    examination,
    { customerId: key.customer_id, siteId: key.site_id, resourceId: key.resource_id },
    { key: `examine:${key.resource_id}`, runAt },
  );
