import { usualRoots } from '@patchkeep/evidence/roots';
import { checkAlerts, sendAlerts, sendTestMails } from './modules/alerts/public.ts';
import { sealLogs } from './modules/audit/public.ts';
import { feedJobs, matchJobs, requestFeeds, syncPackages, syncPackagesNow } from './modules/catalog/public.ts';
import { planGoals, writeGoal } from './modules/deployments/public.ts';
import { askRestarts, markDormant } from './modules/hosts/public.ts';
import {
  invitationTexts,
  mailInvitations,
  recheckDomains,
  sweepSessions,
  tellBreakGlassUse,
  tellDomainRecord,
  textRecords,
} from './modules/identity/public.ts';
import { plan, planCustomer, planNow, sweepFiles, verify } from './modules/patching/public.ts';
import { examineFile, quarantineOf, sweepUploads } from './modules/resources/public.ts';
import {
  countExactly,
  followIssues,
  keepHistory,
  recount,
  recountEverybody,
  recountHolders,
  sweepRecounts,
} from './modules/results/public.ts';
import { mailSupportMessages } from './modules/support/public.ts';
import { listCustomerIds } from './modules/tenants/public.ts';
import type { Config } from './platform/config/config.ts';
import type { FileStore } from './platform/files/file-store.ts';
import { openFiles } from './platform/files/files.ts';
import type { Job, JobTools } from './platform/jobs/jobs.ts';
import { mailSettings } from './platform/mail/mailer.ts';
import { packagerClient } from './platform/packager-client.ts';
import { signerClient } from './platform/signer-client.ts';

const signerOf = ({ PATCHKEEP_SIGNER_SOCKET: socket }: Config) =>
  socket === undefined ? undefined : signerClient(socket);

/** What it takes to have packages come by themselves; undefined while a part is missing. */
const packagesOf = (config: Config, files: FileStore | undefined) => {
  const [signer, socket] = [signerOf(config), config.PATCHKEEP_PACKAGER_SOCKET];
  return files && signer && socket !== undefined ? { files, signer, packager: packagerClient(socket) } : undefined;
};

/** What it takes to examine files that sites bring; undefined while there is no place for them. */
const examinerOf = (config: Config, files: FileStore | undefined) => {
  const quarantine = quarantineOf(config);
  const { PATCHKEEP_CLAMD: clamd, PATCHKEEP_SIGNATURE_ROOTS: roots = usualRoots } = config;
  return files && quarantine ? { files, quarantine, clamd, roots, silenceMs: 5 * 60_000 } : undefined;
};

/** What a feed says may make other packages wanted. */
const afterFeed = async (versionIds: readonly number[], tools: JobTools): Promise<void> => {
  await recountHolders(versionIds, tools);
  await syncPackagesNow(tools);
};

/** Every module's background work. */
export const allJobs = (config: Config, files = openFiles(config)): readonly Job[] => [
  sealLogs(signerOf(config), listCustomerIds),
  sweepSessions,
  mailInvitations(invitationTexts(config.PATCHKEEP_SECRET_KEY), mailSettings(config)),
  tellBreakGlassUse(mailSettings(config)),
  recheckDomains(textRecords(config.PATCHKEEP_DNS_SERVERS)),
  tellDomainRecord(mailSettings(config)),
  mailSupportMessages(mailSettings(config), config.PATCHKEEP_SUPPORT_EMAIL),
  markDormant,
  askRestarts,
  ...matchJobs(recountHolders, requestFeeds),
  ...feedJobs(config, afterFeed, recountEverybody),
  recount,
  sweepRecounts,
  countExactly,
  followIssues,
  keepHistory({ months: config.PATCHKEEP_HISTORY_MONTHS, hostMonths: config.PATCHKEEP_HOST_HISTORY_MONTHS }),
  verify,
  plan,
  planCustomer,
  writeGoal,
  planGoals,
  sweepFiles(files),
  examineFile(examinerOf(config, files)),
  sweepUploads(quarantineOf(config)),
  syncPackages(packagesOf(config, files), planNow),
  checkAlerts(config, mailSettings(config)),
  sendAlerts(mailSettings(config)),
  sendTestMails(mailSettings(config)),
];
