import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { time } from './fields.ts';

/** What a new site needs, in the order in which it is done. */
export const firstStepNames = ['agent', 'inventory', 'decision', 'colleague', 'alerts', 'update'] as const;
export type FirstStepName = (typeof firstStepNames)[number];

/**
 * What shows that a step is done. `host`: a host has enrolled. `token`: none has, and an install token is there that one
 * can enrol with. `site` and `system`: where the decision was made. `person`: somebody else may change things in the
 * site. `alerts`: somebody gets the alerts of the site by mail. `proof`: an inventory has shown an update.
 */
const done = z.object({
  shownBy: z.enum(['host', 'token', 'site', 'system', 'person', 'alerts', 'proof']),
  /** Who made the token or the decision, the colleague, or who gets alerts; null where nobody is kept. */
  by: z.string().nullable(),
  /** When; null where it is not kept. */
  at: time.nullable(),
});

export const firstStep = z.object({
  step: z.enum(firstStepNames),
  /** Null while the step is open. */
  done: done.nullable(),
});
export type FirstStep = z.output<typeof firstStep>;

export const firstSteps = {
  list: endpoint({
    method: 'GET',
    path: '/first-steps',
    summary: 'What a new site needs, and what of it is done; without decision and update where patching is off',
    right: 'canMakeChanges',
    response: z.object({ steps: z.array(firstStep) }),
  }),
};
