import { dialogTitles, errorCatalogue, errorTexts } from '@patchkeep/contract/errors';
import { operationThings, operationVerbs, unableTo } from '@patchkeep/contract/operations';
import { describe, expect, it } from 'vitest';
import { describeException, exceptionButton, type Failure } from './exceptions.ts';

const of = (failure: Failure) => {
  const { exceptionTitle, exceptionDescription, requiresLogin, requiresReload, showStandardMessage } =
    describeException(failure);
  return [exceptionTitle, exceptionDescription, requiresLogin, requiresReload, showStandardMessage];
};

describe('an exception', () => {
  it.each<[string, Failure, unknown[]]>([
    [
      'of version-mismatch type is New Version available and requires reload [ERR-15] [ERR-17]',
      { type: -1 },
      ['New Version available', "A new version is available. Click 'Reload' to get it.", false, true, false],
    ],
    [
      'of HTTP 401 is Session expired and requires login [ERR-18]',
      { type: 401 },
      ['Session expired', 'Your current session has expired. Please re-login.', true, false, false],
    ],
    [
      'of HTTP 403 is Permission denied [ERR-19]',
      { type: 403 },
      ['Permission denied', "You don't have sufficient rights to perform this action.", false, false, false],
    ],
    [
      'of code 2004 is Conflict [ERR-21]',
      { type: 409, code: 2004 },
      [
        'Conflict',
        'The email address provided is already in use and associated with a different customer account.',
        false,
        false,
        true,
      ],
    ],
    [
      'of code 404 is Not Found [ERR-22]',
      { type: 400, code: 404 },
      ['Not Found', 'The requested data does not exist.', false, false, true],
    ],
    [
      'of a save conflict is Conflict and requires reload [ERR-23] [ERR-40]',
      { type: 409 },
      [
        'Conflict',
        'A conflict occurred when saving. Perhaps another user is editing the same item. Click the Reload button to discard your changes and refresh the data.',
        false,
        true,
        false,
      ],
    ],
    [
      'of anything else is Error with the standard message [ERR-24]',
      { type: 500 },
      ['Error', 'An error occurred while processing your request.', false, false, true],
    ],
    [
      'of InvalidGoalAction, which is 2031, has its own sentence [ERR-27]',
      { type: 400, code: 2031 },
      ['Error', 'The job contains an action that is not valid.', false, false, true],
    ],
    [
      'of MissingData, which is 2045, has its own sentence [ERR-27]',
      { type: 400, code: 2045 },
      ['Error', 'Required data is missing from the request.', false, false, true],
    ],
  ])('%s', (_name, failure, expected) => expect(of(failure)).toEqual(expected));

  it('adds the standard sentence word for word [ERR-24]', () =>
    expect(errorTexts.standard).toBe(
      'Please wait a minute and then try again. If the problem persists, please contact support.',
    ));

  it('says that a job was not found when saving it answers not-found', () => {
    const operation = { verb: 'save', thing: 'deployment jobs' } as const;
    expect(describeException({ type: 404, code: 404, operation }).exceptionDescription).toMatch(/job was not found/);
    expect(describeException({ type: 404, code: 404 }).exceptionDescription).toBe(errorCatalogue[404].text);
  });

  it('uses only the six titles, whatever the type, code and operation [ERR-14]', () => {
    const codes = [undefined, 1, ...Object.keys(errorCatalogue).map(Number)];
    for (const type of [-1, 0, 200, 400, 401, 403, 404, 409, 422, 429, 500, 502, 503])
      for (const code of codes) expect(dialogTitles).toContain(describeException({ type, code }).exceptionTitle);
    expect(dialogTitles).toEqual([
      'Conflict',
      'Error',
      'Permission denied',
      'Session expired',
      'New Version available',
      'Not Found',
    ]);
  });

  it('shows the standard message by default, and not when the caller suppresses it [ERR-25]', () => {
    expect(describeException({ type: 500 }).showStandardMessage).toBe(true);
    expect(describeException({ type: 500 }, { suppressStandardMessage: true }).showStandardMessage).toBe(false);
  });

  it('carries the instance id only if there is one [ERR-09]', () => {
    expect(describeException({ type: 500, instanceId: 'x' }).instanceId).toBe('x');
    expect(describeException({ type: 500 })).not.toHaveProperty('instanceId');
  });

  it('writes the operation, the sentence and the note on lines of their own [ERR-10]', () => {
    const operation = { verb: 'fetch', thing: 'hosts' } as const;
    expect(describeException({ type: 500, operation, note: 'Host 7' }).exceptionDescription.split('\n')).toEqual([
      'Unable to fetch hosts.',
      errorTexts.general,
      'Host 7',
    ]);
  });
});

