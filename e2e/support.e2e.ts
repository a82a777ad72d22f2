import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startMailServer } from '../apps/server/src/testkit/mail-server.ts';
import { launchChromium } from './support/chromium.ts';
import { goTo, lookAt, signedIn, toast } from './support/signed-in.ts';
import { type Stack, startStack } from './support/stack.ts';

let stack: Stack;
let browser: Browser;
let mail: Awaited<ReturnType<typeof startMailServer>>;
beforeAll(async () => {
  // The first server has no mail server, and leaves the work to the one that has.
  [stack, browser, mail] = await Promise.all([
    startStack({ PATCHKEEP_ROLE: 'api' }),
    launchChromium(),
    startMailServer(),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await stack?.stop();
  mail?.close();
});

it('a server whose operator has set nothing says so, and has no form that leads nowhere', async () => {
  await using tab = await signedIn(browser, stack.url);
  const { page } = tab;
  await goTo(page, '/support', 'Support');
  await page.getByText('Not given by whoever runs this server').first().waitFor();
  await page.getByText('Assurance report').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Send message' }).count()).toBe(0);
});

it('has contacts, links and documents, and takes a message with a file to support [CONF-10] [CONF-11] [CONF-12] [CONF-13] [CONF-14]', async () => {
  const server = await stack.another({
    PATCHKEEP_ROLE: 'all',
    PATCHKEEP_PUBLIC_URL: '{url}',
    PATCHKEEP_SMTP_URL: `smtp://${mail.address}`,
    PATCHKEEP_MAIL_FROM: 'Patchkeep <patchkeep@contoso.example>',
    PATCHKEEP_SUPPORT_EMAIL: 'support@operator.example',
    PATCHKEEP_SUPPORT_PHONE: '+45 70 20 30 40',
    PATCHKEEP_SUPPORT_PORTAL: 'https://portal.operator.example/',
    PATCHKEEP_SUPPORT_COMMUNITY: 'https://community.operator.example/',
    PATCHKEEP_SUPPORT_DOCUMENTS:
      'quick-guide=https://docs.operator.example/quick.pdf data-processing-agreement=https://docs.operator.example/dpa.pdf',
  });
  try {
    await using tab = await signedIn(browser, server.url);
    const { page } = tab;
    await goTo(page, '/support', 'Support');
    await page.getByRole('link', { name: 'support@operator.example' }).waitFor();
    await page.getByRole('link', { name: '+45 70 20 30 40' }).waitFor();
    const documents = page.getByRole('region', { name: 'Guides and legal documents' });
    for (const name of ['Quick guide', 'Data processing agreement'])
      await documents.getByRole('link', { name }).waitFor();
    await documents.getByText('The documentation is under revision.').waitFor();
    await expect
      .poll(() => documents.getByRole('listitem').allTextContents())
      .toEqual([
        'Technical guide on request',
        'Quick guide',
        'Agent deployment by group policy on request',
        'Corporate API on request',
        'Patching guide on request',
        'Data processing agreement',
        'Assurance report on request',
      ]);
    for (const name of ['portal.operator.example', 'community.operator.example'])
      await expect.poll(() => page.getByRole('link', { name }).getAttribute('href')).toBe(`https://${name}/`);
    await page.getByLabel('Subject').fill('Dashboard is empty');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Since the update this morning all cards are empty.');
    const files = page.getByLabel('Files for support');
    await files.setInputFiles({ name: 'large.bin', mimeType: 'a/b', buffer: Buffer.alloc(5_000_001) });
    await page.getByRole('alert').getByText('All files together may have 5 MB').waitFor();
    await files.setInputFiles({ name: 'console.har', mimeType: 'application/json', buffer: Buffer.from('{"log":1}') });
    await page.getByText('console.har').waitFor();
    await lookAt(page, 'support');
    await page.getByRole('button', { name: 'Send message' }).press('Enter');
    await toast(page, 'Your message is on its way to support.').waitFor();
    await expect.poll(() => page.getByLabel('Subject').inputValue()).toBe('');
    await page.getByText('Dashboard is empty').waitFor();
    await expect.poll(() => mail.mails.at(-1)?.headers.get('subject')).toBe('[Patchkeep support] Dashboard is empty');
    expect(mail.mails.at(-1)?.parts.get('application/octet-stream')).toBe('{"log":1}');
    await page.reload();
    await page.getByText(/sent .*; support answers by mail/).waitFor();
  } finally {
    await server.stop();
  }
});
