import { pages } from '@patchkeep/rules/pages';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { usePastDay } from '../../domain/past-day.ts';
import { ApplicationList } from '../../features/applications/application-list.tsx';
import { readApplicationSearch, writeApplicationSearch } from '../../features/applications/application-search.ts';
import { ChosenApplications } from '../../features/approvals/matrix/chosen-applications.tsx';
import { GroupNode, NoGroupChosen } from '../../features/groups/group-of-hosts.tsx';
import { NoTagChosen, TagName } from '../../features/tags/tag-of-hosts.tsx';
import { buttonClass } from '../../ui/button.tsx';

/** The applications found on the hosts of one group and of those below it. */
export function GroupApplicationsPage() {
  const { groupUuid, ...search } = useSearch({ from: '/shell/groups/applications' });
  const asOf = usePastDay();
  const navigate = useNavigate();
  const within = useMemo(() => ({ kind: 'group', id: groupUuid ?? '' }) as const, [groupUuid]);
  const { title } = pages['/groups/applications'];
  if (groupUuid === undefined) return <NoGroupChosen title={title} of="applications" />;
  return (
    <ApplicationList
      title={title}
      lead={<GroupNode groupUuid={groupUuid} />}
      search={readApplicationSearch(search)}
      onSearch={(next) =>
        void navigate({ to: '/groups/applications', search: { ...writeApplicationSearch(next), asOf, groupUuid } })
      }
      within={within}
      Chosen={ChosenApplications}
      asOf={asOf}
      actions={
        <Link to="/groups/hosts" search={{ groupUuid }} className={buttonClass()}>
          Hosts
        </Link>
      }
    />
  );
}

/** The applications found on the hosts that carry one tag. */
export function TagApplicationsPage() {
  const { tagUuid, ...search } = useSearch({ from: '/shell/tags/applications' });
  const asOf = usePastDay();
  const navigate = useNavigate();
  const within = useMemo(() => ({ kind: 'tag', id: tagUuid ?? '' }) as const, [tagUuid]);
  const { title } = pages['/tags/applications'];
  if (tagUuid === undefined) return <NoTagChosen title={title} of="applications" />;
  return (
    <ApplicationList
      title={title}
      lead={<TagName tagUuid={tagUuid} />}
      search={readApplicationSearch(search)}
      onSearch={(next) =>
        void navigate({ to: '/tags/applications', search: { ...writeApplicationSearch(next), asOf, tagUuid } })
      }
      within={within}
      Chosen={ChosenApplications}
      asOf={asOf}
      actions={
        <Link to="/tags/hosts" search={{ tagUuid }} className={buttonClass()}>
          Hosts
        </Link>
      }
    />
  );
}
