import { clockSkew } from '@patchkeep/orders/judge';
import { readRoot } from '@patchkeep/orders/root';
import { durationText } from '@patchkeep/rules/duration-text';
import { readState } from './journal/journal.ts';
import { readConfiguration } from './state-directory.ts';

const clockText = (serverAheadMs: number): string => {
  const difference = durationText(Math.abs(Math.round(serverAheadMs / 1_000)));
  const isWrong = Math.abs(serverAheadMs) > clockSkew;
  return `${difference} ${serverAheadMs > 0 ? 'behind' : 'ahead of'} the server${isWrong ? '; set it, or no order counts here' : ''}`;
};

/** What the agent knows, for a person at the host's console. */
export const statusText = (directory: string, now: Date): string => {
  const { agentUuid, lastContactAt, inspected, uploaded, clockOffsetMs, trust } = readState(directory);
  const configuration = readConfiguration(directory);
  if (!configuration || agentUuid === undefined) return 'Not enrolled';
  const ago = (at: string | undefined): string =>
    at === undefined
      ? 'never'
      : `${at} (${Math.max(0, Math.round((now.getTime() - Date.parse(at)) / 60_000))} min ago)`;
  return [
    `Server           ${configuration.server}`,
    `Agent            ${agentUuid}`,
    `Trusted root     ${trust ? `version ${readRoot(trust.root).version}` : 'none, so this host does no work; see `patchkeep-agent trust`'}`,
    `Last contact     ${ago(lastContactAt)}`,
    `Last inspection  ${ago(inspected?.at)}${inspected ? `, ${inspected.count} pieces of software` : ''}`,
    `Last upload      ${ago(uploaded?.at)}${inspected && uploaded?.hash !== inspected.hash ? ', newer not yet sent' : ''}`,
    ...(clockOffsetMs === 0 ? [] : [`Clock            ${clockText(clockOffsetMs)}`]),
  ].join('\n');
};
