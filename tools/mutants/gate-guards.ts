const gate = 'apps/server/src/modules/changes/gate.service.ts';
const wayBack = 'apps/server/src/modules/changes/gate-undo.test.ts';
const ways = 'apps/server/src/modules/changes/gate.test.ts';
const refusedAtConfirming = {
  file: ways,
  test: 'is not confirmed with other content, with other hosts, or when whoever asked may no longer',
};

/** The hosts that each kind of act reaches: without them the act passes the gate. */
const impacts = [
  [
    'tags',
    'hosts/gated-members.service.ts',
    'hostNos: touched,',
    'hostNos: [],',
    '1: approving at an empty tag and tagging the hosts afterwards',
  ],
  [
    'moves',
    'hosts/gated-members.service.ts',
    'hostNos: rows.map((row) => row.host_no),',
    'hostNos: [],',
    '4: moving the hosts into a group that decides',
  ],
  [
    'jobs',
    'deployments/gated-jobs.service.ts',
    'hostNos: agentCount === 0 ? [] : aim.hostNos,',
    'hostNos: [],',
    '5: a deployment job',
  ],
  [
    'restarts',
    'hosts/gated-hosts.service.ts',
    "hostNos,\n        about: ['restart'],",
    "hostNos: [],\n        about: ['restart'],",
    '6: a restart of many hosts',
  ],
  [
    'deletions',
    'hosts/gated-hosts.service.ts',
    'hostNos,\n        about: [`hosts:${verb}`],',
    'hostNos: [],\n        about: [`hosts:${verb}`],',
    '7: moving many hosts to the trash, and emptying it',
  ],
  [
    'corrections',
    'results/applications/gated-acts.service.ts',
    'hostNos,\n    about: [`correction:',
    'hostNos: [],\n    about: [`correction:',
    '8: a correction that holds for every site',
  ],
  [
    'ignore rules',
    'results/applications/gated-acts.service.ts',
    'hostNos: [...touched],',
    'hostNos: [],',
    '9: an ignore rule for the whole site',
  ],
] as const;

