import { type PagePath } from '@patchkeep/rules/pages';
import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
  type RouteComponent,
} from '@tanstack/react-router';
import type { ZodType } from 'zod';
import { isChunkFailure } from '../lib/chunks.ts';
import { exceptions, isDetached } from '../lib/client.ts';
import { Spinner } from '../ui/spinner.tsx';
import { RenderError } from './errors/render-error.tsx';
import { Frame } from './frame.tsx';
import { LandingRedirect } from './landing-redirect.tsx';
import { lazyPage } from './lazy-page.ts';
import {
  activityLogSearch,
  applicationHostsSearch,
  applicationsSearch,
  approvalsSearch,
  configurationSearch,
  customersSearch,
  customSoftwareSearch,
  dashboardSearch,
  detachedSearch,
  groupApplicationsSearch,
  groupApprovalsSearch,
  groupHostsSearch,
  hostResultsSearch,
  hostsSearch,
  hostTargetsSearch,
  issuesSearch,
  jobActivitySearch,
  jobSearch,
  jobsSearch,
  packagesSearch,
  patchingActivitySearch,
  providersSearch,
  reportSearch,
  shellSearch,
  siteApprovalsSearch,
  siteUsersSearch,
  systemDashboardSearch,
  systemGroupApprovalsSearch,
  systemTagApprovalsSearch,
  tagApplicationsSearch,
  tagApprovalsSearch,
  tagHostsSearch,
  versionsSearch,
  vulnerabilitiesSearch,
  windowsUpdateHostsSearch,
  windowsUpdatesSearch,
} from './search.ts';
import { Shell } from './shell/shell.tsx';
import { siteRewrite } from './site-in-address.ts';

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    /** The page of the rules this route draws: its title, its right, its breadcrumbs. */
    page?: PagePath;
    /** It says only what will stand there. */
    isLater?: boolean;
  }
}

const rootRoute = createRootRoute({ component: Frame, notFoundComponent: LandingRedirect });

const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  validateSearch: shellSearch,
  component: Shell,
  beforeLoad: () => {
    // A detached tab has one page, whatever its address says.
    if (isDetached) redirect({ to: '/detached/dashboard', search: {}, throw: true });
  },
});

const notBuilt = lazyPage(() => import('./routes/not-built.tsx'), 'NotBuiltPage');

const plain = <const Path extends PagePath>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => shellRoute, path, component, staticData: { page: path } });

/** A page whose address says more than which page it is. */
const searched = <const Path extends PagePath, Search extends ZodType<object>>(
  path: Path,
  validateSearch: Search,
  component: RouteComponent,
) => createRoute({ getParentRoute: () => shellRoute, path, validateSearch, component, staticData: { page: path } });

/** A page whose capability comes later. */
const later = <const Path extends PagePath>(path: Path) =>
  createRoute({
    getParentRoute: () => shellRoute,
    path,
    component: notBuilt,
    staticData: { page: path, isLater: true },
  });

const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  component: lazyPage(() => import('./routes/home.tsx'), 'HomePage'),
});
const users = lazyPage(() => import('./routes/users.tsx'), 'UsersPage');
const jobActivity = lazyPage(() => import('./routes/job-activity.tsx'), 'JobActivityPage');

const logoutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/logout',
  component: lazyPage(() => import('./routes/logout.tsx'), 'LogoutPage'),
});
const detachedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/detached/dashboard',
  validateSearch: detachedSearch,
  component: isDetached
    ? lazyPage(() => import('./routes/detached-dashboard.tsx'), 'DetachedDashboardPage')
    : LandingRedirect,
});

