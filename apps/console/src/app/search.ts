import { z } from 'zod';

/** Search params live inside the hash. A value that makes no sense is dropped instead of breaking the page. */
const text = z.string().max(200).optional().catch(undefined);
const id = z
  .string()
  .regex(/^[0-9a-f-]{36}$/i)
  .optional()
  .catch(undefined);

const day = z.iso.date().optional().catch(undefined);
/** The day of the past that a page shows. Every page takes it; one without a past says so. */
export const shellSearch = z.object({ asOf: day });

export const siteUsersSearch = z.object({ siteUuid: id, siteName: text });
/** A customer to enter, and a site there. */
export const customersSearch = z.object({ customerUuid: id, siteUuid: id });
/** The link of a service provider. */
export const providersSearch = z.object({ request: text });
export const customSoftwareSearch = z.object({ tab: text });
export const configurationSearch = z.object({ tab: text, view: text });
/** `period` is the unit of all charts over time, in place of what is saved. */
export const dashboardSearch = z.object({ dashboardUuid: id, mode: text, period: text });
/** `left` and `right` are two sites that are compared. */
export const systemDashboardSearch = dashboardSearch.extend({ left: id, right: id });
export const detachedSearch = z.object({ heading: text });

/** A search for digits reads as a number. */
const typed = z
  .union([z.string().max(200), z.number().transform(String)])
  .optional()
  .catch(undefined);

/** A number of the catalogue: an application or a version. */
const number = z.coerce.number().int().min(1).max(2_147_483_647).optional().catch(undefined);

/** The address of a list of hosts; its screen says what makes sense. */
const hostList = {
  view: text,
  q: typed,
  group: id,
  tag: id,
  status: text,
  mark: text,
  sort: text,
  order: text,
};
export const hostsSearch = z.object(hostList);
export const groupHostsSearch = z.object({ ...hostList, groupUuid: id });
export const tagHostsSearch = z.object({ ...hostList, tagUuid: id });
const flag = z.boolean().optional().catch(undefined);
export const hostResultsSearch = z.object({
  hostUuid: id,
  tab: text,
  showChildren: flag,
  showDrivers: flag,
  showHidden: flag,
  showInstalled: flag,
  showSuiteMembers: flag,
  order: text,
  q: typed,
});
export const vulnerabilitiesSearch = z.object({
  priority: text,
  mark: text,
  due: text,
  fix: text,
  decision: text,
  q: typed,
});
/** Whose report, from which day until which. */
export const reportSearch = z.object({ of: text, from: text, until: text });
export const windowsUpdatesSearch = z.object({ q: typed, classification: text, severity: text });
export const windowsUpdateHostsSearch = z.object({ kbArticle: text, state: text });

const applicationList = { status: text, mark: text, fix: text, q: typed, sort: text, order: text };
export const applicationsSearch = z.object(applicationList);
export const groupApplicationsSearch = z.object({ ...applicationList, groupUuid: id });
export const tagApplicationsSearch = z.object({ ...applicationList, tagUuid: id });
export const versionsSearch = z.object({ applicationId: number, status: text });
export const applicationHostsSearch = z.object({
  applicationId: number,
  versionId: number,
  status: text,
  mark: text,
  cve: text,
  group: id,
  tag: id,
  q: typed,
});
/** Issues, and the page of a CVE that was reached from them. */
export const issuesSearch = z.object({ applicationId: number, versionId: number });

export const patchingActivitySearch = z.object({
  kind: text,
  title: typed,
  hostUuid: id,
  groupUuid: id,
  channelTag: typed,
  kbArticle: typed,
  result: text,
  endTime: text,
  showSuperseded: flag,
  sort: text,
  order: text,
});

export const packagesSearch = z.object({ q: typed, state: text });

export const jobsSearch = z.object({ state: text, channelTag: typed, groupUuid: id, hostUuid: id });
export const hostTargetsSearch = z.object({
  verdict: text,
  goalUuid: id,
  channelTag: typed,
  groupUuid: id,
  tagUuid: id,
  hostUuid: id,
});
export const jobSearch = z.object({ goalUuid: id, tab: text });

/** One of them says whose activity it is; none, everybody's. */
export const jobActivitySearch = z.object({ channelTag: typed, goalUuid: id, groupUuid: id, hostUuid: id });

export const activityLogSearch = z.object({
  by: text,
  userUuid: id,
  verb: text,
  objectKind: text,
  objectId: typed,
  startTime: text,
  endTime: text,
});

const approvalList = {
  /** `changes`: what was changed, instead of what is decided. */
  view: text,
  /** Of `changes`: the one that is opened. */
  change: id,
  /** The row to go to, and what is about to be decided for it. */
  subject: typed,
  decide: text,
  kind: text,
  q: typed,
  approvalStatus: text,
  hasOverrides: flag,
  status: text,
  needsSettings: flag,
  classification: text,
  sort: text,
  order: text,
};
export const approvalsSearch = z.object(approvalList);
export const groupApprovalsSearch = z.object({ ...approvalList, groupUuid: id });
export const tagApprovalsSearch = z.object({ ...approvalList, tagUuid: id });
export const siteApprovalsSearch = z.object({ ...approvalList, siteUuid: id });
export const systemGroupApprovalsSearch = z.object({ ...approvalList, siteUuid: id, groupUuid: id });
export const systemTagApprovalsSearch = z.object({ ...approvalList, siteUuid: id, tagUuid: id });
