import { corrections } from '@patchkeep/contract/corrections';
import type { Received } from '@patchkeep/contract/endpoint';
import { call } from '../../lib/client.ts';
import { useAct } from '../../lib/use-act.ts';
import { notify } from '../../ui/notify.tsx';

type Given = Received<typeof corrections.create>['body'];
const operation = { verb: 'save', thing: 'applications' } as const;
const touches = ['counts', 'host'] as const;

/** Says what software is, and takes it back. The server counts anew by itself; its hint refreshes the numbers. */
export const useCorrectionActs = (onCorrected?: (applicationId: number | null) => void, onAwaiting?: () => void) => {
  const remove = useAct((id: string) => call(corrections.remove, { params: { id } }, { operation }), { touches });
  const create = useAct((body: Given) => call(corrections.create, { body }, { operation }), { touches });
  return {
    isPending: create.isPending || remove.isPending,
    correct: (given: Given) =>
      create.mutate(given, {
        ...(onAwaiting && { onAwaiting }),
        onSuccess: ({ correctionUuid, name, applicationId, applicationName }) => {
          onCorrected?.(applicationId);
          notify({
            tone: 'success',
            text:
              applicationName === null
                ? `"${name}" is no longer taken for another application.`
                : `"${name}" counts as ${applicationName} from now on.`,
            undo: () => remove.mutate(correctionUuid),
          });
        },
      }),
    takeBack: (correctionUuid: string, name: string) =>
      remove.mutate(correctionUuid, {
        onSuccess: () => notify({ tone: 'success', text: `The catalogue decides about "${name}" again.` }),
      }),
  };
};
