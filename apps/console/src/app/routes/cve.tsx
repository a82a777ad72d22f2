import { useParams } from '@tanstack/react-router';
import { CveScreen } from '../../features/applications/cve-screen.tsx';
import { SpreadBox } from '../../features/approvals/why/why-spread.tsx';
import { IgnoreDialog } from '../../features/configuration/ignore-rules/ignore-dialog.tsx';

export function CvePage() {
  const { cveId } = useParams({ from: '/shell/applications/versions/issues/cve/$cveId' });
  return <CveScreen key={cveId} cveId={cveId.toUpperCase()} IgnoreDialog={IgnoreDialog} Spread={SpreadBox} />;
}
