const gate = 'apps/server/src/modules/changes/gate.service.ts';
const ways = 'apps/server/src/modules/changes/gate.test.ts';
const refusedAtConfirming = {
  file: ways,
  test: 'is not confirmed with other content, with other hosts, or when whoever asked may no longer',
};

/** What each kind of act touches: weighed as nobody, it passes. */
const weighing = [
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
    'deployments/gated-job.service.ts',
    'hostNos: supported.map((target) => target.hostNo),',
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
    'results/gated-acts.service.ts',
    'hostNos,\n    about: [`correction:',
    'hostNos: [],\n    about: [`correction:',
    '8: a correction that holds for every site',
  ],
  [
    'ignore rules',
    'results/gated-acts.service.ts',
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
    without: 'if (!weighed.contentHash.equals(row.content_hash))',
    instead: 'if (weighed.contentHash.length === 0)',
    red: refusedAtConfirming,
  },
  {
    guard: 'hosts of an act at confirming',
    file: gate,
    without: 'if (!weighed.targetsHash.equals(row.targets_hash))',
    instead: 'if (weighed.targetsHash.length === 0)',
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
    file: 'apps/server/src/modules/deployments/gated-job.service.ts',
    without: 'isOnlyAskedByTokens: true,',
    instead: 'isOnlyAskedByTokens: false,',
    red: { file: ways, test: '3: an API token, which may only ask for a job, even one on a single host' },
  },
  {
    guard: 'gate of wide acts',
    file: gate,
    without: 'if (weighed.needsSecondPerson || isOnlyAsked) {',
    instead: 'if (weighed.siteId === customerId) {',
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
  ...weighing.map(([kind, file, without, instead, test]) => ({
    guard: `weighing of ${kind}`,
    file: `apps/server/src/modules/${file}`,
    without,
    instead,
    red: { file: ways, test },
  })),
];
