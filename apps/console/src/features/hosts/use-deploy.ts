import type { HostSelection } from '@patchkeep/contract/hosts';
import { useBeginJob } from '../../acts/jobs/use-begin-job.ts';
import { type Chosen, chosenCount } from './use-host-acts.ts';

/** Puts the chosen hosts into a deployment job: by name where the list knows their names, else as they were chosen. */
export const useDeploy = () => {
  const begin = useBeginJob();
  return (chosen: Chosen) => {
    const { selection, filter, total, known } = chosen;
    const count = chosenCount(chosen);
    if (selection.kind === 'allMatching') {
      const matching: HostSelection = {
        filter,
        except: [...selection.except],
        expectedCount: Math.max(0, total - selection.except.size),
      };
      begin({ matching: { selection: matching, count } });
      return;
    }
    const hosts = [...selection.ids].flatMap((id) => {
      const name = known.get(id)?.hostName;
      return name === undefined ? [] : [{ id, name }];
    });
    if (hosts.length === count) begin({ hosts });
    else begin({ matching: { selection: { hosts: [...selection.ids] }, count } });
  };
};
