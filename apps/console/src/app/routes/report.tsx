import { useNavigate, useSearch } from '@tanstack/react-router';
import { ReportScreen } from '../../features/report/report-screen.tsx';
import { readReportSearch, writeReportSearch } from '../../features/report/report-search.ts';
import { useNow } from '../../ui/use-now.ts';

export function ReportPage() {
  const search = useSearch({ from: '/shell/report' });
  const navigate = useNavigate();
  return (
    <ReportScreen
      search={readReportSearch(search, useNow())}
      onSearch={(next) => void navigate({ to: '/report', search: writeReportSearch(next) })}
    />
  );
}
