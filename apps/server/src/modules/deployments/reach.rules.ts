import { countText } from '@patchkeep/rules/text/count-text';

/** The targets of a job that begin with nothing yet. */
interface Rest {
  unsupportedAgentCount: number;
  /** Those among them whose agent is too old for custom software. */
  oldAgentCount: number;
}

/** Why they do not, as the end of a sentence about those who do; empty where there are none. */
export const restText = ({ unsupportedAgentCount, oldAgentCount }: Rest): string => {
  const unfit = unsupportedAgentCount - oldAgentCount;
  const reasons = [
    ...(unfit > 0 ? [`${countText(unfit, 'host has', 'hosts have')} no package that fits yet`] : []),
    ...(oldAgentCount > 0 ? [`on ${countText(oldAgentCount, 'host')} the agent is too old for custom software`] : []),
  ];
  return reasons.map((reason) => `; ${reason}`).join('');
};
