import type { Call } from '@patchkeep/contract/endpoint';
import { type SavedView, savedViews, type ViewList } from '@patchkeep/contract/saved-views';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/client.ts';
import { useAct } from '../../lib/use-act.ts';
import { useMay } from '../../lib/use-may.ts';
import { notify } from '../../ui/notify.tsx';
import { useBrowserViews } from './use-browser-views.ts';
import { savedViewsQuery } from './views.queries.ts';

const saving = { operation: { verb: 'save', thing: 'saved views' } } as const;
const removing = { operation: { verb: 'delete', thing: 'saved views' } } as const;
const touches = { touches: ['savedView'] } as const;

type Change = Omit<Call<typeof savedViews.update>['body'], 'serialNumber'>;

/** The saved views of a list, and what can be done with them. */
export const useViews = (list: ViewList) => {
  useBrowserViews(list);
  const views = useQuery(savedViewsQuery).data?.filter((view) => view.list === list) ?? [];
  const mayShare = useMay('canMakeChanges');
  const create = useAct(
    (body: Call<typeof savedViews.create>['body']) => call(savedViews.create, { body }, saving),
    touches,
  );
  const change = useAct(
    ({
      viewUuid,
      isShared,
      serialNumber,
      ...given
    }: Change & Pick<SavedView, 'viewUuid' | 'isShared' | 'serialNumber'>) =>
      call(
        isShared ? savedViews.updateShared : savedViews.update,
        { params: { id: viewUuid }, body: { ...given, serialNumber } },
        saving,
      ),
    touches,
  );
  const remove = useAct((id: string) => call(savedViews.remove, { params: { id } }, removing), touches);
  const share = useAct((id: string) => call(savedViews.share, { params: { id } }, saving), touches);
  const unshare = useAct((id: string) => call(savedViews.unshare, { params: { id } }, saving), touches);
  return {
    views,
    mayShare,
    create: create.mutate,
    change: ({ viewUuid, isShared, serialNumber }: SavedView, given: Change) =>
      change.mutate({ viewUuid, isShared, serialNumber, ...given }),
    remove: (view: SavedView, onBack: (viewUuid: string) => void) =>
      remove.mutate(view.viewUuid, {
        onSuccess: () =>
          notify({
            tone: 'success',
            text: `View "${view.name}" deleted.`,
            undo: () => create.mutate(draftAgain(view), { onSuccess: ({ viewUuid }) => onBack(viewUuid) }),
          }),
      }),
    share: ({ viewUuid, name }: SavedView) =>
      share.mutate(viewUuid, {
        onSuccess: () =>
          notify({
            tone: 'success',
            text: `Everybody who may see this site now has the view "${name}".`,
            undo: () => unshare.mutate(viewUuid),
          }),
      }),
    stopSharing: ({ viewUuid, name }: SavedView) =>
      unshare.mutate(viewUuid, {
        onSuccess: () => notify({ tone: 'success', text: `The view "${name}" is no longer shared.` }),
      }),
  };
};

const draftAgain = ({ name, list, search, columns }: SavedView) => ({ name, of: ofList(list, search), columns });

/** The server answers with what it accepted for the list, so it accepts the same again. */
export const ofList = (list: ViewList, search: SavedView['search']) =>
  ({ list, search }) as Call<typeof savedViews.create>['body']['of'];
