import { pages } from '@patchkeep/rules/pages';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { usePastDay } from '../../domain/past-day.ts';
import { ApplicationList } from '../../features/applications/application-list.tsx';
import { readApplicationSearch, writeApplicationSearch } from '../../features/applications/application-search.ts';
import { ChosenApplications } from '../../features/approvals/matrix/chosen-applications.tsx';

const within = { kind: 'site' } as const;

export function ApplicationsPage() {
  const search = useSearch({ from: '/shell/applications' });
  const asOf = usePastDay();
  const navigate = useNavigate();
  return (
    <ApplicationList
      title={pages['/applications'].title}
      search={readApplicationSearch(search)}
      onSearch={(next) => void navigate({ to: '/applications', search: { ...writeApplicationSearch(next), asOf } })}
      within={within}
      Chosen={ChosenApplications}
      asOf={asOf}
    />
  );
}
