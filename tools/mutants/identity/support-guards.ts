const test = 'apps/server/src/modules/support/support.test.ts';
const service = 'apps/server/src/modules/support/support.service.ts';

/** Guards of messages to support. */
export const supportMutants = [
  {
    guard: 'messages of a day',
    file: service,
    without: 'await lockWriter(context.tx, context.principal);',
    instead: '',
    red: { file: test, test: 'waits when its writer sent ten of them within a day, however many are sent at once' },
  },
  {
    guard: 'writer of a message to support',
    file: 'apps/server/src/modules/support/messages.repository.ts',
    without: `.where('user_id', '=', userId)`,
    instead: '',
    red: { file: test, test: 'is seen by nobody else' },
  },
  {
    guard: 'mail server of messages to support',
    file: service,
    without: 'if (!isMessagePossible)',
    instead: 'if (isMessagePossible === undefined)',
    red: { file: test, test: 'takes no message where the server has no mail server or no address' },
  },
  {
    guard: 'size of files for support',
    file: 'packages/contract/src/support.ts',
    without: '<= supportLimits.attachedBytes,',
    instead: '>= 0,',
    red: { file: test, test: 'is refused with files that are too large together' },
  },
];
