import { applications } from '@patchkeep/contract/applications';
import { corrections } from '@patchkeep/contract/corrections';
import { history } from '@patchkeep/contract/history';
import { ignoreRules } from '@patchkeep/contract/ignore-rules';
import { results } from '@patchkeep/contract/results';
import { search } from '@patchkeep/contract/search';
import { windowsUpdates } from '@patchkeep/contract/windows-updates';
import type { Mount } from '../../platform/http/mount.ts';
import { listApplicationHosts } from './application-hosts.service.ts';
import { listApplications, listOfGroup, listOfTag, listVersions, readTotals } from './applications.service.ts';
import { listOfChosenHosts } from './chosen-hosts.service.ts';
import { correct, readCorrections, removeCorrection } from './corrections.service.ts';
import { readCve } from './cve.service.ts';
import { readFullResults } from './full-results.service.ts';
import { readHostApplications, splitOf } from './host-applications.service.ts';
import { listIssues } from './issues.service.ts';
import { previewRule } from './preview.service.ts';
import { find } from './search.service.ts';
import { listIssueSpans, readCountsOn, readHostOn } from './time-machine.service.ts';
import { readUpdateInfo } from './update-info.service.ts';
import { type AskWords, listUpdateHosts, listWindowsUpdates } from './windows-updates.service.ts';

export const resultRoutes = (mount: Mount, { askWords }: { askWords: AskWords }): void => {
  mount(applications.list, (context, { query }) => listApplications(context, query));
  mount(history.counts, (context, { query }) => readCountsOn(context, query));
  mount(history.ofHost, (context, { params, query }) => readHostOn(context, params.id, query));
  mount(history.issues, (context, { query }) => listIssueSpans(context, query));
  mount(applications.totals, (context) => readTotals(context));
  mount(applications.versions, (context, { query }) => listVersions(context, query));
  mount(applications.hosts, (context, { query }) => listApplicationHosts(context, query));
  mount(applications.issues, (context, { query }) => listIssues(context, query));
  mount(applications.ofHosts, (context, { query }) =>
    query.hosts === undefined ? listApplications(context, query) : listOfChosenHosts(context, query.hosts, query),
  );
  mount(applications.ofGroup, (context, { params, query }) => listOfGroup(context, params.id, query));
  mount(applications.ofTag, (context, { params, query }) => listOfTag(context, params.id, query));
  mount(applications.cve, (context, { params }) => readCve(context, params.id));

  mount(results.ofHost, async (context, { params }) => {
    const { applications: found } = await readHostApplications(context, params.id);
    return { applications: found, split: splitOf(found) };
  });
  mount(results.full, (context, { params, query }) => readFullResults(context, params.id, query, askWords));
  mount(results.updateInfo, (context, { params }) => readUpdateInfo(context, params.id, params.host));

  mount(windowsUpdates.list, (context, { query }) => listWindowsUpdates(context, query));
  mount(windowsUpdates.hosts, (context, { query }) => listUpdateHosts(context, query, askWords));

  mount(ignoreRules.preview, (context, { body }) => previewRule(context, body));
  mount(corrections.list, async (context) => ({ corrections: await readCorrections(context) }));
  mount(corrections.create, (context, { body }) => correct(context, body));
  mount(corrections.remove, async (context, { params }) => {
    await removeCorrection(context, params.id);
    return {};
  });
  mount(search.find, (context, { query }) => find(context, query.q));
};
