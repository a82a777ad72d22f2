import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newInstall } from './testkit/installed.ts';

let install: Awaited<ReturnType<typeof newInstall>>;
beforeAll(async () => {
  install = await newInstall();
  await install.setup();
});
afterAll(() => install.remove());

describe('the customer of a new install', () => {
  it('has licences for a trial; the operator changes them and the rest by a command, and the log says so', async () => {
    expect(await install.customer('show')).toMatch(/hostLicenseCount: 1000,[^]*isTrialModeEnabled: true/);
    const changed = await install.customer('set', '--licences', '25', '--dormancy-days', '14', '--trial', 'off');
    expect(changed).toMatch(/TimeoutDays: 14,[^]*hostLicenseCount: 25,[^]*isTrialModeEnabled: false/);
    const switched = await install.customer('set', '--site', 'Head office', '--patchpro', 'off');
    expect(switched).toContain('isPatchProModuleEnabled: false');
    // What was not named stays.
    expect(switched).toMatch(/hostLicenseCount: 25,[^]*isDetectionModuleEnabled: true/);
    expect(await install.customer('set', '--provider', 'on')).toContain('isProvider: true');
    expect(await install.customer('set', '--internal-use', 'on')).toMatch(/isProvider: true,[^]*isInternalUse: true/);
    const client = new pg.Client(install.env['PATCHKEEP_OWNER_DATABASE_URL']);
    await client.connect();
    const { rows } = await client.query(
      `select verb, before::jsonb ->> 'hostLicenseCount' as licences from audit_entries where actor_id is null order by at`,
    );
    await client.end();
    expect(rows).toEqual([
      { verb: 'customer.change', licences: '1000' },
      { verb: 'site.modules', licences: null },
      { verb: 'customer.change', licences: '25' },
      { verb: 'customer.change', licences: '25' },
    ]);
  });

  it.each([
    [['set', '--licences', 'many'], '--licences'],
    [['set', '--dormancy-days', '46'], '--dormancy-days'],
    [['set', '--trial', 'maybe'], '--trial'],
    [['set', '--provider', 'yes'], '--provider'],
    [['set', '--patching', 'off'], 'Name the site'],
    [['set', '--site', 'Nowhere', '--patching', 'off'], 'There is no site'],
    [['set', '--customer', 'Nobody', '--trial', 'off'], 'no such customer'],
  ])('is not changed by %j', async (given, message) => {
    await expect(install.customer(...given)).rejects.toThrow(message);
  });
});
