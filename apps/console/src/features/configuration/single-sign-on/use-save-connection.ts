import type { Call } from '@patchkeep/contract/endpoint';
import { singleSignOn, type SsoConnection } from '@patchkeep/contract/single-sign-on';
import { useState } from 'react';
import { call } from '../../../lib/client.ts';
import { useAct } from '../../../lib/use-act.ts';
import { saving } from './single-sign-on.queries.ts';

/** What a connection is saved with; its kind counts only while it is new. */
export type SavedConnection = Call<typeof singleSignOn.addConnection>['body'];

/** Saves a connection, new or changed, and says why the server refused. */
export function useSaveConnection(connection: SsoConnection | undefined, onSaved: () => void) {
  const [refusal, setRefusal] = useState<string>();
  const act = useAct(
    (body: SavedConnection) => {
      if (!connection) return call(singleSignOn.addConnection, { body }, saving);
      const { kind: _, ...changes } = body;
      const { connectionUuid, serialNumber } = connection;
      return call(
        singleSignOn.changeConnection,
        { params: { id: connectionUuid }, body: { ...changes, serialNumber } },
        saving,
      );
    },
    { touches: ['singleSignOn'], onRefused: setRefusal },
  );
  const save = (body: SavedConnection) => {
    setRefusal(undefined);
    act.mutate(body, { onSuccess: onSaved });
  };
  return { save, refusal, isPending: act.isPending };
}
