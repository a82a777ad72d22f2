import { why } from '@patchkeep/contract/why';
import type { Mount } from '../../platform/http/mount.ts';
import { explain, explainHost, spread } from './why.service.ts';

export const whyRoutes = (mount: Mount): void => {
  mount(why.ofHost, (context, { params }) => explainHost(context, params.id));
  mount(why.explain, (context, { params, query }) => explain(context, params.id, query));
  mount(why.spread, (context, { query }) => spread(context, query));
};
