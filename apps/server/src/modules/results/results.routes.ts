import { applications } from '@patchkeep/contract/applications';
import { corrections } from '@patchkeep/contract/corrections';
import { history } from '@patchkeep/contract/history';
import { ignoreRules } from '@patchkeep/contract/ignore-rules';
import { results } from '@patchkeep/contract/results';
import { search } from '@patchkeep/contract/search';
import { vulnerabilities } from '@patchkeep/contract/vulnerabilities';
import { windowsUpdates } from '@patchkeep/contract/windows-updates';
import type { Mount } from '../../platform/http/mount.ts';
import { listApplicationHosts } from './applications/application-hosts.service.ts';
import {
  listApplications,
  listOfGroup,
  listOfTag,
  listVersions,
  readTotals,
} from './applications/applications.service.ts';
import { correct, readCorrections, removeCorrection } from './applications/corrections.service.ts';
import { previewRule } from './applications/preview.service.ts';
import { find } from './applications/search.service.ts';
import { listApplicationsOfSelectedHosts } from './applications/selected-hosts-applications.service.ts';
import { listHostsOn } from './history/hosts-of-day.service.ts';
import { listIssueSpans, readCountsOn, readHostOn } from './history/time-machine.service.ts';
import { readFullResults, type ReadTasks } from './host/full-results.service.ts';
import { type ReadChosen, readHostApplications, splitOf } from './host/host-applications.service.ts';
import { readUpdateInfo } from './host/update-info.service.ts';
import { readCve } from './issues/cve.service.ts';
import { listIssues } from './issues/issues.service.ts';
import { listVulnerabilities, type ReadDecisions } from './issues/vulnerabilities.service.ts';
import {
  type ReadUpdateApprovals,
  listUpdateHosts,
  listWindowsUpdates,
} from './windows-updates/windows-updates.service.ts';

/** What modules to the right hand over. */
interface HandedOver {
  readApprovals: ReadUpdateApprovals;
  readDecisions: ReadDecisions;
  readTasks: ReadTasks;
  readChosen: ReadChosen;
}

export const resultRoutes = (
  mount: Mount,
  { readApprovals, readDecisions, readTasks, readChosen }: HandedOver,
): void => {
  mount(applications.list, (context, { query }) => listApplications(context, query));
  mount(history.counts, (context, { query }) => readCountsOn(context, query));
  mount(history.ofHost, (context, { params, query }) => readHostOn(context, params.id, query));
  mount(history.hosts, (context, { query }) => listHostsOn(context, query));
  mount(history.issues, (context, { query }) => listIssueSpans(context, query));
  mount(applications.totals, (context) => readTotals(context));
  mount(applications.versions, (context, { query }) => listVersions(context, query));
  mount(applications.hosts, (context, { query }) => listApplicationHosts(context, query));
  mount(applications.issues, (context, { query }) => listIssues(context, query));
  mount(applications.ofHosts, (context, { query }) =>
    query.hosts === undefined
      ? listApplications(context, query)
      : listApplicationsOfSelectedHosts(context, query.hosts, query),
  );
  mount(applications.ofGroup, (context, { params, query }) => listOfGroup(context, params.id, query));
  mount(applications.ofTag, (context, { params, query }) => listOfTag(context, params.id, query));
  mount(vulnerabilities.list, (context, { query }) => listVulnerabilities(context, query, readDecisions));
  mount(applications.cve, (context, { params }) => readCve(context, params.id));

  mount(results.ofHost, async (context, { params }) => {
    const { applications: found } = await readHostApplications(context, params.id, readChosen);
    return { applications: found, split: splitOf(found) };
  });
  mount(results.full, (context, { params, query }) =>
    readFullResults(context, params.id, query, { readApprovals, readTasks, readChosen }),
  );
  mount(results.updateInfo, (context, { params }) => readUpdateInfo(context, params.id, params.host));

  mount(windowsUpdates.list, (context, { query }) => listWindowsUpdates(context, query));
  mount(windowsUpdates.hosts, (context, { query }) => listUpdateHosts(context, query, readApprovals));

  mount(ignoreRules.preview, (context, { body }) => previewRule(context, body));
  mount(corrections.list, async (context) => ({ corrections: await readCorrections(context) }));
  mount(corrections.create, (context, { body }) => correct(context, body));
  mount(corrections.remove, async (context, { params }) => {
    await removeCorrection(context, params.id);
    return {};
  });
  mount(search.find, (context, { query }) => find(context, query.q));
};