const routeTree = rootRoute.addChildren([
  logoutRoute,
  detachedRoute,
  shellRoute.addChildren([
    homeRoute,
    plain(
      '/account-configuration',
      lazyPage(() => import('./routes/account-configuration.tsx'), 'AccountConfigurationPage'),
    ),
    searched(
      '/configuration',
      configurationSearch,
      lazyPage(() => import('./routes/configuration.tsx'), 'ConfigurationPage'),
    ),
    searched('/sites/users', siteUsersSearch, users),
    searched('/users', siteUsersSearch, users),
    searched(
      '/customers',
      customersSearch,
      lazyPage(() => import('./routes/customers.tsx'), 'CustomersPage'),
    ),
    searched(
      '/providers',
      providersSearch,
      lazyPage(() => import('./routes/providers.tsx'), 'ProvidersPage'),
    ),
    searched(
      '/applications',
      applicationsSearch,
      lazyPage(() => import('./routes/applications.tsx'), 'ApplicationsPage'),
    ),
    searched(
      '/applications/hosts',
      applicationHostsSearch,
      lazyPage(() => import('./routes/application-hosts.tsx'), 'ApplicationHostsPage'),
    ),
    searched(
      '/applications/versions',
      versionsSearch,
      lazyPage(() => import('./routes/versions.tsx'), 'VersionsPage'),
    ),
    searched(
      '/applications/versions/issues',
      issuesSearch,
      lazyPage(() => import('./routes/issues.tsx'), 'IssuesPage'),
    ),
    searched(
      '/applications/versions/issues/cve/$cveId',
      issuesSearch,
      lazyPage(() => import('./routes/cve.tsx'), 'CvePage'),
    ),
    later('/patchpro'),
    plain(
      '/changelog',
      lazyPage(() => import('./routes/changelog.tsx'), 'ChangelogPage'),
    ),
    searched(
      '/dashboard',
      dashboardSearch,
      lazyPage(() => import('./routes/dashboard.tsx'), 'DashboardPage'),
    ),
    plain(
      '/deployment/create-job',
      lazyPage(() => import('./routes/create-job.tsx'), 'CreateJobPage'),
    ),
    searched(
      '/deployment/custom-create-job',
      customSoftwareSearch,
      lazyPage(() => import('./routes/custom-software.tsx'), 'CustomSoftwarePage'),
    ),
    searched(
      '/deployment/job-info',
      jobSearch,
      lazyPage(() => import('./routes/job-info.tsx'), 'JobPage'),
    ),
    searched(
      '/deployment/jobs',
      jobsSearch,
      lazyPage(() => import('./routes/jobs.tsx'), 'JobsPage'),
    ),
    searched('/deployment/activity', jobActivitySearch, jobActivity),
    searched('/deployment/activity/application', jobActivitySearch, jobActivity),
    searched('/deployment/activity/job', jobActivitySearch, jobActivity),
    searched('/deployment/activity/group', jobActivitySearch, jobActivity),
    searched('/deployment/activity/host', jobActivitySearch, jobActivity),
    plain(
      '/groups',
      lazyPage(() => import('./routes/groups.tsx'), 'GroupsPage'),
    ),
    searched(
      '/groups/applications',
      groupApplicationsSearch,
      lazyPage(() => import('./routes/applications-of.tsx'), 'GroupApplicationsPage'),
    ),
    searched(
      '/groups/hosts',
      groupHostsSearch,
      lazyPage(() => import('./routes/group-hosts.tsx'), 'GroupHostsPage'),
    ),
    plain(
      '/tags',
      lazyPage(() => import('./routes/tags.tsx'), 'TagsPage'),
    ),
    searched(
      '/tags/applications',
      tagApplicationsSearch,
      lazyPage(() => import('./routes/applications-of.tsx'), 'TagApplicationsPage'),
    ),
    searched(
      '/tags/hosts',
      tagHostsSearch,
      lazyPage(() => import('./routes/tag-hosts.tsx'), 'TagHostsPage'),
    ),
    searched(
      '/hosts',
      hostsSearch,
      lazyPage(() => import('./routes/hosts.tsx'), 'HostsPage'),
    ),
    searched(
      '/hosts/host-results',
      hostResultsSearch,
      lazyPage(() => import('./routes/host-results.tsx'), 'HostResultsPage'),
    ),
    searched(
      '/host-targets',
      hostTargetsSearch,
      lazyPage(() => import('./routes/host-targets.tsx'), 'HostTargetsPage'),
    ),
    searched(
      '/patching/activity',
      patchingActivitySearch,
      lazyPage(() => import('./routes/patching-activity.tsx'), 'PatchingActivityPage'),
    ),
    searched(
      '/patching/approvals',
      approvalsSearch,
      lazyPage(() => import('./routes/approvals.tsx'), 'SiteApprovalsPage'),
    ),
    searched(
      '/patching/approvals/group',
      groupApprovalsSearch,
      lazyPage(() => import('./routes/approvals.tsx'), 'GroupApprovalsPage'),
    ),
    searched(
      '/patching/approvals/tag',
      tagApprovalsSearch,
      lazyPage(() => import('./routes/approvals.tsx'), 'TagApprovalsPage'),
    ),
    searched(
      '/patching/packages',
      packagesSearch,
      lazyPage(() => import('./routes/packages.tsx'), 'PackagesPage'),
    ),
    searched(
      '/report',
      reportSearch,
      lazyPage(() => import('./routes/report.tsx'), 'ReportPage'),
    ),
    plain(
      '/sites',
      lazyPage(() => import('./routes/sites.tsx'), 'SitesPage'),
    ),
    plain(
      '/support',
      lazyPage(() => import('./routes/support.tsx'), 'SupportPage'),
    ),
    searched(
      '/system-activity',
      activityLogSearch,
      lazyPage(() => import('./routes/system-activity.tsx'), 'SystemActivityPage'),
    ),
    searched(
      '/system-approvals',
      approvalsSearch,
      lazyPage(() => import('./routes/system-approvals.tsx'), 'SystemApprovalsPage'),
    ),
    searched(
      '/system-approvals/group',
      systemGroupApprovalsSearch,
      lazyPage(() => import('./routes/system-approvals.tsx'), 'SystemGroupApprovalsPage'),
    ),
    searched(
      '/system-approvals/tag',
      systemTagApprovalsSearch,
      lazyPage(() => import('./routes/system-approvals.tsx'), 'SystemTagApprovalsPage'),
    ),
    searched(
      '/system-approvals/site',
      siteApprovalsSearch,
      lazyPage(() => import('./routes/system-approvals.tsx'), 'SystemSiteApprovalsPage'),
    ),
    searched(
      '/system-dashboard',
      systemDashboardSearch,
      lazyPage(() => import('./routes/system-dashboard.tsx'), 'SystemDashboardPage'),
    ),
    searched(
      '/user-activity',
      activityLogSearch,
      lazyPage(() => import('./routes/user-activity.tsx'), 'UserActivityPage'),
    ),
    searched(
      '/vulnerabilities',
      vulnerabilitiesSearch,
      lazyPage(() => import('./routes/vulnerabilities.tsx'), 'VulnerabilitiesPage'),
    ),
    searched(
      '/win-updates',
      windowsUpdatesSearch,
      lazyPage(() => import('./routes/windows-updates.tsx'), 'WindowsUpdatesPage'),
    ),
    searched(
      '/win-updates/hosts',
      windowsUpdateHostsSearch,
      lazyPage(() => import('./routes/windows-update-hosts.tsx'), 'WindowsUpdateHostsPage'),
    ),
  ]),
]);

export const router = createRouter({
  routeTree,
  history: createHashHistory(),
  ...(!isDetached && { rewrite: siteRewrite(undefined) }),
  defaultPendingComponent: () => <Spinner isBlock />,
  defaultErrorComponent: ({ error }) => <RenderError error={error} />,
  defaultOnCatch: (error) => {
    // A page that could not be fetched has told of itself already.
    if (!isChunkFailure(error)) exceptions.reportShown(error);
  },
  // Words appear only when there is something to wait for.
  defaultPendingMs: 150,
  defaultPendingMinMs: 0,
  defaultPreload: 'intent',
});
