import { useSearch } from '@tanstack/react-router';
import { IssuesScreen } from '../../features/applications/issues-screen.tsx';
import { IgnoreDialog } from '../../features/configuration/ignore-rules/ignore-dialog.tsx';

export function IssuesPage() {
  const { applicationId, versionId } = useSearch({ from: '/shell/applications/versions/issues' });
  return <IssuesScreen applicationId={applicationId} versionId={versionId} IgnoreDialog={IgnoreDialog} />;
}