describe('the button of the dialog', () => {
  it.each([
    [true, true, 'Login'],
    [true, false, 'Login'],
    [false, true, 'Reload'],
    [false, false, 'Dismiss'],
  ])('with login %s and reload %s is %s [ERR-06] [ERR-07] [ERR-08]', (requiresLogin, requiresReload, button) =>
    expect(exceptionButton({ requiresLogin, requiresReload })).toBe(button),
  );
});

describe('the codes of PatchPro and of upgrade customization', () => {
  it.each([
    [5000, /customization config is missing/],
    [5001, /config is invalid because of an unexpected error/],
    [5002, /required elements are missing/i],
    [5003, /not supported. Use exe, msi, msp or ps1/],
  ] as const)('%i has its meaning, in the order listed', (code, text) =>
    expect(errorCatalogue[code].text).toMatch(text),
  );
  it.each([
    [5004, /already linked to the current version. Upload a different one/],
    [5005, /advanced settings is already linked/],
    [5006, /system config has changed. Republish the application or contact support/],
    [5007, /select a primary installer before publishing/i],
  ] as const)('%i has its meaning, in the order listed', (code, text) =>
    expect(errorCatalogue[code].text).toMatch(text),
  );
  it.each([
    [6000, /not supported. Use exe, msi, msp or ps1/],
    [6001, /not complete/],
    [6002, /select a primary installer before approving/i],
    [6003, /already linked to the current version/],
    [6004, /create a new tag and customize/i],
  ] as const)('%i has its meaning, in the order listed [ERR-30]', (code, text) =>
    expect(errorCatalogue[code].text).toMatch(text),
  );
  it('reach the dialog with their own text', () => {
    for (const code of [5000, 5004, 6001, 6004])
      expect(describeException({ type: 400, code }).exceptionDescription).toContain(errorCatalogue[code as 5000].text);
  });
  it('leave the sentence for publishing without complete settings', () =>
    expect(errorTexts.publishIncomplete).toBe(
      'Unable to publish application. The required custom settings are incomplete.',
    ));
});

describe('a failed operation', () => {
  it('reads Unable to {verb} ..., with the twenty verbs', () => {
    expect(operationVerbs.join(' ')).toBe(
      'fetch create save update delete initiate request approve automate disable reject renew restore resume stop switch upload publish remove refresh',
    );
    for (const verb of operationVerbs)
      expect(describeException({ type: 500, operation: { verb, thing: 'hosts' } }).exceptionDescription).toMatch(
        new RegExp(`^Unable to ${verb} hosts\\.`),
      );
  });

  const missing = (things: string[]) => things.filter((thing) => !operationThings.includes(thing as 'hosts'));
  it('covers accounts, agents, tokens, applications, approvals, the tenant and PatchPro', () =>
    expect(
      missing([
        'account info',
        'agent settings',
        'API tokens',
        'applications',
        'versions',
        'hosts',
        'approvals',
        'device-management tenant',
        'PatchPro channels',
        'PatchPro configs',
        'PatchPro custom settings',
      ]),
    ).toEqual([]));
  it('covers the changelog, channels, configuration, CVEs, dashboards and deployments', () =>
    expect(
      missing([
        'changelog',
        'channel info',
        'configuration',
        'custom deployment configs',
        'CVE info',
        'dashboard data',
        'deployment activities',
        'deployment configs',
        'deployment jobs',
      ]),
    ).toEqual([]));
  it('covers groups, tags, ignore rules, activities, settings, sites and updates', () =>
    expect(
      missing([
        'groups',
        'tags',
        'ignore rules',
        'package activities',
        'patching activities',
        'settings',
        'sites',
        'site users',
        'system activities',
        'user activities',
        'update info',
      ]),
    ).toEqual([]));
  it('covers Windows updates, the directory, inspections, restarts, trash and the default site', () => {
    expect(missing(['Windows updates', 'Windows update hosts', 'directory tenant', 'inspections', 'restarts'])).toEqual(
      [],
    );
    expect(unableTo({ verb: 'move', thing: 'hosts to trash' })).toBe('Unable to move hosts to trash.');
    expect(unableTo({ verb: 'empty', thing: 'trash' })).toBe('Unable to empty trash.');
    expect(unableTo({ verb: 'set', thing: 'default site' })).toBe('Unable to set default site.');
  });
});
