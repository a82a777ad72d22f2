import { type Goal, goalLimits, goals } from '@patchkeep/contract/goals';
import { countText } from '@patchkeep/rules/text/count-text';
import { call } from '../../lib/client.ts';
import { useAct } from '../../lib/use-act.ts';
import { notify } from '../../ui/notify.tsx';
import { mayResume, mayStop } from './job-text.ts';

type Command = 'abort' | 'resume';
type Commanded = Pick<Goal, 'goalUuid' | 'state'>;

const send = ({ command, ids }: { command: Command; ids: readonly string[] }) =>
  call(
    goals[command],
    { body: { goals: [...ids] } },
    { operation: { verb: command === 'abort' ? 'stop' : 'resume', thing: 'deployment jobs' } },
  );

const doneText: Record<Command, (count: number) => string> = {
  abort: (count) => `${countText(count, 'job')} stopped. What hosts have begun ends; nothing else begins.`,
  resume: (count) => `${countText(count, 'job')} resumed.`,
};
const noneText: Record<Command, string> = {
  abort: 'None of these jobs is at work.',
  resume: 'None of these jobs is stopped or paused.',
};

/** Stopping jobs and having them go on. Each takes the other back. */
export const useJobActs = (onDone: (ids: readonly string[]) => void = () => undefined) => {
  const act = useAct(send, { touches: ['goal', 'tasks'] });
  const run = (command: Command, jobs: readonly Commanded[], isUndo = false) => {
    const ids = jobs.filter(command === 'abort' ? mayStop : mayResume).map(({ goalUuid }) => goalUuid);
    if (ids.length === 0) notify({ tone: 'warning', text: noneText[command] });
    else if (ids.length > goalLimits.commanded)
      notify({ tone: 'warning', text: `At most ${goalLimits.commanded} jobs at once.` });
    else
      act.mutate(
        { command, ids },
        {
          onAwaiting: () => onDone(ids),
          onSuccess: (answer) => {
            onDone(ids);
            const changed = answer.goals.filter(({ goalUuid }) => ids.includes(goalUuid));
            notify({
              tone: 'success',
              text: doneText[command](ids.length),
              ...(!isUndo && { undo: () => run(command === 'abort' ? 'resume' : 'abort', changed, true) }),
            });
          },
        },
      );
  };
  return {
    isPending: act.isPending,
    stop: (jobs: readonly Commanded[]) => run('abort', jobs),
    resume: (jobs: readonly Commanded[]) => run('resume', jobs),
  };
};
