import { account } from './account.ts';
import { activities } from './activities.ts';
import { activityLog } from './activity-log.ts';
import { alertChoices } from './alerts.ts';
import { apiTokens } from './api-tokens.ts';
import { applications } from './applications.ts';
import { approvals } from './approvals.ts';
import { breakGlass } from './break-glass.ts';
import { approvalSettings, changeSets } from './change-sets.ts';
import { changelog } from './changelog.ts';
import { channels } from './channels.ts';
import { configuration } from './configuration.ts';
import { corrections } from './corrections.ts';
import { approverKeys, customSoftware } from './custom-software.ts';
import { customer } from './customer-settings.ts';
import { customizations } from './customization.ts';
import { dashboards, dashboardTokens, detached, systemDashboards, systemSites } from './dashboards.ts';
import { deploymentConfigs } from './deployment-configs.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { enrolment } from './enrolment.ts';
import { factors, loginFactors } from './factors.ts';
import { feeds } from './feeds.ts';
import { firstSteps } from './first-steps.ts';
import { goals } from './goals.ts';
import { groups } from './groups.ts';
import { guestOverview } from './guest-overview.ts';
import { guestRequests, guests, providers } from './guests.ts';
import { history } from './history.ts';
import { hostTargets } from './host-targets.ts';
import { hosts } from './hosts.ts';
import { ignoreRules } from './ignore-rules.ts';
import { packages } from './packages.ts';
import { loginPasskeys, passkeys } from './passkeys.ts';
import { patching } from './patching.ts';
import { provisioning } from './provisioning.ts';
import { reports } from './reports.ts';
import { resourceCalls } from './resources.ts';
import { restarts } from './restarts.ts';
import { results } from './results.ts';
import { savedViews } from './saved-views.ts';
import { scimGroups, scimService, scimUsers } from './scim.ts';
import { search } from './search.ts';
import { customerFactors } from './second-factor-policy.ts';
import { session } from './session.ts';
import { singleSignOn, ssoAccount, ssoSignIn } from './single-sign-on.ts';
import { sites } from './sites.ts';
import { stepUp } from './step-up.ts';
import { support } from './support.ts';
import { tags } from './tags.ts';
import { invitations, users } from './users.ts';
import { vulnerabilities } from './vulnerabilities.ts';
import { why } from './why.ts';
import { windowsUpdates } from './windows-updates.ts';

/** Every endpoint of the console API, by family. The census holds the running server to this list. */
export const api = {
  account,
  activities,
  activityLog,
  alertChoices,
  apiTokens,
  applications,
  approvals,
  approvalSettings,
  approverKeys,
  breakGlass,
  changeSets,
  changelog,
  support,
  channels,
  configuration,
  corrections,
  customer,
  customerFactors,
  customizations,
  customSoftware,
  dashboards,
  dashboardTokens,
  deploymentConfigs,
  enrolment,
  factors,
  feeds,
  firstSteps,
  goals,
  groups,
  guestOverview,
  guestRequests,
  guests,
  history,
  hosts,
  hostTargets,
  ignoreRules,
  invitations,
  loginFactors,
  loginPasskeys,
  packages,
  passkeys,
  patching,
  providers,
  provisioning,
  reports,
  installerFiles: resourceCalls.installer,
  settingsFiles: resourceCalls['custom-settings'],
  restarts,
  results,
  savedViews,
  search,
  session,
  singleSignOn,
  sites,
  stepUp,
  ssoAccount,
  ssoSignIn,
  systemDashboards,
  systemSites,
  tags,
  users,
  vulnerabilities,
  why,
  windowsUpdates,
} satisfies Record<string, Record<string, AnyEndpoint>>;

export const allEndpoints: readonly AnyEndpoint[] = Object.values(api).flatMap((family) => Object.values(family));
/** Those of detached dashboards, below a path of their own. */
export const detachedEndpoints: readonly AnyEndpoint[] = Object.values(detached);
/** Those of identity providers, which no console and no document of ours describes: RFC 7644 does. */
export const scimEndpoints: readonly AnyEndpoint[] = [scimService, scimUsers, scimGroups].flatMap((family) =>
  Object.values(family),
);
