import { useNavigate, useSearch } from '@tanstack/react-router';
import { cveIdOf, writeHostSearch } from '../../features/applications/application-host-search.ts';
import { ApplicationHostsScreen } from '../../features/applications/application-hosts-screen.tsx';
import { statusOf } from '../../features/applications/application-search.ts';
import { decided } from '../../features/approvals/why/why-slots.ts';
import { ChosenHostsOfPage } from './chosen-hosts.tsx';

export function ApplicationHostsPage() {
  const { applicationId, versionId, status, mark, cve, group, tag, q } = useSearch({
    from: '/shell/applications/hosts',
  });
  const navigate = useNavigate();
  return (
    <ApplicationHostsScreen
      key={applicationId}
      decided={decided}
      Chosen={ChosenHostsOfPage}
      applicationId={applicationId}
      search={{
        versionId,
        status: statusOf(status),
        isExploited: mark === 'exploited',
        cveId: cveIdOf(cve),
        group,
        tag,
        q: q ?? '',
      }}
      onSearch={(next) =>
        void navigate({ to: '/applications/hosts', search: { applicationId, ...writeHostSearch(next) } })
      }
    />
  );
}
