import { why } from '@patchkeep/contract/why';
import type { Mount } from '../../../platform/http/mount.ts';
import { explain, explainHost, type SignerSilence, spread } from './why.service.ts';

export const whyRoutes = (mount: Mount, silence: SignerSilence): void => {
  mount(why.ofHost, (context, { params }) => explainHost(context, params.id, silence));
  mount(why.explain, (context, { params, query }) => explain(context, params.id, query, silence));
  mount(why.spread, (context, { query }) => spread(context, query, silence));
};