/** Guards of the gate that every act on many hosts passes. */
export const gateMutants = [
  {
    guard: 'preview token',
    file: 'apps/server/src/modules/changes/previewed.service.ts',
    without: "if (judged === 'unknown')",
    instead: "if (judged === 'unknown' && siteId === customerId)",
    red: {
      file: ways,
      test: 'is refused with 428 and what it would do, until it is sent with the token of that preview',
    },
  },
  {
    guard: 'a preview of something else',
    file: 'apps/server/src/modules/changes/previewed.service.ts',
    without: "if (judged === 'changed')",
    instead: "if (judged === 'changed' && siteId === customerId)",
    red: {
      file: ways,
      test: 'is refused with 428 and what it would do, until it is sent with the token of that preview',
    },
  },
  {
    guard: 'content that the second person looked at',
    file: 'apps/server/src/modules/changes/four-eyes.service.ts',
    without: "if (row.content_hash.toString('hex') !== contentHash)",
    instead: "if (contentHash === 'never')",
    red: refusedAtConfirming,
  },
  {
    guard: 'content hash of an act',
    file: gate,
    without: 'if (!impact.contentHash.equals(row.content_hash))',
    instead: 'if (impact.contentHash.length === 0)',
    red: refusedAtConfirming,
  },
  {
    guard: 'hosts of an act at confirming',
    file: gate,
    without: 'if (!impact.targetsHash.equals(row.targets_hash))',
    instead: 'if (impact.targetsHash.length === 0)',
    red: refusedAtConfirming,
  },
  {
    guard: 'requester still entitled',
    file: 'apps/server/src/modules/changes/four-eyes.service.ts',
    without: 'if (!(await userHolds(tx, row.customer_id, row.requested_by, row.site_id, right)))',
    instead: 'if (row.requested_by === right)',
    red: refusedAtConfirming,
  },
  {
    guard: 'turning the second person off',
    file: 'apps/server/src/modules/changes/settings.service.ts',
    without: 'const isWaiting = isRequired && !isFourEyesRequired && !isOnly && !isSecond;',
    instead: 'const isWaiting = isRequired && !isFourEyesRequired && !isOnly && isSecond;',
    red: { file: ways, test: 'takes two administrators: one alone changes nothing' },
  },
  {
    guard: 'width of an act',
    file: 'apps/server/src/modules/changes/width.service.ts',
    without: 'return isWide({ levels: [], hostsTouched: hosts, activeHosts });',
    instead: 'return isWide({ levels: [], hostsTouched: hosts - hosts, activeHosts });',
    red: { file: ways, test: '7: moving many hosts to the trash, and emptying it' },
  },
  {
    guard: 'acts of one person add up',
    file: 'apps/server/src/modules/changes/width.service.ts',
    without:
      'return reach.hostNos.length > 0 && isReachWide(context, reach.siteId, await touchedTogether(context, reach));',
    instead: 'return reach.hostNos.length > 0 && isReachWide(context, reach.siteId, reach.hostNos.length);',
    red: { file: ways, test: '2: two halves, each just narrow enough' },
  },
  {
    guard: 'a token only asks for a job',
    file: 'apps/server/src/modules/deployments/gated-jobs.service.ts',
    without: 'isOnlyAskedByTokens: true,',
    instead: 'isOnlyAskedByTokens: false,',
    red: { file: ways, test: '3: an API token, which may only ask for a job, even one on a single host' },
  },
  {
    guard: 'gate of wide acts',
    file: gate,
    without: 'if (needsSecondPerson) {',
    instead: 'if (impact.siteId === customerId) {',
    red: {
      file: 'apps/server/src/modules/changes/gate-census.test.ts',
      test: 'keeps what it was asked for and writes nothing else',
    },
  },
  {
    guard: 'rights of people only',
    file: 'packages/rules/src/api-token.ts',
    without: "'canAdmitHosts',\n  'canDeleteHosts',\n  'canChangeSettings',",
    instead: '',
    red: {
      file: 'apps/server/src/modules/identity/api-tokens.test.ts',
      test: 'lets no machine in, deletes nothing for good and changes no settings of the site',
    },
  },
  {
    guard: 'no way back over a newer word on an update',
    file: 'apps/server/src/modules/approvals/changes/host-updates.service.ts',
    without: 'if (changes.some(({ kb, after }) => (now.get(kb) ?? null) !== after))',
    instead: 'if (changes.length < 0)',
    red: {
      file: wayBack,
      test: 'a word about updates of a host brings the word before it back, unless there is a newer one',
    },
  },
  {
    guard: 'no way back over a newer change of an ignore rule',
    file: 'apps/server/src/modules/results/applications/gated-acts.service.ts',
    without: 'if (rules.some((rule) => now.get(ruleId(rule)) !== rule.serialNumber + 1))',
    instead: 'if (rules.some((rule) => now.get(ruleId(rule)) === undefined))',
    red: {
      file: wayBack,
      test: 'a later end of an ignore rule brings the earlier end back, and a renewal only while it is the newest',
    },
  },
  {
    guard: 'no way back over a newer correction',
    file: 'apps/server/src/modules/results/applications/corrections.service.ts',
    without: 'if (await findCorrectionOf(context.tx, customerId, stored))',
    instead: "if (stored.name === '')",
    red: {
      file: wayBack,
      test: 'a correction brings back the one that it replaced, and a removed correction comes back',
    },
  },
  {
    guard: 'an act without a way back says why',
    file: 'apps/server/src/modules/hosts/gated-hosts.service.ts',
    without: "noUndo: 'The hosts and all that they reported are deleted, and their keys with them.',",
    instead: "noUndo: '',",
    red: {
      file: 'apps/server/src/modules/changes/gate-census.test.ts',
      test: 'finds for every act a way back, or a sentence that says why there is none',
    },
  },
  {
    guard: 'the console shows that a second person is needed',
    file: 'apps/console/src/lib/wide-acts.ts',
    without: 'preview.needsSecondPerson ||',
    instead: '',
    red: {
      file: 'apps/console/src/lib/wide-acts.test.ts',
      test: 'is not written before the user has seen what its preview says and wants it',
    },
  },
  {
    guard: 'impact of retries',
    file: 'apps/server/src/modules/patching/activity/retries.service.ts',
    without: 'hostNos,\n      // The same word',
    instead: 'hostNos: [],\n      // The same word',
    red: {
      file: 'apps/server/src/modules/changes/gate-census.test.ts',
      test: 'keeps what it was asked for and writes nothing else',
    },
  },
  {
    guard: 'a retry of what failed for good alone',
    file: 'apps/server/src/modules/patching/activity/activity-result.queries.ts',
    without: 'and t.retried_at is null',
    instead: '',
    red: {
      file: 'apps/server/src/modules/patching/planning/given-up.test.ts',
      test: 'is tried again once somebody retries it, and only what was named',
    },
  },
  ...impacts.map(([kind, file, without, instead, test]) => ({
    guard: `impact of ${kind}`,
    file: `apps/server/src/modules/${file}`,
    without,
    instead,
    red: { file: ways, test },
  })),
];
