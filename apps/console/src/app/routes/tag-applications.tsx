import { pages } from '@patchkeep/rules/pages';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { usePastDay } from '../../domain/past-day.ts';
import { ApplicationList } from '../../features/applications/application-list.tsx';
import { readApplicationSearch, writeApplicationSearch } from '../../features/applications/application-search.ts';
import { ChosenApplications } from '../../features/approvals/matrix/chosen-applications.tsx';
import { NoTagChosen, TagName } from '../../features/tags/tag-of-hosts.tsx';
import { buttonClass } from '../../ui/button.tsx';

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
