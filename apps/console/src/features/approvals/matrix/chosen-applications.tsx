import type { ApprovalType } from '@patchkeep/contract/approval-fields';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { useBeginJob } from '../../../acts/jobs/use-begin-job.ts';
import type { ChosenApplicationsSlot } from '../../../domain/chosen-applications-slot.ts';
import { groupsQuery, tagsQuery } from '../../../lib/site.queries.ts';
import { useMay } from '../../../lib/use-may.ts';
import { useSession } from '../../../lib/use-stores.ts';
import { Button } from '../../../ui/button.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { notify } from '../../../ui/notify.tsx';
import { type Scope, siteScope } from '../approval-scope.ts';
import { ActsReview } from '../pending/acts-review.tsx';
import { editsMax } from '../pending/pending.ts';
import { useApprovalActs } from '../pending/use-approval-acts.ts';
import { BulkDecide } from './bulk-decide.tsx';
import { decidable } from './decidable.ts';

type ChosenApplicationsProps = ComponentProps<ChosenApplicationsSlot>;

/** A page of a group or tag decides for that group or tag. */
const useScope = (within: ChosenApplicationsProps['within']): Scope => {
  const groups = useQuery({ ...groupsQuery, enabled: within.kind === 'group' }).data;
  const tags = useQuery({ ...tagsQuery, enabled: within.kind === 'tag' }).data;
  if (within.kind === 'site') return siteScope;
  const { kind: level, id: scopeUuid } = within;
  const name =
    level === 'group'
      ? groups?.find(({ uuid }) => uuid === scopeUuid)?.title
      : tags?.find(({ tagUuid }) => tagUuid === scopeUuid)?.tagName;
  return { level, scopeUuid, name: name ?? null };
};

/** What can be done with applications that are ticked elsewhere: decisions, each reviewed first, and a deployment job. */
export function ChosenApplications({ within, selection, fetchChosen, onDone, children }: ChosenApplicationsProps) {
  const siteUuid = useSession(({ handshake }) => handshake?.currentSite?.siteAccountUuid ?? '');
  const scope = useScope(within);
  const acts = useApprovalActs(siteUuid, () => onDone(selection));
  const begin = useBeginJob();
  const mayDecide = useMay('canDecideUpdates');
  const mayDeploy = useMay('canDeploySoftware');
  const [isReading, setReading] = useState(false);
  const read = async () => {
    setReading(true);
    const chosen = await fetchChosen();
    setReading(false);
    return chosen;
  };
  const decide = async (type: ApprovalType) => {
    const chosen = await read();
    if (!chosen) return;
    const { rows, names, unknown } = decidable(chosen);
    if (unknown.length > 0)
      notify({
        tone: rows.length > 0 ? 'info' : 'warning',
        text: `Nothing can be decided about software that the catalogue does not know: ${unknown.slice(0, 3).join(', ')}${unknown.length > 3 ? ` and ${formatNumber(unknown.length - 3)} more` : ''}.`,
      });
    if (rows.length > editsMax) notify({ tone: 'warning', text: `At most ${formatNumber(editsMax)} at once.` });
    else if (rows.length > 0) acts.begin({ what: 'rows', scope, kind: 'app', type, rows, names });
  };
  const deploy = async () => {
    const chosen = await read();
    if (!chosen) return;
    const actions = chosen.flatMap(({ channelTag, name: title }) =>
      channelTag === null ? [] : [{ channelTag, title, actionType: 'Install' as const, version: null }],
    );
    if (actions.length > 0) begin({ actions });
    else notify({ tone: 'warning', text: 'The catalogue knows none of this software, so no job can deploy it.' });
  };
  return (
    <>
      {children(
        <>
          {mayDecide && (
            <BulkDecide
              selection={selection}
              isPending={isReading || acts.isPending}
              onAct={(type) => void decide(type)}
            />
          )}
          {mayDeploy && (
            <Button isDisabled={isReading} onPress={() => void deploy()}>
              Deploy...
            </Button>
          )}
        </>,
      )}
      <ActsReview acts={acts} />
    </>
  );
}
