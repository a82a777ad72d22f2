import { useQuery } from '@tanstack/react-query';
import type { FilterField } from '../../../ui/table/filter-field.ts';
import { ApplicationChoice, applicationNameQuery } from './application-choice.tsx';

/** One of these states. */
export const stateField = (options: readonly { value: string; label: string }[]): FilterField => ({
  id: 'state',
  label: 'State',
  ops: ['is'],
  isSingle: true,
  options,
});

/** An application of the catalogue; the one that is chosen goes by its name. */
export const useApplicationField = (channelTag: string | undefined): FilterField => {
  const title = useQuery({ ...applicationNameQuery(channelTag ?? ''), enabled: channelTag !== undefined }).data;
  return {
    id: 'application',
    label: 'Application',
    ops: ['is'],
    Choice: ApplicationChoice,
    ...(channelTag !== undefined && { options: [{ value: channelTag, label: title ?? channelTag }] }),
  };
};
