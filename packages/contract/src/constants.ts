/** The numbers of the product, once. A number with a meaning is looked up here, never typed again. */
export const constants = {
  retry503: { times: 3, waitMs: 3_000 },
  sessionRefreshMs: 300_000,
  handshakeFailuresTolerated: 12,
  bannerDismissMs: 300_000,
  jobTitleMax: 192,
  uploadChunkBytes: 20_971_520,
  uploadProgressPollMs: 500,
  schedule: { hour: 13, minute: 55, daysOfWeek: 0 },
  dayBits: { Sunday: 64, Monday: 32, Tuesday: 16, Wednesday: 8, Thursday: 4, Friday: 2, Saturday: 1 },
  allDays: 127,
  dormancyDays: 7,
  licenceDays: 45,
  dateMinimum: '2020-01-01',
  dateFormat: 'yyyy-MM-dd',
  percentDecimals: 1,
  installerTypes: ['exe', 'msi', 'msp', 'ps1'],
  directoryRefetchMs: 60_000,
  approvalModes: ['approve', 'automate', 'disable', 'block'],
  scopeLevels: ['system', 'site', 'group', 'tag'],
  installKinds: ['custom', 'install-package', 'remove-package', 'upgrade-package'],
  installerBehaviour: {
    progressPopup: 'Progress popup',
    interactive: 'Interactive',
    requiresUac: 'Windows elevation prompt',
  },
  expiringSoonDays: 14,
  dashboardRefreshMs: 60_000,
  /** The longest period of a report. */
  reportDaysMax: 366,
  /** Bounds that the requirements leave open (decision A24). */
  pageSize: 50,
  /** Names of people who can confirm a change, in its preview. */
  confirmersShown: 10,
  pageSizeMax: 200,
  /** An act on a filter can be taken back as long as it touched no more hosts than this. */
  undoMax: 2_000,
  nameMax: 100,
  textMax: 2_000,
  emailMax: 254,
  /** Session life (security D2). */
  sessionAbsoluteMs: 12 * 3_600_000,
  sessionIdleMs: 3_600_000,
  /** The handshake before login retries this often, this far apart. */
  preLoginRetry: { times: 5, waitMs: 2_000 },
  /** The refresh helper rests when a round was quicker than this. */
  refreshHelper: { quickRoundMs: 1_000, pauseMs: 2_000 },
  errorReportMaxBytes: 8_192,
  errorReportsPerMinute: 10,
} as const;

/** Names on the wire that both sides must spell alike. */
export const wire = {
  csrfHeader: 'x-csrf-token',
  versionHeader: 'x-current-version',
  activeHeader: 'x-user-active',
  /** The token of the preview of a wide change. */
  previewHeader: 'x-preview-token',
  /** The site that the tab shows and its calls are about; without it a call is about the site the session is on. */
  siteHeader: 'x-site',
  instanceParam: 'instanceId',
} as const;
