import type { Call } from '@patchkeep/contract/endpoint';
import { type IgnoreRule, ignoreRules } from '@patchkeep/contract/ignore-rules';
import { call, handshaker } from '../../../lib/client.ts';
import { useAct, useUndo } from '../../../lib/use-act.ts';
import type { ShownAct } from '../../../lib/wide-acts.ts';
import { formatCount } from '../../../ui/format.ts';
import { notify } from '../../../ui/notify.tsx';

type Draft = Call<typeof ignoreRules.create>['body'];
type Change = Call<typeof ignoreRules.update>['body'];
interface Renewal {
  rules: readonly IgnoreRule[];
  expires: string;
  reason: string;
}

const touches = ['ignoreRule', 'counts'] as const;
const restores = {
  site: ignoreRules.restoreOfSite,
  group: ignoreRules.restoreOfGroup,
  host: ignoreRules.restoreOfHost,
} as const;

const restore = ({ ignoreRuleUuid: id, scope }: Pick<IgnoreRule, 'ignoreRuleUuid' | 'scope'>) =>
  call(restores[scope], { params: { id } }, { operation: { verb: 'restore', thing: 'ignore rules' } });
const revoke = (ignoreRuleUuid: string) =>
  call(ignoreRules.revoke, { query: { ignoreRuleUuid } }, { operation: { verb: 'remove', thing: 'ignore rules' } });

/** The header counts rules that ended or soon will; it learns of a change at once. */
const refreshHeader = () => void handshaker.refresh().catch(() => undefined);

/** Everything that can be done with ignore rules, each with its way back. */
export const useIgnoreActs = (onDone: () => void = () => undefined) => {
  const say = (text: string, undo?: () => void) => {
    onDone();
    refreshHeader();
    notify({ tone: 'success', text, ...(undo && { undo }) });
  };
  const create = useAct(
    ({ body, shown }: { body: Draft; shown: ShownAct | undefined }) =>
      call(ignoreRules.create, { body }, { operation: { verb: 'create', thing: 'ignore rules' }, shown }),
    { touches },
  );
  const change = useAct(
    (body: Change) => call(ignoreRules.update, { body }, { operation: { verb: 'update', thing: 'ignore rules' } }),
    { touches },
  );
  const renew = useAct(
    ({ rules, expires, reason }: Renewal) =>
      call(
        ignoreRules.renew,
        { body: { ignoreRules: rules.map((rule) => rule.ignoreRuleUuid), expires, ...(reason !== '' && { reason }) } },
        { operation: { verb: 'renew', thing: 'ignore rules' } },
      ),
    { touches },
  );
  const end = useAct(
    (rules: readonly IgnoreRule[]) => Promise.all(rules.map(({ ignoreRuleUuid }) => revoke(ignoreRuleUuid))),
    { touches },
  );
  const undo = useUndo(touches);
  const back = (calls: readonly (() => Promise<unknown>)[]) => undo.mutate(calls, { onSuccess: refreshHeader });
  return {
    isPending: create.isPending || change.isPending || renew.isPending || end.isPending,
    create: (body: Draft, shown: ShownAct | undefined) =>
      create.mutate(
        { body, shown },
        {
          onAwaiting: onDone,
          onSuccess: ({ ignoreRuleUuid }) =>
            say('Ignored from now on, and counted apart.', () => back([() => revoke(ignoreRuleUuid)])),
        },
      ),
    change: (before: IgnoreRule, body: Omit<Change, 'ignoreRuleUuid' | 'serialNumber'>) =>
      change.mutate(
        { ...body, ignoreRuleUuid: before.ignoreRuleUuid, serialNumber: before.serialNumber },
        {
          onAwaiting: onDone,
          onSuccess: ({ ignoreRuleUuid, serialNumber }) =>
            say('Ignore rule changed.', () =>
              back([
                () =>
                  call(
                    ignoreRules.update,
                    { body: { ignoreRuleUuid, serialNumber, reasonKind: before.reasonKind, reason: before.reason } },
                    { operation: { verb: 'update', thing: 'ignore rules' } },
                  ),
              ]),
            ),
        },
      ),
    renew: (given: Renewal) =>
      renew.mutate(given, {
        onAwaiting: onDone,
        onSuccess: ({ count }) =>
          say(`${formatCount(count, 'ignore rule')} renewed.`, () =>
            back(
              given.rules.map(({ ignoreRuleUuid }) => () => {
                const operation = { verb: 'restore', thing: 'ignore rules' } as const;
                return call(ignoreRules.undoRenewal, { query: { ignoreRuleUuid } }, { operation });
              }),
            ),
          ),
      }),
    revoke: (rules: readonly IgnoreRule[]) =>
      end.mutate(rules, {
        onSuccess: () =>
          say(`${formatCount(rules.length, 'ignore rule')} revoked: what it kept out counts again.`, () =>
            back(rules.map((rule) => () => restore(rule))),
          ),
      }),
    restore: (rule: IgnoreRule) =>
      undo.mutate([() => restore(rule)], {
        onSuccess: () => say('Ignore rule restored.', () => back([() => revoke(rule.ignoreRuleUuid)])),
      }),
  };
};

export type IgnoreActs = ReturnType<typeof useIgnoreActs>;
