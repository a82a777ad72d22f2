import { call } from '../../lib/client.ts';
import { createResourceQuery } from './resource-query.ts';

export const resourceQuery = createResourceQuery(call);
