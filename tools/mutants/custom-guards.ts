const trust = 'packages/orders/src/custom/custom-trust.test.ts';
const naming = 'apps/signer/src/first-approvers.test.ts';

/** A check of statements about custom software and who vouches for it. */
const check = (file: string, guard: string, without: string, instead: string) => ({
  guard,
  file: `packages/orders/src/custom/${file}.ts`,
  without,
  instead,
  red: { file: trust, test: 'gains nothing by %s' },
});
const [approval, approvers, assertion, pack] = ['approval', 'approvers', 'assertion', 'custom-package'];

/** What a host checks before it runs custom software, and what the signer names approvers by. */
export const customMutants = [
  check(
    approval,
    'threshold of approvers',
    'payloadType, threshold, (given, signed)',
    'payloadType, 1, (given, signed)',
  ),
  check(approval, 'different people who approve', '? voucher.holder : undefined', '? given.keyid : undefined'),
  check(
    approval,
    'passkeys sign by a touch alone',
    'if (!passkey || rpId === null) return false;',
    'if (!passkey || rpId === null) return isSignedBy(key, signed, decode(sig));',
  ),
  check(assertion, 'user verified', 'return (said & flags.verified) !== 0;', 'return said !== 0;'),
  check(
    assertion,
    'challenge of an approval',
    'if (client?.challenge !== challengeFor(signed))',
    'if (!client || signed.length === 0)',
  ),
  check(assertion, 'origin of an approval', 'if (!origins.includes(client.origin))', 'if (origins.length === 0)'),
  check(
    assertion,
    'service that a passkey is bound to',
    '!data.subarray(0, flagsAt).equals(sha256(rpId))',
    "rpId === ''",
  ),
  check(pack, 'site of custom software', 'if (statement.site !== site)', "if (statement.site === '')"),
  check(
    pack,
    'release of custom software',
    'if (statement.release < (releases[customTag(statement.config)] ?? 0))',
    'if (statement.release < Object.keys(releases).length - 1)',
  ),
  check(pack, 'expiry of custom software', 'if (statement.expires <= now)', 'if (statement.expires <= 0)'),
  check(
    pack,
    'custom software dated ahead',
    'if (statement.madeAt > now + mostAhead)',
    'if (statement.madeAt < mostAhead)',
  ),
  check(pack, 'custom software that was ordered', 'if (found !== given.statementHash)', "if (found === '')"),
  check(pack, 'beginning of approvers', 'if (now < approvers.startsAt)', 'if (approvers.startsAt < 0)'),
  check(
    approvers,
    'wait of a host for first approvers',
    'Math.max(statement.starts, seenAt)',
    'Math.min(statement.starts, Math.max(statement.starts, seenAt))',
  ),
  check(
    approvers,
    '72 hours in the statement about first approvers',
    'if (statement.starts < statement.madeAt + firstApproversWait)',
    'if (statement.starts < 0)',
  ),
  check(
    approvers,
    'next approvers begin no sooner than those before',
    'Math.max(statement.starts, known.startsAt)',
    'statement.starts',
  ),
  check(approvers, 'chain of approvers', 'statement.former !== former', "statement.former === ''"),
  check(
    approvers,
    'approvers of the past',
    'if (known && statement.version <= readPinned(known).version)',
    'if (known && statement.version < 0)',
  ),
  {
    guard: 'first approvers are named once',
    file: 'apps/signer/src/first-approvers.ts',
    without: 'if (known && wishOf(known) !== wishOf(read.data))',
    instead: "if (known && wishOf(known) === '')",
    red: {
      file: naming,
      test: 'are named once, also after a restart and with new keys; the same again is the same statement',
    },
  },
  {
    guard: 'files of custom software',
    file: 'apps/agent/src/capabilities/work/download.ts',
    without: '(await hashOf(path)) === sha256',
    instead: "(await hashOf(path)) !== ''",
    red: {
      file: 'apps/agent/src/capabilities/work/custom.test.ts',
      test: 'is not run when one of its files is another, or does not come',
    },
  },
];
