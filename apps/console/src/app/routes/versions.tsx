import { useNavigate, useSearch } from '@tanstack/react-router';
import { statusOf } from '../../features/applications/application-search.ts';
import { VersionsScreen } from '../../features/applications/versions-screen.tsx';
import { IgnoreDialog } from '../../features/configuration/ignore-rules/ignore-dialog.tsx';

export function VersionsPage() {
  const { applicationId, status } = useSearch({ from: '/shell/applications/versions' });
  const navigate = useNavigate();
  return (
    <VersionsScreen
      key={applicationId}
      applicationId={applicationId}
      status={statusOf(status)}
      onStatus={(next) =>
        void navigate({ to: '/applications/versions', search: { applicationId, ...(next && { status: next }) } })
      }
      IgnoreDialog={IgnoreDialog}
    />
  );
}
