import type { CustomConfig } from '@patchkeep/contract/custom-software';
import { useQuery } from '@tanstack/react-query';
import { useCustomListQuery } from '../../../acts/custom-software/custom-software.queries.ts';
import { customAction, customChannel, type DraftAction, withActions } from '../../../acts/jobs/job-draft.ts';
import { FoundThing } from './found-thing.tsx';
import s from './create-job.module.css';

interface OfferedCustomProps {
  /** How the title begins. */
  q: string;
  actions: readonly DraftAction[];
  onActions: (actions: readonly DraftAction[]) => void;
}

/** Custom software that the approvers of the site vouch for: a job can bring it as it can an application. */
export function OfferedCustom({ q, actions, onActions }: OfferedCustomProps) {
  const { data = [] } = useQuery(useCustomListQuery());
  const begin = q.toLocaleLowerCase('en');
  const found = data.filter(
    ({ state, title }) => state === 'vouched' && title.toLocaleLowerCase('en').startsWith(begin),
  );
  if (found.length === 0) return null;
  const choose = ({ customDeploymentConfigUuid: uuid, title }: CustomConfig, isRemoval: boolean) => {
    const before = actions.find(({ channelTag }) => channelTag === customChannel(uuid));
    const isTakenOut = before?.custom?.isRemoval === isRemoval;
    onActions(
      isTakenOut
        ? actions.filter((each) => each !== before)
        : withActions(actions, [customAction({ uuid, title, isRemoval })]),
    );
  };
  return (
    <section aria-label="Custom software" className={s['own']}>
      <h3 className="caption">Custom software</h3>
      <ul className={s['found']}>
        {found.map((config) => {
          const { customDeploymentConfigUuid: uuid, title, taskSpec } = config;
          const chosen = actions.find(({ channelTag }) => channelTag === customChannel(uuid))?.custom?.isRemoval;
          return (
            <FoundThing
              key={uuid}
              title={title}
              detail={taskSpec.removeArguments === null ? 'vouched for; it cannot be removed' : 'vouched for'}
              offers={[
                { verb: 'Deploy', isChosen: chosen === false, onPress: () => choose(config, false) },
                {
                  verb: 'Remove',
                  isChosen: chosen === true,
                  isDisabled: taskSpec.removeArguments === null,
                  onPress: () => choose(config, true),
                },
              ]}
            />
          );
        })}
      </ul>
    </section>
  );
}
