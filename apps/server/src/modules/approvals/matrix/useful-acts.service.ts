import type { Context } from '../../../platform/context.ts';
import { channelSubjects, statusOf } from '../policy/subjects.service.ts';
import { decidedAt, statusAt } from './approvals.presenter.ts';
import { showSite } from './undecided.service.ts';

export interface UsefulActs {
  /** To approve the newest version would change something: it is neither approved nor automated already. */
  isApprovable: boolean;
  /** The site itself blocks it, so that the site can remove the block. */
  isUnblockable: boolean;
}

/** Which decisions of the site about these channels would change something. */
export const readUsefulActs = async (
  context: Context,
  channelTags: readonly string[],
): Promise<ReadonlyMap<string, UsefulActs>> => {
  if (channelTags.length === 0) return new Map();
  const shown = await showSite(context);
  const subjects = await channelSubjects(context, channelTags);
  return new Map(
    [...subjects].map(([channelTag, subject]) => {
      const status = statusOf(decidedAt(shown, subject), subject);
      return [
        channelTag,
        {
          isApprovable: status !== 'auto' && status !== 'up-to-date',
          isUnblockable: statusAt(shown, subject) === 'blocked',
        },
      ];
    }),
  );
};
