import type { SignedBody } from '@patchkeep/contract/custom-software';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleHandshake } from '../apps/console/src/testkit/sample-handshake.ts';
import {
  config,
  customAnswers,
  examined,
  hex,
  id,
  nobody,
  someSoftware,
  toSign,
  vouched,
  vouching,
} from './support/custom-software/answers.ts';
import { fitsSideways, holdPasskeys, lookAt, tabTo, toast } from './support/signed-in.ts';
import { type Stage, startStage } from './support/stage.ts';

/* How the pages of custom software draw and ask. That it works on hosts is shown by journeys on the real stack. */

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage?.stop());

/** Gives the browser a device with one passkey, and says its name. */
const holdPasskey = async (context: BrowserContext, page: Page): Promise<string> => {
  await holdPasskeys(context, page);
  return page.evaluate(`navigator.credentials
    .create({
      publicKey: {
        rp: { id: 'localhost', name: 'Patchkeep' },
        user: { id: new Uint8Array([1]), name: 'ana', displayName: 'Ana' },
        challenge: new Uint8Array(32),
        pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
      },
    })
    .then(({ id }) => id)`);
};
const path = '/#/deployment/custom-create-job';
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
/** Opens the menu of a row and presses one of its entries. */
const act = async (page: Page, title: string, entry: string) => {
  await button(page, `Actions for ${title}`).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
};

