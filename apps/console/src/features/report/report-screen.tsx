import { pages } from '@patchkeep/rules/pages';
import { refuseReportDays } from '@patchkeep/rules/report-period';
import { reportCsv } from '@patchkeep/rules/report/report-csv';
import { reportTables } from '@patchkeep/rules/report/report-tables';
import { fileName, periodText, placeText } from '@patchkeep/rules/report/report-text';
import { useQuery } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import Printer from 'lucide-react/icons/printer';
import { useMay } from '../../lib/use-may.ts';
import { useSession } from '../../lib/use-stores.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { downloadText } from '../../ui/table/download.ts';
import { useNow } from '../../ui/use-now.ts';
import { ReportControls } from './report-controls.tsx';
import type { ReportSearch } from './report-search.ts';
import { ReportView } from './report-view.tsx';
import { reportQuery } from './report.queries.ts';

export interface ReportScreenProps {
  search: ReportSearch;
  onSearch: (search: ReportSearch) => void;
}

/** What was done in a period and how things stand, to be printed or downloaded. */
export function ReportScreen({ search, onSearch }: ReportScreenProps) {
  const refused = refuseReportDays(search, useNow());
  const query = useQuery({ ...reportQuery(search), enabled: refused === undefined });
  const site = useSession((session) => session.handshake?.currentSite?.siteAccountUuid);
  const maySeePatching = useMay('canViewPatching');
  const report = refused === undefined ? query.data : undefined;
  const tables = report && reportTables(report, { site, maySeePatching });
  return (
    <>
      <PageHead
        title={pages['/report'].title}
        lead={report && `${placeText(report)} · ${periodText(report)}`}
        actions={
          <>
            <Button icon={Printer} isDisabled={!report} onPress={() => window.print()}>
              Print or save as PDF
            </Button>
            <Button
              icon={Download}
              isDisabled={!report}
              data-key="e"
              onPress={() => report && tables && downloadText(`${fileName(report)}.csv`, reportCsv(report, tables))}
            >
              Download CSV
            </Button>
          </>
        }
      />
      <ReportControls search={search} onSearch={onSearch} />
      {refused !== undefined && (
        <Banner tone="warning" word="No report">
          {refused}.
        </Banner>
      )}
      {refused === undefined && query.isPending && (
        <div aria-busy="true">
          <Spinner isBlock />
        </div>
      )}
      {query.isError && !report && refused === undefined && (
        <Banner tone="danger" action={{ label: 'Try again', onPress: () => void query.refetch() }}>
          Unable to fetch report.
        </Banner>
      )}
      {report && tables && <ReportView report={report} tables={tables} />}
    </>
  );
}
