import { why } from '@patchkeep/contract/why';
import type { Mount } from '../../../platform/http/mount.ts';
import { explain, explainHost, spread, type WhyFacts } from './why.service.ts';

export const whyRoutes = (mount: Mount, known: WhyFacts): void => {
  mount(why.ofHost, (context, { params }) => explainHost(context, params.id, known));
  mount(why.explain, (context, { params, query }) => explain(context, params.id, query, known));
  mount(why.spread, (context, { query }) => spread(context, query, known));
};
