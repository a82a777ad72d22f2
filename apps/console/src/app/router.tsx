import { type PagePath } from '@patchkeep/rules/pages';
import { createHashHistory, createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router';
import { Spinner } from '../ui/spinner.tsx';
import { isChunkFailure } from '../lib/chunks.ts';
import { exceptions, isDetached } from '../lib/client.ts';
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
  dashboardSearch,
  detachedSearch,
  groupApplicationsSearch,
  groupApprovalsSearch,
  groupHostsSearch,
  hostResultsSearch,
  hostsSearch,
  issuesSearch,
  jobActivitySearch,
  patchingActivitySearch,
  siteApprovalsSearch,
  siteUsersSearch,
  systemGroupApprovalsSearch,
  systemTagApprovalsSearch,
  tagApplicationsSearch,
  tagApprovalsSearch,
  tagHostsSearch,
  versionsSearch,
  windowsUpdateHostsSearch,
  windowsUpdatesSearch,
} from './search.ts';
import { Shell } from './shell/shell.tsx';

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    /** The page of the rules this route draws: its title, its right, its breadcrumbs. */
    page?: PagePath;
  }
}

const rootRoute = createRootRoute({ component: Frame, notFoundComponent: LandingRedirect });

const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: Shell,
  beforeLoad: () => {
    // A detached tab has one page, whatever its address says.
    if (isDetached) redirect({ to: '/detached/dashboard', search: {}, throw: true });
  },
});

const notBuilt = lazyPage(() => import('./routes/not-built.tsx'), 'NotBuiltPage');

/** A page whose capability comes later. */
const later = <const Path extends PagePath>(path: Path) =>
  createRoute({ getParentRoute: () => shellRoute, path, component: notBuilt, staticData: { page: path } });

const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  component: lazyPage(() => import('./routes/home.tsx'), 'HomePage'),
});
const accountRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/account-configuration',
  component: lazyPage(() => import('./routes/account-configuration.tsx'), 'AccountConfigurationPage'),
  staticData: { page: '/account-configuration' },
});
const configurationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/configuration',
  validateSearch: configurationSearch,
  component: lazyPage(() => import('./routes/configuration.tsx'), 'ConfigurationPage'),
  staticData: { page: '/configuration' },
});
const applicationsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/applications',
  validateSearch: applicationsSearch,
  component: lazyPage(() => import('./routes/applications.tsx'), 'ApplicationsPage'),
  staticData: { page: '/applications' },
});
const applicationHostsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/applications/hosts',
  validateSearch: applicationHostsSearch,
  component: lazyPage(() => import('./routes/application-hosts.tsx'), 'ApplicationHostsPage'),
  staticData: { page: '/applications/hosts' },
});
const versionsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/applications/versions',
  validateSearch: versionsSearch,
  component: lazyPage(() => import('./routes/versions.tsx'), 'VersionsPage'),
  staticData: { page: '/applications/versions' },
});
const issuesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/applications/versions/issues',
  validateSearch: issuesSearch,
  component: lazyPage(() => import('./routes/issues.tsx'), 'IssuesPage'),
  staticData: { page: '/applications/versions/issues' },
});
const cveRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/applications/versions/issues/cve/$cveId',
  validateSearch: issuesSearch,
  component: lazyPage(() => import('./routes/cve.tsx'), 'CvePage'),
  staticData: { page: '/applications/versions/issues/cve/$cveId' },
});
const groupApplicationsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/groups/applications',
  validateSearch: groupApplicationsSearch,
  component: lazyPage(() => import('./routes/group-applications.tsx'), 'GroupApplicationsPage'),
  staticData: { page: '/groups/applications' },
});
const tagApplicationsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/tags/applications',
  validateSearch: tagApplicationsSearch,
  component: lazyPage(() => import('./routes/tag-applications.tsx'), 'TagApplicationsPage'),
  staticData: { page: '/tags/applications' },
});
const hostsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/hosts',
  validateSearch: hostsSearch,
  component: lazyPage(() => import('./routes/hosts.tsx'), 'HostsPage'),
  staticData: { page: '/hosts' },
});
const hostResultsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/hosts/host-results',
  validateSearch: hostResultsSearch,
  component: lazyPage(() => import('./routes/host-results.tsx'), 'HostResultsPage'),
  staticData: { page: '/hosts/host-results' },
});
const dashboardRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/dashboard',
  validateSearch: dashboardSearch,
  component: lazyPage(() => import('./routes/dashboard.tsx'), 'DashboardPage'),
  staticData: { page: '/dashboard' },
});
const systemDashboardRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/system-dashboard',
  validateSearch: dashboardSearch,
  component: lazyPage(() => import('./routes/system-dashboard.tsx'), 'SystemDashboardPage'),
  staticData: { page: '/system-dashboard' },
});
const groupsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/groups',
  component: lazyPage(() => import('./routes/groups.tsx'), 'GroupsPage'),
  staticData: { page: '/groups' },
});
const groupHostsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/groups/hosts',
  validateSearch: groupHostsSearch,
  component: lazyPage(() => import('./routes/group-hosts.tsx'), 'GroupHostsPage'),
  staticData: { page: '/groups/hosts' },
});
const tagsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/tags',
  component: lazyPage(() => import('./routes/tags.tsx'), 'TagsPage'),
  staticData: { page: '/tags' },
});
const tagHostsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/tags/hosts',
  validateSearch: tagHostsSearch,
  component: lazyPage(() => import('./routes/tag-hosts.tsx'), 'TagHostsPage'),
  staticData: { page: '/tags/hosts' },
});
const windowsUpdatesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/win-updates',
  validateSearch: windowsUpdatesSearch,
  component: lazyPage(() => import('./routes/windows-updates.tsx'), 'WindowsUpdatesPage'),
  staticData: { page: '/win-updates' },
});
const windowsUpdateHostsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/win-updates/hosts',
  validateSearch: windowsUpdateHostsSearch,
  component: lazyPage(() => import('./routes/windows-update-hosts.tsx'), 'WindowsUpdateHostsPage'),
  staticData: { page: '/win-updates/hosts' },
});
const patchingActivityRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/patching/activity',
  validateSearch: patchingActivitySearch,
  component: lazyPage(() => import('./routes/patching-activity.tsx'), 'PatchingActivityPage'),
  staticData: { page: '/patching/activity' },
});
const jobActivityPage = lazyPage(() => import('./routes/job-activity.tsx'), 'JobActivityPage');
const jobActivity = <const Path extends PagePath>(path: Path) =>
  createRoute({
    getParentRoute: () => shellRoute,
    path,
    validateSearch: jobActivitySearch,
    component: jobActivityPage,
    staticData: { page: path },
  });
const siteApprovalsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/patching/approvals',
  validateSearch: approvalsSearch,
  component: lazyPage(() => import('./routes/approvals.tsx'), 'SiteApprovalsPage'),
  staticData: { page: '/patching/approvals' },
});
const groupApprovalsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/patching/approvals/group',
  validateSearch: groupApprovalsSearch,
  component: lazyPage(() => import('./routes/approvals.tsx'), 'GroupApprovalsPage'),
  staticData: { page: '/patching/approvals/group' },
});
const tagApprovalsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/patching/approvals/tag',
  validateSearch: tagApprovalsSearch,
  component: lazyPage(() => import('./routes/approvals.tsx'), 'TagApprovalsPage'),
  staticData: { page: '/patching/approvals/tag' },
});
const systemApprovalsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/system-approvals',
  validateSearch: approvalsSearch,
  component: lazyPage(() => import('./routes/system-approvals.tsx'), 'SystemApprovalsPage'),
  staticData: { page: '/system-approvals' },
});
const systemSiteApprovalsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/system-approvals/site',
  validateSearch: siteApprovalsSearch,
  component: lazyPage(() => import('./routes/system-approvals.tsx'), 'SystemSiteApprovalsPage'),
  staticData: { page: '/system-approvals/site' },
});
const systemGroupApprovalsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/system-approvals/group',
  validateSearch: systemGroupApprovalsSearch,
  component: lazyPage(() => import('./routes/system-approvals.tsx'), 'SystemGroupApprovalsPage'),
  staticData: { page: '/system-approvals/group' },
});
const systemTagApprovalsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/system-approvals/tag',
  validateSearch: systemTagApprovalsSearch,
  component: lazyPage(() => import('./routes/system-approvals.tsx'), 'SystemTagApprovalsPage'),
  staticData: { page: '/system-approvals/tag' },
});
const systemActivityRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/system-activity',
  validateSearch: activityLogSearch,
  component: lazyPage(() => import('./routes/system-activity.tsx'), 'SystemActivityPage'),
  staticData: { page: '/system-activity' },
});
const userActivityRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/user-activity',
  validateSearch: activityLogSearch,
  component: lazyPage(() => import('./routes/user-activity.tsx'), 'UserActivityPage'),
  staticData: { page: '/user-activity' },
});
const siteUsersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/sites/users',
  validateSearch: siteUsersSearch,
  component: notBuilt,
  staticData: { page: '/sites/users' },
});
const usersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/users',
  validateSearch: siteUsersSearch,
  component: notBuilt,
  staticData: { page: '/users' },
});

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
    accountRoute,
    configurationRoute,
    siteUsersRoute,
    usersRoute,
    applicationsRoute,
    applicationHostsRoute,
    versionsRoute,
    issuesRoute,
    cveRoute,
    later('/patchpro'),
    later('/changelog'),
    dashboardRoute,
    later('/deployment/create-job'),
    later('/deployment/custom-create-job'),
    later('/deployment/job-info'),
    later('/deployment/jobs'),
    jobActivity('/deployment/activity'),
    jobActivity('/deployment/activity/application'),
    jobActivity('/deployment/activity/job'),
    jobActivity('/deployment/activity/group'),
    jobActivity('/deployment/activity/host'),
    groupsRoute,
    groupApplicationsRoute,
    groupHostsRoute,
    tagsRoute,
    tagApplicationsRoute,
    tagHostsRoute,
    hostsRoute,
    hostResultsRoute,
    later('/host-targets'),
    patchingActivityRoute,
    siteApprovalsRoute,
    groupApprovalsRoute,
    tagApprovalsRoute,
    later('/sites'),
    later('/support'),
    systemActivityRoute,
    systemApprovalsRoute,
    systemGroupApprovalsRoute,
    systemTagApprovalsRoute,
    systemSiteApprovalsRoute,
    systemDashboardRoute,
    userActivityRoute,
    windowsUpdatesRoute,
    windowsUpdateHostsRoute,
  ]),
]);

export const router = createRouter({
  routeTree,
  history: createHashHistory(),
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
