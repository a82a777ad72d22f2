import { useQuery } from '@tanstack/react-query';
import type { FilterField } from '../../ui/table/filter-field.ts';
import { hostNameQuery } from './host-choice.queries.ts';
import { HostChoice } from './host-choice.tsx';

/** Narrows a list to one host, which is found by its name. */
export const useHostField = (hostUuid: string | undefined): FilterField => {
  const hostName = useQuery({ ...hostNameQuery(hostUuid ?? ''), enabled: hostUuid !== undefined }).data;
  return {
    id: 'host',
    label: 'Host',
    ops: ['is'],
    Choice: HostChoice,
    ...(hostUuid !== undefined && { options: [{ value: hostUuid, label: hostName ?? '...' }] }),
  };
};
