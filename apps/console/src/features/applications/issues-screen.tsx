import type { Issue } from '@patchkeep/contract/applications';
import { constants } from '@patchkeep/contract/constants';
import { pages } from '@patchkeep/rules/pages';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import CircleDashed from 'lucide-react/icons/circle-dashed';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { type ComponentType, useMemo, useState } from 'react';
import { notJudgedLabels, notJudgedRules } from '../../domain/vulnerability-badge.tsx';
import { useMay } from '../../lib/use-may.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatCount } from '../../ui/format.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { usePageCursor } from '../../ui/table/use-page-cursor.ts';
import { ApplicationHead, isUnknown, NoApplication } from './application-head.tsx';
import { fetchIssuePage, issuePageQuery } from './applications.queries.ts';
import type { IgnoreDialogProps } from './ignore-subject.ts';
import { issueColumns } from './issue-columns.tsx';
import { useSublist } from './use-sublist.tsx';
import s from './applications.module.css';

export interface IssuesScreenProps {
  applicationId: number | undefined;
  /** Without one, the issues of all versions that are installed. */
  versionId: number | undefined;
  IgnoreDialog?: ComponentType<IgnoreDialogProps>;
}

const title = pages['/applications/versions/issues'].title;
const getId = ({ cveId }: Issue) => cveId;

export function IssuesScreen({ applicationId, ...props }: IssuesScreenProps) {
  if (applicationId === undefined)
    return <NoApplication title={title}>Choose an application to see the issues of its versions.</NoApplication>;
  return <IssueList applicationId={applicationId} {...props} />;
}

function IssueList({ applicationId, versionId, IgnoreDialog }: IssuesScreenProps & { applicationId: number }) {
  const navigate = useNavigate();
  const mayChange = useMay('canMakeChanges');
  const [ignored, setIgnored] = useState<Issue | null>(null);
  const request = useMemo(
    () => ({ applicationId, ...(versionId !== undefined && { versionId }) }),
    [applicationId, versionId],
  );
  const columns = useMemo(
    () => issueColumns(request, mayChange && IgnoreDialog ? setIgnored : undefined),
    [request, mayChange, IgnoreDialog],
  );
  const paging = usePageCursor(JSON.stringify(request));
  const query = useQuery(issuePageQuery(request, paging.cursor));
  const rows = query.data?.issues;
  const { application, version } = query.data ?? {};
  const notJudged = version?.notJudged ?? (application?.channelTag === null ? 'unknown' : null);
  const { total, actions, table } = useSublist({
    screen: 'issues',
    noun: 'issues',
    columns,
    query,
    rows,
    paging,
    exportDetail: 'All issues',
    fetchPage: async (cursor) => {
      const page = await fetchIssuePage(request, { cursor, limit: constants.pageSizeMax });
      return { rows: page.issues, total: page.total, nextCursor: page.nextCursor };
    },
  });
  if (isUnknown(query.error))
    return <NoApplication title={title}>This site has no such application or version.</NoApplication>;
  return (
    <>
      <ApplicationHead
        title={title}
        application={application}
        part={version && <strong> {version.version}</strong>}
        lead={
          <>
            {formatCount(total, 'issue')}
            {version ? (
              <>
                {' · '}
                <Link to="/applications/hosts" search={request}>
                  {formatCount(version.hosts, 'host')}
                </Link>
                {version.fixedVersion !== null && ` · fixed in ${version.fixedVersion}`}
              </>
            ) : (
              ' in the versions installed'
            )}
          </>
        }
        current="issues"
        actions={actions}
      />
      <div className={s['sublist']}>
        <DataTable
          label="Issues"
          {...table}
          getId={getId}
          getName={getId}
          pageSize={10}
          onOpen={({ cveId }) =>
            void navigate({ to: '/applications/versions/issues/cve/$cveId', params: { cveId }, search: request })
          }
          whenNone={
            notJudged === null ? (
              <EmptyState icon={ShieldCheck} title="No known vulnerability">
                No record of the feeds touches what is installed here.
              </EmptyState>
            ) : (
              <EmptyState icon={CircleDashed} title={notJudgedLabels[notJudged]}>
                {notJudgedRules[notJudged]}
                {notJudged === 'unknown' && ' You can say which application it is on the Versions page.'}
              </EmptyState>
            )
          }
        />
      </div>
      {ignored && application && IgnoreDialog && (
        <IgnoreDialog
          subject={{
            applicationId,
            applicationName: application.name,
            ...(version && { versions: [version.version] }),
            cveIds: [ignored.cveId],
          }}
          onClose={() => setIgnored(null)}
        />
      )}
    </>
  );
}
