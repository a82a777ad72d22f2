export const dialogTitles = [
  'Conflict',
  'Error',
  'Permission denied',
  'Session expired',
  'New Version available',
  'Not Found',
] as const;
export type DialogTitle = (typeof dialogTitles)[number];

interface CatalogueEntry {
  name: string;
  title: DialogTitle;
  text: string;
}

/** Every numbered error, its dialog title and its one sentence. The text travels with the code. */
export const errorCatalogue = {
  404: { name: 'NotFound', title: 'Not Found', text: 'The requested data does not exist.' },
  2004: {
    name: 'EmailInUse',
    title: 'Conflict',
    text: 'The email address provided is already in use and associated with a different customer account.',
  },
  2031: { name: 'InvalidGoalAction', title: 'Error', text: 'The job contains an action that is not valid.' },
  2045: { name: 'MissingData', title: 'Error', text: 'Required data is missing from the request.' },
  2101: {
    name: 'StepUpNeeded',
    title: 'Permission denied',
    text: 'Confirm first that it is you.',
  },
  5000: { name: 'MissingCustomization', title: 'Error', text: 'The customization config is missing.' },
  5001: { name: 'InvalidConfig', title: 'Error', text: 'The config is invalid because of an unexpected error.' },
  5002: { name: 'MissingElements', title: 'Error', text: 'Required elements are missing from the config.' },
  5003: {
    name: 'InvalidInstaller',
    title: 'Error',
    text: 'The installer type is not supported. Use exe, msi, msp or ps1.',
  },
  5004: {
    name: 'PerRuleConflict',
    title: 'Conflict',
    text: 'The installer is already linked to the current version. Upload a different one.',
  },
  5005: {
    name: 'AdvancedPerRuleConflict',
    title: 'Conflict',
    text: 'An installer of the advanced settings is already linked to the current version. Upload a different one.',
  },
  5006: {
    name: 'TypeConflict',
    title: 'Conflict',
    text: 'The system config has changed. Republish the application or contact support.',
  },
  5007: {
    name: 'MandatoryInstallerConflict',
    title: 'Conflict',
    text: 'Select a primary installer before publishing.',
  },
  6000: {
    name: 'UpgradeInvalidInstaller',
    title: 'Error',
    text: 'The installer type is not supported. Use exe, msi, msp or ps1.',
  },
  6001: { name: 'UpgradeNotComplete', title: 'Error', text: 'The custom update settings are not complete.' },
  6002: {
    name: 'UpgradeMandatoryInstaller',
    title: 'Error',
    text: 'Select a primary installer before approving.',
  },
  6003: {
    name: 'UpgradePerRuleConflict',
    title: 'Conflict',
    text: 'The installer is already linked to the current version. Upload a different one.',
  },
  6004: {
    name: 'UpgradeTypeConflict',
    title: 'Conflict',
    text: 'The system config has changed. Create a new tag and customize it.',
  },
} as const satisfies Record<number, CatalogueEntry>;

export type ErrorCode = keyof typeof errorCatalogue;

/** Sentences of the error path that belong to a situation instead of a code. */
export const errorTexts = {
  newVersion: "A new version is available. Click 'Reload' to get it.",
  sessionExpired: 'Your current session has expired. Please re-login.',
  permissionDenied: "You don't have sufficient rights to perform this action.",
  saveConflict:
    'A conflict occurred when saving. Perhaps another user is editing the same item. Click the Reload button to discard your changes and refresh the data.',
  general: 'An error occurred while processing your request.',
  standard: 'Please wait a minute and then try again. If the problem persists, please contact support.',
  publishIncomplete: 'Unable to publish application. The required custom settings are incomplete.',
  renderTitle: 'Something went wrong on this page',
  renderAdvice: 'The page could not be drawn. Reload it; if the problem persists, please contact support.',
  chunkTitle: 'This page could not be loaded',
  chunkAdvice:
    'A part of the console failed to load, probably because a new version was released. Reload to fetch the latest version.',
  generalFailureTitle: 'The console cannot continue',
  generalFailureAdvice:
    'An unexpected failure occurred. Reload the page; if the problem persists, please contact support.',
} as const;

/** The code of an answer that asks for a proof; the console gives it and repeats the call. */
export const stepUpCode = 2101 satisfies ErrorCode;

/** The type of an error that says: this console is older than the server. */
export const versionMismatchType = -1;

/** The body of every error answer of the console API. */
export interface ErrorBody {
  code?: number;
  message?: string;
  info?: Record<string, unknown>;
}