describe('custom software', () => {
  it('is not asked for unless the customer has it switched on [CUST-05]', async () => {
    const { customerSettings } = sampleHandshake();
    const handshake = { customerSettings: { ...customerSettings, isCustomSoftwareEnabled: false } };
    await using scene = await stage.open(path, { handshake, answers: customAnswers(someSoftware, vouching) });
    const { page } = scene;
    await page.getByText('Custom software is switched off').waitFor();
    await page.getByRole('link', { name: 'Go to Sites' }).waitFor();
    await lookAt(page, 'custom-software-off');
    await page.goto('/#/deployment/create-job');
    await page.getByRole('heading', { name: 'Catalogue' }).waitFor();
    expect(scene.calls.filter((call) => /custom-deployment-config|approver-key/.test(call.path))).toEqual([]);
    await page.goto('/#/sites');
    await page.getByRole('heading', { level: 1, name: 'Sites' }).waitFor();
    scene.answer({ 'GET /ehlo': { body: sampleHandshake() } });
    await page.goto(path);
    await page.reload();
    await page.getByRole('row').filter({ hasText: 'Payroll forms' }).waitFor();
    expect(scene.complaints).toEqual([]);
  });

  it('says what comes first, and that it cannot be fetched', async () => {
    await using scene = await stage.open(path, { answers: customAnswers([], nobody) });
    const { page } = scene;
    await page.getByText('No custom software yet').waitFor();
    await lookAt(page, 'custom-software-empty');
    await button(page, 'naming approvers').click();
    await page.getByText('Nobody vouches yet').waitFor();
    await lookAt(page, 'custom-approvers-empty');
    await fitsSideways(page);
    scene.answer({ 'GET /custom-deployment-config': { status: 500, body: { code: 500, message: 'x' } } });
    await page.goto(path);
    await page.reload();
    await page.getByText('Unable to fetch custom deployment configs.').waitFor();
  });

  it('is listed by title as the server orders it, each with how it stands in words', async () => {
    await using scene = await stage.open(path, { answers: customAnswers(someSoftware, vouching) });
    const { page } = scene;
    const head = page.getByRole('rowheader');
    await expect
      .poll(() => head.allTextContents())
      .toEqual(['ERP Client 7.2', 'Label printer driver', 'Payroll forms', 'VPN profile']);
    for (const words of ['Waits for signatures 1 of 2', 'Draft', 'Vouched until 2027-12-24', 'Must be signed anew'])
      await page.getByText(words).waitFor();
    await lookAt(page, 'custom-software');
    await fitsSideways(page);
    await tabTo(page, page.getByRole('button', { name: 'Payroll forms', exact: true }));
    await page.keyboard.press('Enter');
    await page
      .getByRole('complementary', { name: 'Payroll forms' })
      .getByText(vouched.statementHash ?? '')
      .waitFor();
    await lookAt(page, 'custom-software-panel');
  });

  it('is saved once its files have come, filled in from its main file, and keeps what was typed [CUST-09]', async () => {
    const answers = customAnswers([], vouching);
    await using scene = await stage.open(path, {
      answers: {
        ...answers,
        'POST /resource/installer': { body: { siteResource: examined('erp-client-7.2.msi', id(6), 3) } },
        'POST /custom-deployment-config': { body: { customDeploymentConfig: config(1) } },
      },
    });
    const { page } = scene;
    await button(page, 'Add custom software').click();
    let dialog = page.getByRole('dialog', { name: 'Add custom software' });
    await dialog.getByRole('button', { name: 'Save software' }).click();
    await dialog.getByText('Files: Choose at least one file.').waitFor();
    await dialog
      .getByLabel('File for custom software')
      .setInputFiles({ name: 'erp-client-7.2.msi', mimeType: '', buffer: Buffer.from('msi') });
    await expect.poll(() => dialog.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('ERP Client');
    await expect.poll(() => dialog.getByRole('textbox', { name: 'Product code' }).inputValue()).toMatch(/^\{0F1A2B3C/);
    await dialog.getByRole('textbox', { name: 'Install arguments' }).fill('INSTALLDIR=C:\\ERP\nLANGUAGE=da');
    for (const flag of ['Progress popup', 'Interactive', 'Windows elevation prompt'])
      await dialog.getByRole('checkbox', { name: flag }).waitFor();
    await page.reload();
    await button(page, 'Add custom software').click();
    dialog = page.getByRole('dialog', { name: 'Add custom software' });
    await dialog.getByText('You go on with what you had put together before.').waitFor();
    await lookAt(page, 'custom-software-editor');
    await fitsSideways(page);
    await dialog.getByRole('button', { name: 'Save software' }).click();
    await toast(page, /saved/).waitFor();
    const writes = scene.calls.filter(({ method, path: at }) => method === 'POST' && /resource|custom-dep/.test(at));
    expect(writes.map(({ path: at }) => at)).toEqual(['/resource/installer', '/custom-deployment-config']);
    expect(writes[1]?.body).toMatchObject({
      title: 'ERP Client',
      taskSpec: { files: [id(6)], mainFile: id(6), installArguments: ['INSTALLDIR=C:\\ERP', 'LANGUAGE=da'] },
    });
  });

  it('is signed with a passkey over the statement that is shown, or says who can sign it', async () => {
    await using scene = await stage.open(path, { answers: customAnswers(someSoftware, vouching) });
    const { page, context } = scene;
    await act(page, 'ERP Client 7.2', 'Sign...');
    const dialog = page.getByRole('dialog', { name: 'Sign "ERP Client 7.2"' });
    await dialog.getByText('These people can sign: Ana Lund, Ben Holm.').waitFor();
    await dialog.getByText(toSign.statementHash).waitFor();
    await expect.poll(() => dialog.getByRole('button', { name: 'Sign with passkey' }).isDisabled()).toBe(true);
    await lookAt(page, 'custom-software-sign');
    await fitsSideways(page);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    const credential = await holdPasskey(context, page);
    scene.answer({
      'POST /custom-deployment-config/:id/statement': { body: { ...toSign, credentials: [credential] } },
      'POST /custom-deployment-config/:id/sign': { body: { customDeploymentConfig: vouched } },
    });
    await act(page, 'ERP Client 7.2', 'Sign...');
    await dialog.getByRole('button', { name: 'Sign with passkey' }).click();
    await toast(page, 'You signed "ERP Client 7.2".').waitFor();
    const sent = scene.calls.find(({ path: at }) => at.endsWith('/sign'))?.body as SignedBody;
    expect(sent.statementHash).toBe(toSign.statementHash);
    const clientData = JSON.parse(Buffer.from(sent.passkey?.response.clientDataJSON ?? '', 'base64url').toString());
    expect(clientData).toMatchObject({ type: 'webauthn.get', challenge: toSign.challenge });
  });

  it('is vouched for by people whom an administrator names', async () => {
    await using scene = await stage.open(path, {
      answers: {
        ...customAnswers(someSoftware, {
          ...vouching,
          next: {
            ...(vouching.approvers as NonNullable<typeof vouching.approvers>),
            version: 2,
            threshold: 1,
            signatures: [],
            neededCount: 2,
          },
        }),
        'DELETE /approver-key/next': { body: {} },
        'POST /approver-key': { body: vouching },
      },
    });
    const { page } = scene;
    await page.getByRole('tab', { name: 'Approvers' }).click();
    await page.getByText('2 of 2 people').waitFor();
    await page.getByRole('heading', { name: 'Who shall vouch next' }).waitFor();
    await button(page, 'Agree...').waitFor();
    await lookAt(page, 'custom-approvers');
    await fitsSideways(page);
    await button(page, 'Give up').click();
    await toast(page, 'Those who vouch now stay the approvers.').waitFor();
    await button(page, 'Name approvers').click();
    const dialog = page.getByRole('dialog', { name: 'Name approvers' });
    await dialog.getByText('Everybody must sign.').waitFor();
    await dialog.getByRole('checkbox', { name: 'Ben Holm' }).click();
    await dialog.getByRole('button', { name: 'Name approvers' }).click();
    await dialog.getByText('2 people must sign, and the keys are those of 1.').waitFor();
    await dialog.getByRole('checkbox', { name: 'Ben Holm' }).click();
    await lookAt(page, 'custom-approvers-naming');
    await dialog.getByRole('button', { name: 'Name approvers' }).click();
    await toast(page, 'Approvers named.').waitFor();
    const sent = scene.calls.find(({ method, path: at }) => method === 'POST' && at === '/approver-key')?.body;
    expect(sent).toEqual({ threshold: 2, keyIds: [hex('a'), hex('b')], fileKeys: [] });
  });

  it('goes into a job that installs or removes it', async () => {
    await using scene = await stage.open(path, { answers: customAnswers(someSoftware, vouching) });
    const { page } = scene;
    await act(page, 'Payroll forms', 'Remove from hosts');
    await page.getByRole('heading', { level: 1, name: 'Create Job' }).waitFor();
    await button(page, /^\d?Apps/).click();
    await page.getByRole('heading', { name: 'In this job (1)' }).waitFor();
    await expect.poll(() => button(page, 'Remove Payroll forms').getAttribute('aria-pressed')).toBe('true');
    await lookAt(page, 'create-job-custom');
    await fitsSideways(page);
    await button(page, 'Deploy Payroll forms').click();
    await expect.poll(() => button(page, 'Deploy Payroll forms').getAttribute('aria-pressed')).toBe('true');
    await button(page, 'Take out Payroll forms').click();
    await page.getByRole('heading', { name: 'In this job (0)' }).waitFor();
  });
});
